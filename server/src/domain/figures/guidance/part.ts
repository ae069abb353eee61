import type { Part } from '../../part.ts';
import { queueGuidanceEvents } from './guidance-events.ts';

/** Guidance is stored with the release that states it. */
export const guidancePart: Part = {
  name: 'guidance',
  announce: (tx, batch) => queueGuidanceEvents(tx, batch.opened, batch.announcesSince),
};
