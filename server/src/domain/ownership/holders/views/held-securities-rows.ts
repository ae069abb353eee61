import { type Database, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import { addDays, type Instant, type IsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { type FiscalPeriod, isDoubtedCount, type KpiPeriod } from '../../../figures/financials/model/financials.ts';
import {
  decodePeriod,
  type FinancialsDictionary,
  type StoredPeriod,
} from '../../../figures/financials/model/financials-codec.ts';
import { loadAllPeriods } from '../../../figures/financials/views/load-periods.ts';
import { type FoundEntity, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import type { ManagerBook, ManagerPosition } from '../rules/holders.ts';
import { holdingsKnown } from './known-holdings.ts';

/** Filing deadline in days after the end of the quarter. */
const DAYS_TO_FILE = 45;

/** The last day of the previous quarter. */
export function previousQuarter(quarterEnd: IsoDate): IsoDate {
  const first = `${quarterEnd.slice(0, 5)}${String(Number(quarterEnd.slice(5, 7)) - 2).padStart(2, '0')}-01`;
  return addDays(first, -1);
}

/**
 * The newest quarter in which any of these securities is reported and whose reports are due on a day; if none is due yet, the newest
 * reported quarter. Null if no report has them. With `until`, only reports known before that instant count.
 */
export async function newestQuarter(
  db: Database,
  cusips: readonly string[],
  today: IsoDate,
  until: Instant | null,
): Promise<IsoDate | null> {
  const due = addDays(today, -DAYS_TO_FILE);
  if (until !== null) return newestKnownQuarter(db, cusips, { due, until });
  const row = await db.queryOne<{ due: IsoDate | null; newest: IsoDate | null }>(sql`
    select max(quarter_end) filter (where quarter_end <= ${due}::date) as due, max(quarter_end) as newest
    from holdings where cusip = any(${[...cusips]}::text[]) and kind = 'SH'`);
  return row?.due ?? row?.newest ?? null;
}

/** Quarters are tried from the newest on, because positions of a quarter may have been in reports that were replaced since. */
async function newestKnownQuarter(
  db: Database,
  cusips: readonly string[],
  { due, until }: { due: IsoDate; until: Instant },
): Promise<IsoDate | null> {
  if (cusips.length === 0) return null;
  const quarters = await db.query<{ quarter_end: IsoDate }>(sql`
    select quarter_end from (
      select distinct quarter_end from holdings where cusip = any(${[...cusips]}::text[]) and kind = 'SH'
      union select distinct quarter_end from holdings_reports where not is_in_book and known_at < ${until}::timestamptz) q
    where quarter_end < ${until}::timestamptz
    order by quarter_end > ${due}::date, case when quarter_end <= ${due}::date then quarter_end end desc, quarter_end desc`);
  for (const { quarter_end } of quarters) {
    const { withs, holdings } = holdingsKnown({ quarters: [quarter_end], cusips }, until);
    const held = await db.queryOne(sql`${withs} select from ${holdings} h where h.kind = 'SH' limit 1`);
    if (held !== null) return quarter_end;
  }
  return null;
}

interface PositionRow {
  cik: string;
  shares: string | null;
  market_value: string | null;
  put_market_value: string | null;
  call_market_value: string | null;
  voting_sole: string | null;
  voting_shared: string | null;
  voting_none: string | null;
  discretion: string | null;
}

/** Positions in some securities at the end of a quarter, one per manager. */
export async function loadPositions(
  db: Database,
  cusips: readonly string[],
  quarterEnd: IsoDate,
  until: Instant | null,
): Promise<ManagerPosition[]> {
  const { withs, holdings } = holdingsKnown({ quarters: [quarterEnd], cusips }, until);
  const rows = await db.query<PositionRow>(sql`
    ${withs}
    select substr(i.canonical_key, 5) as cik, sum(amount) filter (where kind = 'SH') as shares,
      sum(h.market_value) filter (where kind = 'SH') as market_value,
      sum(h.market_value) filter (where kind = 'put') as put_market_value,
      sum(h.market_value) filter (where kind = 'call') as call_market_value,
      sum(voting_sole) filter (where kind = 'SH') as voting_sole,
      sum(voting_shared) filter (where kind = 'SH') as voting_shared,
      sum(voting_none) filter (where kind = 'SH') as voting_none,
      case when min(coalesce(discretion, '')) filter (where kind = 'SH')
        = max(coalesce(discretion, '')) filter (where kind = 'SH') then min(discretion) filter (where kind = 'SH') end as discretion
    from ${holdings} h join issuers i using (issuer_id)
    where cusip = any(${[...cusips]}::text[]) and quarter_end = ${quarterEnd}::date
    group by i.canonical_key having sum(amount) filter (where kind = 'SH') > 0`);
  return rows.map(row => ({
    cik: row.cik,
    shares: Number(row.shares),
    marketValue: Number(row.market_value),
    putMarketValue: numberOrNull(row.put_market_value),
    callMarketValue: numberOrNull(row.call_market_value),
    votingSole: numberOrNull(row.voting_sole),
    votingShared: numberOrNull(row.voting_shared),
    votingNone: numberOrNull(row.voting_none),
    discretion: row.discretion,
  }));
}

export function numberOrNull(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}

/** The books of managers for a quarter. */
export async function loadBooks(
  db: Database,
  ciks: readonly string[],
  quarterEnd: IsoDate,
  until: Instant | null,
): Promise<ManagerBook[]> {
  const { withs, books } = holdingsKnown({ quarters: [quarterEnd] }, until);
  const rows = await db.query<{
    cik: string;
    name: string;
    is_notice: boolean;
    market_value: string;
    registry: string;
    native_id: string;
    known_at: string;
  }>(sql`
    ${withs}
    select substr(i.canonical_key, 5) as cik, i.company_name as name, b.is_notice, b.market_value, b.registry,
      b.native_ids[cardinality(b.native_ids)] as native_id, b.known_at
    from issuers i join ${books} b using (issuer_id)
    where i.canonical_key = any(${ciks.map(cik => `cik:${cik}`)}::text[]) and b.quarter_end = ${quarterEnd}::date`);
  return rows.map(row => ({
    cik: row.cik,
    name: row.name,
    isNotice: row.is_notice,
    marketValue: Number(row.market_value),
    filingId: filingId(row.registry, row.native_id),
    filedAt: row.known_at,
  }));
}

/** For each manager, those whose reports of a quarter state that they include its positions. */
export async function loadIncluded(
  db: Database,
  ciks: readonly string[],
  quarters: readonly IsoDate[],
  until: Instant | null,
): Promise<Map<string, string[]>> {
  const known = holdingsKnown({ quarters }, until);
  const rows = await db.query<{ child: string; parent: string }>(sql`
    with ${known.ctes} managers as materialized (
      select i.issuer_id, substr(i.canonical_key, 5) as cik from issuers i
      where i.canonical_key = any(${ciks.map(cik => `cik:${cik}`)}::text[])
    ), reports as materialized (
      select r.issuer_id, r.registry, r.native_id, r.file_number, m.cik from managers m join ${known.reports} r using (issuer_id)
      where r.quarter_end = any(${[...quarters]}::date[])
    ), included as materialized (
      select r.cik as parent, n.cik, n.file_number
      from reports r join holding_managers n
        on n.issuer_id = r.issuer_id and n.registry = r.registry and n.native_id = r.native_id and n.edge = 'included'
    )
    select m.cik as child, n.parent from included n join managers m on m.cik = n.cik
    union select r.cik, n.parent from included n join reports r on r.file_number = n.file_number`);
  const parents = new Map<string, string[]>();
  for (const { child, parent } of rows) addToList(parents, child, parent);
  return parents;
}

/** Total holdings of each security, with its most frequent class title. */
export async function loadHeldSecurities(
  db: Database,
  cusips: readonly string[],
  quarterEnd: IsoDate,
  until: Instant | null,
): Promise<Map<string, { classTitle: string; shares: number; marketValue: number }>> {
  const { withs, holdings } = holdingsKnown({ quarters: [quarterEnd], cusips }, until);
  const rows = await db.query<{ cusip: string; class_title: string; shares: string; market_value: string }>(sql`
    ${withs}
    select cusip, mode() within group (order by class_title) as class_title, sum(amount) as shares,
      sum(market_value) as market_value
    from ${holdings} h where cusip = any(${[...cusips]}::text[]) and quarter_end = ${quarterEnd}::date and kind = 'SH'
    group by cusip`);
  return new Map(
    rows.map(row => [
      row.cusip,
      { classTitle: row.class_title, shares: Number(row.shares), marketValue: Number(row.market_value) },
    ]),
  );
}

const SHARES_OUTSTANDING = new Set(['shares_outstanding']);
const COUNTED_PERIODS: readonly FiscalPeriod[] = ['fy', 'q1', 'q2', 'q3', 'q4'];
/** Maximum age of a share count. */
const MAX_DAYS_OLD = 200;
const MAX_DAYS_LATER = 20;

interface CountedShares {
  shares: number;
  date: IsoDate;
}

/**
 * Shares outstanding as last reported by the end of a quarter; null if no recent and reliable count exists. With `asOf`, as the filings
 * known by the end of that day state them.
 */
export async function loadSharesOutstanding(
  db: Database,
  entity: FoundEntity,
  quarterEnd: IsoDate,
  asOf: IsoDate | undefined,
): Promise<CountedShares | null> {
  const [first, last] = [addDays(quarterEnd, -MAX_DAYS_OLD), addDays(quarterEnd, MAX_DAYS_LATER)];
  if (asOf !== undefined) {
    const periods = (
      await Promise.all(entity.registrants.map(registrant => loadAllPeriods(db, registrant, asOf)))
    ).flat();
    const counted = periods
      .filter(
        ({ fiscalPeriod, periodEnd }) =>
          COUNTED_PERIODS.includes(fiscalPeriod) && periodEnd >= first && periodEnd <= last,
      )
      .toSorted((a, b) => compareText(b.periodEnd, a.periodEnd) || compareText(a.fiscalPeriod, b.fiscalPeriod));
    return counted.map(countOf).find(count => count !== null) ?? null;
  }
  const rows = await db.query<StoredPeriod & { dictionary: string }>(sql`
    select f.dictionary, fiscal_period as "fiscalPeriod", fiscal_year as "fiscalYear", period_start as "periodStart",
      period_end as "periodEnd", native_id as accession, p.company_type as "companyType", p.currency,
      p.accounting_standard as "accountingStandard", status, breaches, items
    from kpi_periods p join issuer_financials f using (issuer_id)
    where issuer_id = any(${issuerIdsOf(entity)}::bigint[]) and fiscal_period = any(${[...COUNTED_PERIODS]}::text[])
      and period_end between ${first}::date and ${last}::date
    order by period_end desc, fiscal_period, issuer_id`);
  for (const { dictionary, ...row } of rows) {
    const period = decodePeriod(row, JSON.parse(dictionary) as FinancialsDictionary, SHARES_OUTSTANDING);
    const count = countOf(period);
    if (count !== null) return count;
  }
  return null;
}

function countOf({ values }: KpiPeriod): CountedShares | null {
  const count = values.shares_outstanding;
  if (count === undefined || !(count.value > 0) || isDoubtedCount(count)) return null;
  return { shares: count.value, date: count.periodEnd };
}
