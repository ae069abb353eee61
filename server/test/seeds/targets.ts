import type { Database } from '../../src/db/database.ts';
import type { StatedTarget } from '../../src/domain/markets/climate/model.ts';
import { upsertClimateTargets } from '../../src/domain/markets/climate/store.ts';

/** A row of a fictional list. */
export function statedTarget(
  fields: Partial<StatedTarget> & { companyName: string },
  vintage = '2024-08-22',
): StatedTarget {
  return {
    vintage,
    isins: [],
    lei: null,
    countryCode: null,
    nearTermStatus: 'targets_set',
    nearTermClassification: '1.5°C',
    nearTermTargetYear: 2030,
    netZeroStatus: 'committed',
    netZeroYear: 2050,
    targetText: 'Cuts by half.',
    statusDate: '2023-12-01',
    statusReason: null,
    ...fields,
  };
}

/** Stores rows of fictional `sbti` lists. */
export function seedTargets(db: Database, targets: readonly StatedTarget[]): Promise<number> {
  return db.transaction(tx => upsertClimateTargets(tx, 'sbti', targets));
}
