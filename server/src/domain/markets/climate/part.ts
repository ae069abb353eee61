import type { Part } from '../../part.ts';
import { upsertClimateTargets } from './store.ts';

export const climatePart: Part = {
  name: 'climate',
  publish: (tx, { climateTargets = [] }, { registry }) => upsertClimateTargets(tx, registry, climateTargets),
};
