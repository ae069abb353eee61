import type { Plan } from '../../src/accounts/account.ts';
import { createKey } from '../../src/accounts/keys/api-keys.ts';
import { type Database, sql } from '../../src/db/database.ts';
import { tickerKey } from '../../src/kernel/ids.ts';
import type { TestApi } from '../api.ts';
import { WAIT_LIMIT_MS } from '../wait-limit.ts';

/** A listing to watch; by default with all alerts. */
export interface Watched {
  issuerId: string;
  ticker: string;
  marketId?: string;
  eventTypes?: string[];
  formTypes?: string[];
}

/** Creates an account that watches listings; returns its id. */
export async function createWatcher(
  db: Database,
  email: string,
  listings: readonly Watched[],
  plan: Plan = 'business',
): Promise<string> {
  const { accountId } = await createKey(db, { email, plan, name: 'test' });
  for (const { issuerId, ticker, marketId = 'us', eventTypes = [], formTypes = [] } of listings) {
    await db.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id, event_types, form_types)
      values (${accountId}, ${marketId}, ${tickerKey(ticker)}, ${ticker}, ${issuerId}, ${eventTypes}, ${formTypes})`);
  }
  return accountId;
}

/** Adds entries to the watchlist of the caller. */
export async function addEntries(api: TestApi, entries: readonly object[]): Promise<void> {
  for (const entry of entries) await api.send('POST', '/api/user/watchlist', entry);
}

/** The notifications of an account as event type and key, oldest first. */
export async function notificationsOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.query<{ event: string }>(sql`
    select n.event_type || ' ' || e.event_key as event from notifications n join events e using (event_id)
    where n.account_id = ${accountId} order by n.created_at, e.event_key`);
  return rows.map(row => row.event);
}

/** Waits until no announcement is pending. */
export async function untilAnnounced(db: Database): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; await new Promise(done => setTimeout(done, 20))) {
    const waiting = await db.query(sql`select from announcements where announced_at is null limit 1`);
    if (waiting.length === 0) return;
  }
  throw new Error('announcements are still pending');
}
