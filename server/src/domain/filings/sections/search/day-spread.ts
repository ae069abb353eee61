import { type Database, sql } from '../../../../db/database.ts';
import { memoizeFor } from '../../../../kernel/memoize-for.ts';

const STATISTICS_TTL_MS = 30_000;

/** The distribution of the rows of `section_search` over filing days, from PostgreSQL's statistics. */
export interface DayDistribution {
  /** Approximate number of rows from day `from` to before day `before`. */
  rowsBetween(from: number, before: number): number;
  /** The day such that about `rows` rows are between it and `before`. */
  dayBack(before: number, rows: number): number;
}

/** A wrong estimate makes a search slower but does not change its results. */
export const dayDistribution = memoizeFor(STATISTICS_TTL_MS, readDistribution);

async function readDistribution(db: Database): Promise<DayDistribution> {
  const row = await db.queryOne<{ rows: number; bounds: number[] | null }>(sql`
    select c.reltuples::float8 as rows, s.histogram_bounds::text::integer[] as bounds
    from pg_class c left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text
      and s.tablename = c.relname and s.attname = 'filed_day'
    where c.oid = 'section_search'::regclass`);
  return toDayDistribution(row?.rows ?? 0, row?.bounds ?? []);
}

/** Computes the distribution from the number of rows and the days that divide them into equal shares, oldest first. */
export function toDayDistribution(rows: number, bounds: readonly number[]): DayDistribution {
  const share = Math.max(rows, 0) / Math.max(bounds.length - 1, 1);
  const rowsBefore = (day: number): number => {
    const above = bounds.findIndex(bound => bound >= day);
    if (above < 0) return Math.max(rows, 0);
    if (above === 0) return 0;
    const [low = day, high = day] = [bounds[above - 1], bounds[above]];
    return share * (above - 1 + (day - low) / Math.max(high - low, 1));
  };
  return {
    rowsBetween: (from, before) => Math.max(0, rowsBefore(before) - rowsBefore(from)),
    dayBack: (before, wanted) => {
      const rest = rowsBefore(before) - wanted;
      if (rest <= 0 || bounds.length < 2) return bounds[0] ?? Number.MIN_SAFE_INTEGER;
      const at = Math.min(bounds.length - 2, Math.floor(rest / share));
      const [low = 0, high = 0] = [bounds[at], bounds[at + 1]];
      return Math.min(before - 1, Math.floor(low + (rest / share - at) * (high - low)));
    },
  };
}
