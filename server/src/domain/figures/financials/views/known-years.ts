import { empty, raw, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';

/** Where the amounts of fiscal years are read: as known now, or as known at the end of a day. */
export interface YearsTable {
  readonly name: Sql;
  /** Limits the rows of an alias to those known then; begins with `and`, or is empty. */
  isKnown(alias: Sql): Sql;
}

const NOW: YearsTable = { name: raw('annual_amounts'), isKnown: () => empty };

export function yearsKnown(asOf: IsoDate | undefined): YearsTable {
  if (asOf === undefined) return NOW;
  return {
    name: raw('annual_history'),
    isKnown: alias => sql`and ${alias}.known_from <= ${asOf}::date and ${alias}.known_to > ${asOf}::date`,
  };
}
