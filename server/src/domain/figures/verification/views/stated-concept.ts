import { type Database, empty, sql } from '../../../../db/database.ts';
import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { readExactNumber } from '../../../../kernel/exact-number.ts';
import { decodeFactFilings, decodeObservations } from '../../../filings/facts/model/facts-codec.ts';
import type { StoredFact as TaggedFact } from '../../../filings/facts/model/filing-facts-codec.ts';
import type { KpiPeriod, KpiValue } from '../../financials/model/financials.ts';

/** The dates of a fact may miss those of its fiscal period by a week. */
const SAME_DATE_DAYS = 7;

/** The value of a concept in a period that the newest filing states without dimensions; null if none states it. */
export async function findStatedConcept(
  db: Database,
  issuerId: string,
  concept: string,
  period: Pick<KpiPeriod, 'periodStart' | 'periodEnd'>,
  knownBefore: Instant | null,
): Promise<KpiValue | null> {
  const rows = await db.query<{
    concept: string;
    unit: string;
    observations: string;
    filings: string;
    known: string[];
  }>(sql`
    select f.concept, f.unit, f.observations, s.filings, (
        select coalesce(array_agg(g.native_id order by g.known_at desc, g.native_id), '{}') from filings g
        where g.issuer_id = f.issuer_id ${knownBefore === null ? empty : sql`and g.known_at < ${knownBefore}`}) as known
    from fact_series f join fact_sources s using (issuer_id, source)
    where f.issuer_id = ${issuerId} and f.dimensions = '' and lower(f.concept) = lower(${concept})
    order by s.dates_rounded, f.source, f.unit`);
  let best: { value: KpiValue; rank: number } | null = null;
  for (const row of rows) {
    const { starts, ends, values, filings: stating, exact, decimals } = decodeObservations(row.observations);
    const filings = decodeFactFilings(row.filings);
    for (const [at, filing] of stating.entries()) {
      const accession = filings[filing]?.accession ?? '';
      const [start, end, value] = [starts[at] ?? null, ends[at] ?? 0, values[at] ?? null];
      const rank = row.known.indexOf(accession);
      if (value === null || rank < 0 || !isOfPeriod(start, end, period) || (best !== null && best.rank <= rank))
        continue;
      const digits = exact?.[at];
      best = {
        rank,
        value: {
          value,
          ...(digits === undefined ? {} : { exact: digits }),
          unit: row.unit,
          method: 'reported',
          concept: row.concept,
          accession,
          periodStart: start === null ? null : toIsoDate(start),
          periodEnd: toIsoDate(end),
          decimals: decimals?.[at] ?? null,
          status: 'published',
          flags: [],
        },
      };
    }
  }
  return best?.value ?? null;
}

function isOfPeriod(
  start: number | null,
  end: number,
  { periodStart, periodEnd }: Pick<KpiPeriod, 'periodStart' | 'periodEnd'>,
): boolean {
  const isEnd = isNear(end, periodEnd);
  return start === null ? isEnd : isEnd && isNear(start, periodStart);
}

function isNear(day: number, date: IsoDate): boolean {
  return Math.abs(day - (parseDay(date) ?? 0)) <= SAME_DATE_DAYS;
}

/** A tagged number of a filing as a value; null if it is a text, nil or no number. */
export function toStatedValue(fact: TaggedFact, accession: string): KpiValue | null {
  const number = fact.unit === null || fact.value === null ? null : readExactNumber(fact.value);
  if (number === null || fact.unit === null) return null;
  return {
    value: number.value,
    ...(number.exact === null ? {} : { exact: number.exact }),
    unit: fact.unit,
    method: 'reported',
    concept: fact.concept,
    accession,
    periodStart: fact.periodStart,
    periodEnd: fact.periodEnd,
    decimals: fact.decimals,
    status: 'published',
    flags: [],
  };
}
