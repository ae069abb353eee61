import { type Database, empty, type Sql, sql } from '../db/database.ts';
import { AsfiledError } from '../kernel/errors.ts';
import { tickerKey } from '../kernel/ids.ts';
import { type IssuerByAnyKey, issuersByCanonicalKey, issuersByIsin, issuersByLei } from './issuer-keys.ts';

/** How a caller names one issuer; what is given must agree. */
export interface IssuerQuestion {
  ticker?: string | undefined;
  /** Which listing a ticker means, and which one the answer shows. */
  market_id?: string | undefined;
  lei?: string | undefined;
  isin?: string | undefined;
  canonical_key?: string | undefined;
}

/** An issuer, the listing asked for (else the home one), and the head of its canonical financials where it has some. */
export interface IssuerRow {
  issuer_id: string;
  canonical_key: string;
  company_name: string;
  industry_code: string | null;
  ticker: string | null;
  market_id: string | null;
  listing_status: string | null;
  version: string | null;
  company_type: string | null;
  accounting_standard: string | null;
  currency: string | null;
  data_as_of: string | null;
  /** Changes whenever the tagged facts of its filings do; null where there are none. */
  reports_version: string | null;
}

const ISSUER_COLUMNS = sql`
  i.issuer_id, i.canonical_key, i.company_name, i.industry->>'code' as industry_code,
  l.ticker, l.market_id, l.status as listing_status,
  f.version, f.company_type, f.accounting_standard, f.currency, f.data_as_of, r.version as reports_version`;

/**
 * The one issuer that a question names. Throws `not_found`, `ambiguous_ticker` with the candidates, or `bad_request`
 * where two identifiers name different issuers. `marketParameter` is what the route calls the market of a ticker.
 */
export async function findIssuer(
  db: Database,
  question: IssuerQuestion,
  marketParameter: 'market' | 'market_id' = 'market_id',
): Promise<IssuerRow> {
  const { ticker, lei, isin, canonical_key, market_id } = question;
  const found: IssuerRow[][] = [];
  if (ticker !== undefined) found.push(await byTicker(db, ticker, market_id));
  const keys: [string, IssuerByAnyKey][] = [];
  if (lei !== undefined) keys.push([`LEI ${lei}`, issuersByLei(lei)]);
  if (isin !== undefined) keys.push([`ISIN ${isin}`, issuersByIsin(isin)]);
  if (canonical_key !== undefined) keys.push([`canonical key ${canonical_key}`, issuersByCanonicalKey(canonical_key)]);
  for (const [name, key] of keys) found.push(await byKey(db, name, key, market_id));
  return onlyIssuer(agreed(found, { ticker, lei, isin, canonical_key }), ticker, marketParameter);
}

async function byTicker(db: Database, ticker: string, marketId: string | undefined): Promise<IssuerRow[]> {
  const inMarket = marketId === undefined ? empty : sql`and l.market_id = ${marketId}`;
  const rows = await db.query<IssuerRow>(sql`
    select ${ISSUER_COLUMNS}
    from listings l join issuers i using (issuer_id) left join issuer_financials f using (issuer_id) left join issuer_reports r using (issuer_id)
    where l.ticker_key = ${tickerKey(ticker)} ${inMarket}
    order by i.issuer_id, l.is_home desc, l.market_id`);
  if (rows.length === 0) {
    const where = marketId === undefined ? '' : ` in the market ${marketId}`;
    throw new AsfiledError('not_found', `No listing has the ticker ${ticker}${where}.`);
  }
  const trading = rows.filter(row => row.listing_status !== 'delisted');
  return trading.length > 0 ? trading : rows;
}

async function byKey(
  db: Database,
  name: string,
  key: IssuerByAnyKey,
  marketId: string | undefined,
): Promise<IssuerRow[]> {
  const rows = await db.query<IssuerRow>(sql`
    select ${ISSUER_COLUMNS}
    from (${key}) k join issuers i using (issuer_id) left join issuer_financials f using (issuer_id) left join issuer_reports r using (issuer_id)
    ${shownListing(marketId)}`);
  if (rows.length === 0) throw new AsfiledError('not_found', `No issuer has the ${name}.`);
  return rows;
}

function shownListing(marketId: string | undefined): Sql {
  const join = marketId === undefined ? sql`left join` : sql`join`;
  const inMarket = marketId === undefined ? empty : sql`and market_id = ${marketId}`;
  return sql`${join} lateral (
    select ticker, market_id, status from listings
    where issuer_id = i.issuer_id ${inMarket}
    order by is_home desc, status, market_id, ticker limit 1) l on true`;
}

/** The issuers that every identifier given names, with the listing that the first of them found. */
function agreed(found: readonly IssuerRow[][], question: IssuerQuestion): IssuerRow[] {
  const [first = [], ...others] = found;
  const common = first.filter(row => others.every(rows => rows.some(other => other.issuer_id === row.issuer_id)));
  if (common.length > 0) return common;
  const given = Object.entries(question).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  throw new AsfiledError('bad_request', `These name different issuers: ${given.join(', ')}. Give one of them.`);
}

function onlyIssuer(
  rows: readonly IssuerRow[],
  ticker: string | undefined,
  parameter: 'market' | 'market_id',
): IssuerRow {
  const byIssuer = new Map<string, IssuerRow>();
  for (const row of rows) if (!byIssuer.has(row.issuer_id)) byIssuer.set(row.issuer_id, row);
  const [only, second] = byIssuer.values();
  if (only && !second) return only;
  throw new AsfiledError(
    'ambiguous_ticker',
    `${ticker ?? 'What was given'} names several issuers; add ${parameter}, or give the canonical_key of one of them.`,
    { candidates: [...byIssuer.values()].slice(0, MAX_CANDIDATES).map(toEntityRef), parameter },
  );
}

const MAX_CANDIDATES = 20;

/** The part of an issuer that stands in answers about it. */
export function toEntityRef(row: Pick<IssuerRow, 'canonical_key' | 'company_name' | 'ticker' | 'market_id'>): {
  canonical_key: string;
  company_name: string;
  ticker: string | null;
  market_id: string | null;
} {
  return {
    canonical_key: row.canonical_key,
    company_name: row.company_name,
    ticker: row.ticker,
    market_id: row.market_id,
  };
}
