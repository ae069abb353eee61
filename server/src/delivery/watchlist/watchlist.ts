import { limitReached, ownAccount, ownLimits } from '../../accounts/views/own-account.ts';
import { type Database, empty, sql, type Transaction } from '../../db/database.ts';
import { type EntityRefRow, toEntityRef } from '../../domain/filings/issuers/views/entity.ts';
import {
  type FoundEntity,
  issuerIdsOf,
  MAX_SUGGESTIONS,
  nameOfListing,
  similarTickers,
} from '../../domain/filings/issuers/views/find-issuer.ts';
import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { namedTicker, tickerKeys } from '../../kernel/identifiers/ticker-keys.ts';
import { tickerKey } from '../../kernel/ids.ts';
import type { WatchlistEntry } from './watchlist-shapes.ts';

interface EntryRow extends EntityRefRow {
  note: string | null;
  event_types: WatchlistEntry['alerts']['event_types'];
  form_types: string[];
  created_at: string;
}

/** The whole watchlist of the calling account, most recently added first, with the limit of its plan. */
export async function readWatchlist(
  context: OperationContext,
): Promise<{ items: WatchlistEntry[]; total: number; limit: number }> {
  const rows = await context.db.query<EntryRow>(sql`
    select e.canonical_key, e.company_name, w.ticker, w.market_id, w.note, w.event_types, w.form_types, w.created_at
    from watchlist_entries w
    join issuers i on i.issuer_id = w.issuer_id join issuers e on e.issuer_id = i.entity_id
    where w.account_id = ${ownAccount(context).accountId}
    order by w.created_at desc, w.market_id, w.ticker_key`);
  const items = rows.map(({ event_types, form_types, created_at, note, ...entity }) => ({
    ...entity,
    note,
    alerts: { event_types, form_types },
    created_at,
  }));
  return { items, total: items.length, limit: ownLimits(context).watchlistEntries };
}

/** The listing of a watchlist entry. */
export interface WatchedListing {
  issuerId: string;
  marketId: string;
  ticker: string;
  tickerKey: string;
}

/** The listing of an entity that was found by ticker, with its registrant. */
export async function watchedListing(db: Database, entity: FoundEntity): Promise<WatchedListing> {
  const listing = await db.queryOne<WatchedListing>(sql`
    select issuer_id as "issuerId", market_id as "marketId", ticker, ticker_key as "tickerKey" from listings
    where issuer_id = any(${issuerIdsOf(entity)}::bigint[]) and market_id = ${entity.market_id} and ticker = ${entity.ticker}
    order by coalesce(is_entity_home, is_home) desc, issuer_id limit 1`);
  if (listing !== null) return listing;
  throw new AsfiledError('not_found', `${entity.company_name} has no listing to watch.`);
}

/** Locks a watchlist against concurrent changes until the transaction ends, so that it cannot exceed the plan's limit. */
export async function lockWatchlist(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${LOCK_SEED}))`);
}

/** Like {@link lockWatchlist}, but returns false if another transaction holds the lock; for long operations. */
export async function tryLockWatchlist(tx: Transaction, accountId: string): Promise<boolean> {
  const row = await tx.queryOne<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${accountId}, ${LOCK_SEED})) as locked`);
  return row?.locked === true;
}

/** Separates these advisory locks from others in the same database. */
const LOCK_SEED = 7_203_117;

/** The number of watchlist entries of an account. */
export async function countEntries(tx: Transaction, accountId: string): Promise<number> {
  const row = await tx.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from watchlist_entries where account_id = ${accountId}`);
  return row?.count ?? 0;
}

/** The error for a full watchlist: names the plan that allows more entries, if there is one. */
export function watchlistIsFull(context: OperationContext): AsfiledError {
  return limitReached(context, 'watchlistEntries', {
    what: 'Watchlist',
    unit: 'entries',
    remedy: 'Remove an entry first.',
  });
}

/**
 * Finds the watchlist entry of an account by ticker, and locks it. Throws `not_found`, or `ambiguous_ticker` with the
 * matching entries.
 */
export async function findEntry(
  tx: Transaction,
  accountId: string,
  ticker: string,
  marketId: string | undefined,
): Promise<{ marketId: string; tickerKey: string }> {
  const inMarket = marketId === undefined ? empty : sql`and w.market_id = ${marketId}`;
  const named = marketId === undefined ? namedTicker(ticker) : null;
  const isNamed =
    named === null
      ? empty
      : sql`or (w.market_id = ${named.marketId} and w.ticker_key = any(${tickerKeys(named.ticker, named.marketId)}))`;
  const keys =
    marketId === undefined ? ['hk', 'cn'].flatMap(market => tickerKeys(ticker, market)) : tickerKeys(ticker, marketId);
  const rows = await tx.query<EntityRefRow & { market_id: string; ticker_key: string }>(sql`
    select e.canonical_key, e.company_name, w.ticker, w.market_id, w.ticker_key
    from watchlist_entries w
    join issuers i on i.issuer_id = w.issuer_id join issuers e on e.issuer_id = i.entity_id
    where w.account_id = ${accountId} and ((w.ticker_key = any(${keys}) ${inMarket}) ${isNamed})
    order by w.market_id, w.ticker_key for update of w`);
  const [only, second] = rows;
  if (only === undefined) {
    const where = marketId === undefined ? '' : ` in the market ${marketId}`;
    const suggestions = await nearestEntries(tx, accountId, ticker);
    const hint = suggestions.length === 0 ? '' : ` The nearest: ${suggestions.map(nameOfListing).join(', ')}.`;
    throw new AsfiledError('not_found', `${ticker}${where} is not on the watchlist.${hint}`, { suggestions });
  }
  if (second === undefined) return { marketId: only.market_id, tickerKey: only.ticker_key };
  throw new AsfiledError('ambiguous_ticker', `${ticker} matches several listings on the watchlist. Add market_id.`, {
    candidates: rows.map(({ ticker_key: _, ...entity }) => entity),
    parameter: 'market_id',
  });
}

/** The watchlist entries whose ticker is the same in another market, or differs in one letter. */
async function nearestEntries(tx: Transaction, accountId: string, ticker: string): Promise<EntityRefRow[]> {
  const key = tickerKey(ticker);
  const rows = await tx.query<EntityRefRow>(sql`
    select e.canonical_key, e.company_name, w.ticker, w.market_id
    from watchlist_entries w join issuers i on i.issuer_id = w.issuer_id join issuers e on e.issuer_id = i.entity_id
    where w.account_id = ${accountId} and w.ticker_key = any(${[key, ...similarTickers(key)]}::text[])
    order by w.ticker_key, w.market_id limit ${MAX_SUGGESTIONS}::integer`);
  return rows.map(toEntityRef);
}
