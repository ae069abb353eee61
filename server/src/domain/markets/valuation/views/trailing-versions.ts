import { type Database, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { CountedShares } from '../../../figures/financials/model/financials.ts';
import { AMOUNTS_LAYOUT } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import type { KnownShares } from '../rules/market-values.ts';

/** A version of an issuer's newest trailing year. */
export interface TrailingYear extends KnownShares {
  /** The registry of its filings. */
  registry: string;
  periodStart: IsoDate;
  periodEnd: IsoDate;
  fiscalYear: number;
  amounts: readonly (number | null)[];
  /** Native ids of the newest filings that present it, each from a day on, oldest first. */
  presented: readonly { day: IsoDate; accession: string }[];
}

interface Row {
  registry: string;
  period_start: IsoDate;
  period_end: IsoDate;
  fiscal_year: number;
  currency: string;
  amounts: (number | null)[];
  shares: string;
  presented: string;
  known_from: IsoDate;
  known_to: IsoDate | null;
}

/** The versions of an issuer's newest trailing year, oldest first. */
export async function loadTrailingYears(db: Database, issuerId: string): Promise<TrailingYear[]> {
  const rows = await db.query<Row>(sql`
    select (select s.registry from fact_sources s where s.issuer_id = h.issuer_id order by s.source limit 1) as registry, period_start, period_end, fiscal_year, currency, amounts, shares, presented, known_from, nullif(known_to, 'infinity') as known_to
    from trailing_history h where issuer_id = ${issuerId} and layout = ${AMOUNTS_LAYOUT}::integer order by known_from`);
  return rows.map(row => ({
    registry: row.registry,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    fiscalYear: row.fiscal_year,
    currency: row.currency,
    amounts: row.amounts,
    shares: JSON.parse(row.shares) as CountedShares | null,
    presented: (JSON.parse(row.presented) as [IsoDate, string][]).map(([day, accession]) => ({ day, accession })),
    knownFrom: row.known_from,
    knownTo: row.known_to,
  }));
}
