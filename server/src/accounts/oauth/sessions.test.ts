import type { AdapterPayload } from 'oidc-provider';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { createKey } from '../keys/api-keys.ts';
import { describeGrant } from './apps.ts';
import { loadOAuthKeys } from './oauth-keys.ts';
import { digestOfId, RecordAdapter } from './record-adapter.ts';
import { endAllSessions, purgeRecords } from './sessions.ts';

const database = useTestDatabase();
const box = new SecretBox(Buffer.alloc(32, 7));
const DAY_MS = 86_400_000;
const adapter = (model: string) => new RecordAdapter(model, database.db, box);

async function models(): Promise<string[]> {
  const rows = await database.db.query<{ model: string }>(sql`select model from oauth_records order by model`);
  return rows.map(({ model }) => model);
}

it('deletes expired records, and registered clients without grants', async () => {
  await adapter('Client').upsert('used', { client_id: 'used' });
  await adapter('Client').upsert('unused', { client_id: 'unused' });
  await adapter('Grant').upsert('grant', { clientId: 'used' }, 365 * 86_400);
  await adapter('Interaction').upsert('interaction', {}, 60);
  await purgeRecords(database.db, new Date());
  expect(await models()).toEqual(['Client', 'Client', 'Grant', 'Interaction']);
  await purgeRecords(database.db, new Date(Date.now() + DAY_MS - 60_000));
  expect(await models()).toEqual(['Client', 'Client', 'Grant']);
  await purgeRecords(database.db, new Date(Date.now() + DAY_MS + 60_000));
  expect(await models()).toEqual(['Client', 'Grant']);
  expect(await adapter('Client').find('used')).toEqual({ client_id: 'used' });
});

it('keeps a client that was approved for 90 days after its last approval, though its grant has ended', async () => {
  await adapter('Client').upsert('approved', { client_id: 'approved' });
  const account = await createKey(database.db, { email: 'carol@example.org', plan: 'free', name: 'test' });
  await adapter('Grant').upsert(
    'approval',
    { clientId: 'approved', accountId: account.accountId } as AdapterPayload,
    60,
  );
  await describeGrant(database.db, digestOfId('approval'), { name: 'Approved', host: 'apps.example' });
  await adapter('Grant').destroy('approval');
  await purgeRecords(database.db, new Date(Date.now() + 89 * DAY_MS));
  expect(await adapter('Client').find('approved')).toEqual({ client_id: 'approved' });
  await purgeRecords(database.db, new Date(Date.now() + 91 * DAY_MS));
  expect(await adapter('Client').find('approved')).toBeUndefined();
});

it("ends all sessions of one account within the caller's transaction", async () => {
  const [ada, bob] = await Promise.all(
    ['ada', 'bob'].map(name => createKey(database.db, { email: `${name}@example.org`, plan: 'free', name: 'test' })),
  );
  for (const [id, accountId] of [
    ['a', ada?.accountId],
    ['b', bob?.accountId],
  ] as const) {
    await adapter('Session').upsert(
      `session-${id}`,
      { uid: id, accountId, loginTs: 1_774_958_400 } as AdapterPayload,
      60,
    );
    await adapter('AccessToken').upsert(
      `token-${id}`,
      { accountId, scope: 'data:read', aud: 'http://localhost/api' },
      60,
    );
  }
  await database.db.transaction(tx => endAllSessions(tx, ada?.accountId ?? ''));
  expect(await adapter('Session').find('session-a')).toBeUndefined();
  expect(await adapter('AccessToken').find('token-a')).toBeUndefined();
  expect(await adapter('Session').findByUid('b')).toMatchObject({ accountId: bob?.accountId });
  expect(await adapter('AccessToken').find('token-b')).toMatchObject({ aud: 'http://localhost/api' });
});

it('lets a one-time code be consumed once under concurrent use', async () => {
  await adapter('RefreshToken').upsert('refresh', { clientId: 'used' }, 60);
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => adapter('RefreshToken').consume('refresh')));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await adapter('RefreshToken').find('refresh')).toMatchObject({ consumed: expect.any(Number) });
});

it('creates one set of keys for all processes, readable only with the right secret', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => loadOAuthKeys(database.db, box)));
  for (const keys of made) expect(keys).toEqual(made[0]);
  expect(made[0]?.jwks.keys[0]).toMatchObject({ alg: 'ES256', crv: 'P-256' });
  await expect(loadOAuthKeys(database.db, new SecretBox(Buffer.alloc(32, 8)))).rejects.toThrow();
});

it('keeps at most 10,000 clients that nobody approved, the newest, and every approved one', async () => {
  await database.db.execute(sql`delete from oauth_records`);
  await adapter('Client').upsert('approved', { client_id: 'approved' });
  await adapter('Grant').upsert('grant', { clientId: 'approved' }, 365 * 86_400);
  // Everything before it is older than the clients that follow.
  await database.db.execute(sql`update oauth_records set created_at = now() - interval '12 hours'`);
  await database.db.execute(sql`
    insert into oauth_records (record_id, model, digest, payload, client_id, created_at)
    select gen_random_uuid(), 'Client', sha256(convert_to(n::text, 'UTF8')), payload, 'flood-' || lpad(n::text, 5, '0'), now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, 10003) as n, (select payload from oauth_records where model = 'Client') as one`);
  await purgeRecords(database.db, new Date());
  const kept = await database.db.queryOne<{ count: number; oldest: string }>(sql`
    select count(*)::int as count, min(client_id) as oldest from oauth_records where client_id like 'flood-%'`);
  expect(kept).toEqual({ count: 10_000, oldest: 'flood-00004' });
  expect(await adapter('Client').find('approved')).toEqual({ client_id: 'approved' });
});
