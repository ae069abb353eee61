import type { Part } from '../../part.ts';
import { upsertClimateTargets } from './store.ts';

export const climatePart: Part = {
  name: 'climate',
  tables: [{ table: 'climate_targets', of: 'publishers', order: ['source C', 'target_digest C'] }],
  publish: (tx, { climateTargets = [] }, { registry }) => upsertClimateTargets(tx, registry, climateTargets),
};
