import type { Part } from '../../part.ts';
import { findWaitingReleases, storePressReleases } from './store-press-releases.ts';

export const pressPart: Part = {
  name: 'press',
  publish: (tx, { pressReleases = [] }, { registry, readAt, announcesSince }) =>
    storePressReleases(tx, registry, pressReleases, { readAt, announcedSince: announcesSince }),
  grouping: { before: findWaitingReleases },
};
