import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import type { WantedTicker } from './screen-question.ts';

/** Fictional issuers that a screen of all companies leaves out. */
export function fictionalFigures(db: Database, marketId: string | undefined): Promise<string[]> {
  return fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`select from annual_amounts where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
}

/** Whether the company of a row `a` has a registrant or a listing in the market; begins with `and`, or is empty. */
export function isInMarket(marketId: string | undefined): Sql {
  if (marketId === undefined) return empty;
  return sql`and a.issuer_id in (
    select i.issuer_id from issuers i
    where i.market_id = ${marketId} or i.entity_id in (
      select o.entity_id from listings l join issuers o on o.issuer_id = l.issuer_id where l.market_id = ${marketId}))`;
}

/** The companies of a screen: all, or those of a market, or those named. */
export interface WantedCompanies {
  tickers?: readonly WantedTicker[] | undefined;
  market_id?: string | undefined;
}

/** The wanted companies as rows: by ticker key and market, or by canonical key. */
function wantedRows(wanted: readonly WantedTicker[], marketId: string | undefined): string {
  return JSON.stringify(
    wanted.map(ticker =>
      'canonicalKey' in ticker
        ? { named: ticker.canonicalKey }
        : { key: tickerKey(ticker.ticker), market: ticker.marketId ?? marketId ?? null },
    ),
  );
}

/** The wanted companies that the store does not know, as the request names them. */
export async function findUnknown(
  db: Database,
  wanted: readonly WantedTicker[],
  marketId: string | undefined,
): Promise<string[]> {
  const rows = await db.query<{ place: number }>(sql`
    select w.place::integer from rows from (json_to_recordset(${wantedRows(wanted, marketId)}::json)
      as (key text, market text, named text)) with ordinality as w (key, market, named, place)
    where not exists (select from listings l where l.ticker_key = w.key and (w.market is null or l.market_id = w.market))
      and not exists (select from issuers o where o.canonical_key = w.named)
    order by w.place`);
  return [...new Set(rows.flatMap(({ place }) => nameOf(wanted[place - 1])))];
}

function nameOf(wanted: WantedTicker | undefined): string[] {
  if (wanted === undefined) return [];
  if ('canonicalKey' in wanted) return [wanted.canonicalKey];
  return [wanted.marketId === null ? wanted.ticker : `${wanted.marketId}.${wanted.ticker}`];
}

/** Whether a row `a` is of a wanted company; begins with `and`, or is empty. */
export function isWanted({ tickers: wanted, market_id: marketId }: WantedCompanies): Sql {
  if (wanted === undefined) return empty;
  const rows = wantedRows(wanted, marketId);
  return sql`and a.issuer_id in (
    select i.issuer_id from issuers i where i.entity_id in (
      select o.entity_id from json_to_recordset(${rows}::json) as w (key text, market text)
        join listings l on l.ticker_key = w.key and (w.market is null or l.market_id = w.market)
        join issuers o on o.issuer_id = l.issuer_id
      union all
      select o.entity_id from json_to_recordset(${rows}::json) as w (named text)
        join issuers o on o.canonical_key = w.named))`;
}
