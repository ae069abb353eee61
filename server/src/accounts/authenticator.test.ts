import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { WAIT_LIMIT_MS } from '../../test/wait-limit.ts';
import { sql } from '../db/database.ts';
import { createListener, type Listener } from '../db/listener.ts';
import { setPlan } from './accounts.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { revokeAccountKey } from './keys/account-keys.ts';
import { createKey, revokeKey } from './keys/api-keys.ts';

const database = useTestDatabase();
let now = new Date('2026-03-31T12:00:00Z');
let monotonicMs = 5_000;
let authenticator: Authenticator;
/** Well-formed, and no account's. */
const UNKNOWN = `afk_${'x'.repeat(43)}`;
let emails = 0;

beforeEach(() => {
  now = new Date('2026-03-31T12:00:00Z');
  authenticator = createAuthenticator({ db: database.db, now: () => now, monotonicMs: () => monotonicMs });
});

function newKey(expiresAt: string | null = null) {
  return createKey(database.db, { email: `key${++emails}@example.org`, plan: 'pro', name: 'test', expiresAt });
}

describe('API keys', () => {
  it('consist of afk_ and 32 random bytes, and are stored as a digest only', async () => {
    const { key } = await newKey();
    expect(key).toMatch(/^afk_[A-Za-z0-9_-]{43}$/);
    const rows = await database.db.query<{ text: string }>(sql`select to_jsonb(k)::text as text from api_keys k`);
    expect(rows.some(({ text }) => text.includes(key))).toBe(false);
    expect(rows.some(({ text }) => text.includes(key.slice(0, 10)))).toBe(true);
  });

  it('created for one email address belong to one account with the latest plan', async () => {
    const first = await createKey(database.db, { email: 'One@Example.org', plan: 'free', name: 'a' });
    const second = await createKey(database.db, { email: 'one@example.org ', plan: 'business', name: 'b' });
    expect(second.accountId).toBe(first.accountId);
    expect(await authenticator.authenticate(first.key)).toMatchObject({ account: { plan: 'business' } });
  });
});

describe('two processes', () => {
  const HOUR_MS = 3_600_000;
  let listener: Listener;
  let other: Authenticator;
  beforeEach(() => {
    listener = createListener(database.connection, 'test');
    // Caches so long that only the notice can end it.
    other = createAuthenticator({ db: database.db, now: () => now, listener, cacheMs: HOUR_MS });
  });
  afterEach(async () => {
    other.close();
    await listener.close();
  });

  /** Caches the secret of the other process, with its listener connected. */
  async function cache(secret: string): Promise<void> {
    const connected = new Promise<void>(resolve => listener.on('asfiled_credentials', () => resolve()));
    await database.db.execute(sql`select pg_notify('asfiled_credentials', '')`);
    await connected;
    await expect.poll(async () => [await other.authenticate(secret), other.known(secret)]).not.toContain(null);
    await sleep(50);
    await other.authenticate(secret);
    expect(other.known(secret)).not.toBeUndefined();
  }
  const drops = (secret: string) =>
    expect.poll(() => other.known(secret), { interval: 5, timeout: WAIT_LIMIT_MS }).toBeUndefined();

  it('refuse a revoked key, whichever of them or an operator revoked it', async () => {
    const { key, keyId, accountId } = await newKey();
    await cache(key);
    await revokeAccountKey(database.db, accountId, keyId, now);
    await drops(key);
    expect(await other.authenticate(key)).toBeNull();
    const second = await newKey();
    await cache(second.key);
    await revokeKey(database.db, second.keyId, now);
    await drops(second.key);
    const third = await newKey();
    await cache(third.key);
    await database.db.execute(sql`delete from accounts where account_id = ${third.accountId}`);
    await drops(third.key);
  });

  it('refuse a token whose own record, grant or session is deleted', async () => {
    const { key } = await newKey();
    for (const model of ['AccessToken', 'Grant', 'Session']) {
      const digest = randomBytes(32);
      await database.db.execute(sql`
        insert into oauth_records (model, digest, record_id, payload, created_at)
        values (${model}, ${digest}, gen_random_uuid(), ${Buffer.alloc(1)}, now())`);
      await cache(key);
      await database.db.execute(sql`delete from oauth_records where model = ${model} and digest = ${digest}`);
      await drops(key);
    }
  });

  it('apply a changed plan at once', async () => {
    const { key, accountId } = await newKey();
    await cache(key);
    await setPlan(database.db, accountId, 'business');
    await drops(key);
    expect(await other.authenticate(key)).toMatchObject({ account: { plan: 'business' } });
  });
});

describe('createAuthenticator', () => {
  it('resolves a key to its account', async () => {
    const { key, accountId, keyId } = await newKey();
    expect(authenticator.known(key)).toBeUndefined();
    const authentication = await authenticator.authenticate(key);
    expect(authentication).toMatchObject({
      credential: { kind: 'key', id: keyId },
      account: { accountId, plan: 'pro' },
    });
    expect(authenticator.known(key)).toEqual(authentication);
  });

  it('rejects unknown, empty, oversized and truncated secrets', async () => {
    const { key } = await newKey();
    for (const secret of ['', 'afk_', key.slice(0, -1), `${key} `, key.toUpperCase(), 'x'.repeat(100_000), '\u0000']) {
      expect(await authenticator.authenticate(secret)).toBeNull();
    }
  });

  it('rejects a revoked key within a second of monotonic time, even if the clock is set back', async () => {
    const { key, keyId } = await newKey();
    expect(await authenticator.authenticate(key)).not.toBeNull();
    expect(await revokeKey(database.db, keyId, now)).toBe(true);
    now = new Date(now.getTime() - 3_600_000);
    monotonicMs += 999;
    expect(authenticator.known(key)).not.toBeUndefined();
    monotonicMs += 2;
    expect(authenticator.known(key)).toBeUndefined();
    expect(await authenticator.authenticate(key)).toBeNull();
    expect(await revokeKey(database.db, keyId, now)).toBe(false);
  });

  it('applies a changed plan and a deleted account within a second', async () => {
    const { key, accountId } = await newKey();
    expect(await authenticator.authenticate(key)).toMatchObject({ account: { plan: 'pro' } });
    await database.db.execute(sql`update accounts set plan = 'business' where account_id = ${accountId}`);
    monotonicMs += 1_001;
    expect(await authenticator.authenticate(key)).toMatchObject({ account: { plan: 'business' } });
    await database.db.execute(sql`delete from accounts where account_id = ${accountId}`);
    monotonicMs += 1_001;
    expect(await authenticator.authenticate(key)).toBeNull();
  });

  it('counts the second from the start of a lookup, so that a slow one is not cached for longer', async () => {
    const { key } = await newKey();
    const looked = authenticator.authenticate(key);
    monotonicMs += 900;
    await looked;
    monotonicMs += 101;
    expect(authenticator.known(key)).toBeUndefined();
  });

  it('does not cache or share a lookup that started before the cache was dropped', async () => {
    const { key, keyId } = await newKey();
    const early = authenticator.authenticate(key);
    authenticator.forget();
    await revokeKey(database.db, keyId, now);
    expect(await authenticator.authenticate(key)).toBeNull();
    await early;
    expect(authenticator.known(key)).toBeNull();
  });

  it('rejects an expired key, cached or not', async () => {
    const { key } = await newKey('2026-03-31T12:00:00.500Z');
    expect(await authenticator.authenticate(key)).not.toBeNull();
    now = new Date('2026-03-31T12:00:00.500Z');
    expect(authenticator.known(key)).toBeNull();
    expect(await authenticator.authenticate(key)).toBeNull();
  });

  it('queries the database once for concurrent calls, and caches wrong secrets too', async () => {
    let lookups = 0;
    const db = database.db;
    const counting = Object.assign(Object.create(db), {
      queryOne: (statement: Parameters<typeof db.queryOne>[0]) => {
        lookups++;
        return db.queryOne(statement);
      },
    });
    const counted = createAuthenticator({ db: counting, now: () => now });
    await Promise.all(Array.from({ length: 20 }, () => counted.authenticate(UNKNOWN)));
    expect(lookups).toBe(1);
    expect(counted.known(UNKNOWN)).toBeNull();
  });

  it('records the last use at most once a minute', async () => {
    const { key, keyId } = await newKey();
    const lastUse = async () =>
      (
        await database.db.queryOne<{ at: string | null }>(
          sql`select last_used_at as at from api_keys where key_id = ${keyId}`,
        )
      )?.at;
    expect(await lastUse()).toBeNull();
    await authenticator.authenticate(key);
    expect(await lastUse()).toBe('2026-03-31T12:00:00Z');
    now = new Date('2026-03-31T12:00:30Z');
    await authenticator.authenticate(key);
    expect(await lastUse()).toBe('2026-03-31T12:00:00Z');
    now = new Date('2026-03-31T12:01:01Z');
    await authenticator.authenticate(key);
    expect(await lastUse()).toBe('2026-03-31T12:01:01Z');
  });
});
