import { describe, expect, it } from 'vitest';
import { newPerson, PASSWORD, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const api = usePeopleApi(database);

/** Tables with account data that an export excludes, and why. */
const LEFT_OUT: Record<string, string> = {
  passwords: 'a secret; when it was set is there',
  second_factors: 'a secret; since when it is on is there',
  recovery_codes: 'secrets',
  reset_tokens: 'secrets',
  kept_answers: 'answers that were given already, for a day',
  announcements: 'what is about to be a notification',
  ledger_days: 'under usage',
  open_debits: 'debits of the ledger whose responses are being sent',
  oauth_records: 'sessions and apps are there; the rest are secrets',
};

describe('GET /api/user/export', () => {
  it('contains what the account owns, without secrets, and nothing of other accounts', async () => {
    const [mine, other] = [await newPerson(database.db), await newPerson(database.db)];
    await database.db.execute(sql`
      insert into ledger (account_id, usage_day, booked_at, kind, operation, channel, calls, credits)
      values (${mine.accountId}, '2026-03-31', now(), 'debit', 'listFilings', 'rest', 2, -2)`);
    await database.db.execute(sql`
      insert into webhooks (account_id, url, secret) values (${mine.accountId}, 'https://hooks.example.org/1', 'SECRET')`);
    await database.db.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      values (${mine.accountId}, 'us', 'AURW', 'AURW', 1)`);
    await database.db.execute(sql`
      insert into oauth_records (model, digest, record_id, account_id, payload, created_at, client_id)
      values ('Grant', '\\x01', gen_random_uuid(), ${mine.accountId}, 'SEALED', now(), 'some-app')`);
    const { status, json, text } = await api.as(mine, 'GET /api/user/export');
    expect(status).toBe(200);
    expect(json.account).toMatchObject({ id: mine.accountId, email: mine.email, plan: 'free' });
    expect(json).toMatchObject({
      keys: [{ key_id: mine.keyId }],
      watchlist: [{ ticker: 'AURW' }],
      webhooks: [{ url: 'https://hooks.example.org/1' }],
      apps: [{ client_id: 'some-app' }],
      usage: [{ usage_date: '2026-03-31', operation: 'listFilings', calls: 2, credits: -2 }],
      ledger: [{ credits: -2 }],
      audit: [{ kind: 'key_created' }, { kind: 'account_created' }],
      sessions: [],
      cut: [],
    });
    for (const hidden of [mine.key, PASSWORD, 'argon2', 'SECRET', 'SEALED', 'digest', other.accountId, other.email]) {
      expect(text).not.toContain(hidden);
    }
    const empty = await api.as(other, 'GET /api/user/export');
    expect(empty.json).toMatchObject({ watchlist: [], webhooks: [], ledger: [], keys: [{ key_id: other.keyId }] });
  });

  it('covers every table with account data', async () => {
    const tables = await database.db.query<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where column_name = 'account_id' and table_schema = 'public'`);
    const mine = await newPerson(database.db);
    const { json } = await api.as(mine, 'GET /api/user/export');
    const exported: Record<string, string> = {
      accounts: 'account',
      api_keys: 'keys',
      watchlist_entries: 'watchlist',
      saved_screens: 'saved_screens',
      panels: 'panels',
      notifications: 'notifications',
      webhooks: 'webhooks',
      ledger: 'ledger',
      audit_events: 'audit',
    };
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      expect(name in LEFT_OUT || exported[name] !== undefined, name).toBe(true);
      const section = exported[name];
      if (section !== undefined) expect(json).toHaveProperty(section);
    }
  });

  it('allows a few exports in a row, then one a minute', async () => {
    const mine = await newPerson(database.db);
    const requested = await Promise.all(Array.from({ length: 7 }, () => api.as(mine, 'GET /api/user/export')));
    expect(requested.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = requested.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(50);
  });

  it('requires the scope account:read', async () => {
    const reader = await newPerson(database.db, 'business', ['data:read']);
    expect((await api.as(reader, 'GET /api/user/export')).json.scope_required).toBe('account:read');
  });
});
