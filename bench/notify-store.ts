import { randomBytes } from 'node:crypto';
import { createKey } from '../server/src/accounts/keys/api-keys.ts';
import { copyLine, type Database, sql, type Transaction } from '../server/src/db/database.ts';
import { queueFilingEvents } from '../server/src/domain/filings/filings/part.ts';
import { filingLine, mergeFilings } from '../server/src/domain/filings/filings/store/filings.ts';
import type { Filing } from '../server/src/domain/filings/issuers/model/issuer.ts';
import { eventIdOf } from '../server/src/domain/kit/store/outbox.ts';
import { filingId, uuidV5 } from '../server/src/kernel/ids.ts';
import { issuerName, issuerTicker } from './serving-store.ts';

/** Fictional companies with filings, and accounts that watch them. */

export const ISSUERS = 5_000;
const WATCHERS = 2_000;
const ENTRIES_OF_WATCHER = 20;

/** The measured account, which watches every issuer. */
export interface Probe {
  accountId: string;
  key: string;
}

/** Fills an empty store; issuer ids are 1 to {@link ISSUERS}. */
export async function fillWatchedStore(db: Database): Promise<Probe> {
  const { accountId, key } = await createKey(db, { email: 'probe@example.org', plan: 'business', name: 'bench' });
  await db.transaction(async tx => {
    const numbers = Array.from({ length: ISSUERS }, (_, n) => n);
    await tx.copy(
      'issuers',
      ['canonical_key', 'company_name', 'market_id'],
      numbers.map(n => copyLine([`cik:${9_100_000 + n}`, issuerName(n), 'us'])),
    );
    await tx.copy(
      'listings',
      ['issuer_id', 'market_id', 'ticker', 'ticker_key', 'is_home'],
      numbers.map(n => copyLine([n + 1, 'us', issuerTicker(n), issuerTicker(n), true])),
    );
    await tx.execute(sql`
      insert into accounts (email, plan)
      select 'watcher' || n || '@example.org', 'pro' from generate_series(1, ${WATCHERS}::integer) n`);
    await tx.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select a.account_id, 'us', l.ticker_key, l.ticker, l.issuer_id
      from (select account_id, row_number() over (order by email) as n from accounts where email like 'watcher%') a
      cross join generate_series(1, ${ENTRIES_OF_WATCHER}::integer) e
      join listings l on l.issuer_id = 1 + (a.n * 7919 + e * 104729) % ${ISSUERS}::integer
      on conflict do nothing`);
    await tx.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select ${accountId}, 'us', ticker_key, ticker, issuer_id from listings`);
  });
  await analyze(db);
  return { accountId, key };
}

async function analyze(db: Database): Promise<void> {
  for (const table of [sql`issuers`, sql`listings`, sql`watchlist_entries`, sql`accounts`]) {
    await db.execute(sql`analyze ${table}`);
  }
}

/** Stores a filing of this moment with its announcement, as the pipeline does; returns its id. */
export async function storeFiling(tx: Transaction, issuerId: number): Promise<string> {
  const nativeId = `bench-${randomBytes(8).toString('hex')}`;
  await mergeFilings(tx, [Buffer.from(filingLine(String(issuerId), filingOf(nativeId, new Date()), 0))]);
  await queueFilingEvents(tx, 'sec-edgar', [String(issuerId)], new Date(Date.now() - 3_600_000).toISOString());
  return filingId('sec-edgar', nativeId);
}

const KINDS = [
  { form: '4', category: 'insider_transaction', group: 'ownership' },
  { form: '8-K', category: 'material_event', group: 'corporate_action' },
  { form: '4', category: 'insider_transaction', group: 'ownership' },
  { form: '10-Q', category: 'interim_report', group: 'periodic' },
  { form: '4', category: 'insider_transaction', group: 'ownership' },
  { form: '424B2', category: 'prospectus', group: 'capital' },
];

function kindOf(n: number): (typeof KINDS)[number] {
  if (n % 10_007 === 0) return { form: '15-12B', category: 'listing_change', group: 'corporate_action' };
  return KINDS[n % KINDS.length] ?? { form: '8-K', category: 'material_event', group: 'corporate_action' };
}

function filingOf(nativeId: string, knownAt: Date, n = 1): Filing {
  const { form, category, group } = kindOf(n);
  const instant = knownAt.toISOString();
  return {
    registry: 'sec-edgar',
    nativeId,
    formType: form,
    category,
    categoryGroup: group,
    filingDate: instant.slice(0, 10),
    acceptedAt: instant,
    knownAt: instant,
    periodEnd: null,
    title: form,
    language: 'en',
    itemCodes: [],
    isAmendment: false,
    primaryDocument: 'filing.htm',
    url: `https://registry.example/${nativeId}`,
    hasXbrl: false,
  };
}

const DAY_MS = 86_400_000;
const EVENT_COLUMNS = [
  'event_id',
  'event_type',
  'event_key',
  'data',
  'title',
  'category',
  'filing_id',
  'url',
  'known_at',
];
const NOTIFICATION_COLUMNS = [
  'account_id',
  'event_id',
  'created_at',
  'read_at',
  'event_type',
  'category',
  'category_group',
  'canonical_key',
  'company_name',
  'ticker',
  'ticker_key',
  'market_id',
];

/** `count` filings of the last `days` days, evenly spread over time and issuers. */
export async function fillFilings(db: Database, count: number, days: number): Promise<void> {
  await db.transaction(async tx => {
    await tx.copy(
      'filings',
      FILING_COLUMNS,
      (function* () {
        for (let n = 0; n < count; n++) {
          const at = new Date(Date.now() - 60_000 - (n / count) * days * DAY_MS);
          yield filingLine(String(1 + ((n * 7919) % ISSUERS)), filingOf(`many-${n}`, at, n), 0);
        }
      })(),
    );
  });
  await db.execute(sql`vacuum analyze filings`);
}

const FILING_COLUMNS =
  'issuer_id registry native_id filing_uuid form_type category category_group filing_date accepted_at known_at period_end title language item_codes is_amendment amends primary_document url has_xbrl precedence'.split(
    ' ',
  );

/** `count` notifications of the last 60 days: one in ten of the probe, the others spread over the other accounts. */
export async function fillNotifications(db: Database, probe: Probe, count: number): Promise<void> {
  const others = await db.query<{ account_id: string }>(
    sql`select account_id from accounts where email like 'watcher%'`,
  );
  const eventOf = (n: number): string => uuidV5(`bench event ${n}`);
  const events = Math.ceil(count / 10);
  await db.transaction(async tx => {
    await tx.copy(
      'events',
      EVENT_COLUMNS,
      (function* () {
        for (let n = 0; n < events; n++) {
          const { form, category } = kindOf(n);
          const id = filingId('sec-edgar', `many-${n}`);
          const moment = new Date(Date.now() - 60_000).toISOString();
          yield copyLine([
            eventOf(n),
            'filing.discovered',
            id,
            '{}',
            form,
            category,
            id,
            'https://registry.example',
            moment,
          ]);
        }
      })(),
    );
    await tx.copy(
      'notifications',
      NOTIFICATION_COLUMNS,
      (function* () {
        for (let n = 0; n < count; n++) {
          const of = Math.floor(n / 10);
          const account = n % 10 === 0 ? probe.accountId : (others[(of + n * 13) % others.length]?.account_id ?? '');
          const at = new Date(Date.now() - 60_000 - (of / events) * 60 * DAY_MS).toISOString();
          const { category, group } = kindOf(of);
          const issuer = (of * 7919) % ISSUERS;
          const ticker = issuerTicker(issuer);
          const read = of % 5 === 0 ? null : at;
          const company = [`cik:${9_100_000 + issuer}`, issuerName(issuer), ticker, ticker, 'us'];
          yield copyLine([account, eventOf(of), at, read, 'filing.discovered', category, group, ...company]);
        }
      })(),
    );
  });
  await db.execute(sql`vacuum analyze notifications`);
  await db.execute(sql`vacuum analyze events`);
}

/** The id of the notification of a filing. */
export function notificationOf(filing: string): string {
  return eventIdOf({ eventType: 'filing.discovered', eventKey: filing });
}
