import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAccount } from '../src/accounts/export-account.ts';
import { createKey } from '../src/accounts/keys/api-keys.ts';
import { type Database, sql } from '../src/db/database.ts';
import { WebhookSender } from '../src/delivery/webhooks/webhook-sender.ts';
import { type AnyOperation, EVENT_STREAM } from '../src/domain/kit/operation.ts';
import { JobSystem } from '../src/jobs/job-system.ts';
import { createLog } from '../src/kernel/log.ts';
import { pathParameters } from '../src/transports/http/input-parsing.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
import { newPerson, type Person, SECRET_BOX } from './accounts/people.ts';
import { type ApiResponse, createTestApi, type TestApi } from './api.ts';
import { callOf } from './checks/operation-call.ts';
import { useTestDatabase } from './database.ts';
import { seedSmallStore } from './seeds/issuers.ts';

const database = useTestDatabase();
let api: TestApi;
let jobs: JobSystem;
let sender: WebhookSender;
let owner: Person;
let stranger: Person;
let beginner: Person;
let reader: Person;
/** A key that the owner had. */
let revoked: string;

/** A mark in everything that the owner named or noted. */
const MARK = 'owner-mark';
const ID = '0b0c3f51-7d7c-4c0e-8a55-6f3f6a6f9a01';

beforeAll(async () => {
  await seedSmallStore(database.db);
  const { db, connection } = database;
  jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  sender = new WebhookSender({ secretBox: SECRET_BOX, allowPrivate: false });
  api = await createTestApi(db, { secretBox: SECRET_BOX, webhooks: { sender, jobs } });
  owner = await newPerson(database.db, 'business');
  stranger = await newPerson(database.db, 'business');
  beginner = await newPerson(database.db, 'free');
  reader = await newPerson(database.db, 'business', ['data:read', 'account:read']);
  const former = await createKey(database.db, { email: owner.email, plan: 'business', name: 'former' });
  await database.db.execute(sql`update api_keys set revoked_at = now() where key_id = ${former.keyId}`);
  revoked = former.key;
  await ownEverything(database.db, owner);
});
afterAll(async () => {
  await api.server.close();
  await sender.close();
  await jobs.stop(1_000);
});

/** Ids of what the owner has, by the parameters that take them. */
const OWNED: Record<string, unknown> = {
  webhook_id: ID,
  delivery_id: ID,
  notification_id: ID,
  session_id: ID,
  client_id: `${MARK}-app`,
  ticker: 'AURW',
  market_id: 'us',
};

async function ownEverything(db: Database, { accountId }: Person): Promise<void> {
  const secret = Buffer.alloc(1);
  await db.execute(sql`update api_keys set name = ${MARK} where account_id = ${accountId}`);
  await db.execute(sql`
    insert into webhooks (webhook_id, account_id, url, event_types, secret)
    values (${ID}, ${accountId}, ${`https://${MARK}.example/`}, '{}', ${secret})`);
  await db.execute(sql`
    insert into webhook_deliveries (webhook_id, delivery_id, event_type, data, status)
    values (${ID}, ${ID}, 'filing.discovered', ${JSON.stringify({ mark: MARK })}, 'failed')`);
  await db.execute(sql`
    insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id, note)
    select ${accountId}, 'us', 'AURW', 'AURW', issuer_id, ${MARK} from listings where ticker = 'AURW' limit 1`);
  await db.execute(sql`
    insert into notifications (account_id, event_id, created_at, event_type, company_name)
    values (${accountId}, ${ID}, now(), 'filing.discovered', ${MARK})`);
  for (const [model, sessionUid] of [
    ['Session', MARK],
    ['Grant', null],
  ]) {
    await db.execute(sql`
      insert into oauth_records (model, digest, record_id, account_id, client_id, session_uid, payload, details, created_at,
        expires_at)
      values (${model}, ${Buffer.from(`${model}`)}, ${ID}, ${accountId}, ${`${MARK}-app`}, ${sessionUid}, ${secret},
        ${JSON.stringify({ name: MARK, address: MARK })}, now(), now() + interval '1 day')`);
  }
}

/** What the owner has, without what changes by itself. */
async function stateOf({ accountId }: Person): Promise<string> {
  return JSON.stringify(await exportAccount(database.db, accountId));
}

const WALKED = OPERATIONS.filter(({ mediaType }) => mediaType !== EVENT_STREAM);

/** Ways to call an operation with the ids of the owner: headers of a request to its route. */
const CALLERS: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'another account': async () => ({ 'x-api-key': stranger.key }),
  'an account on the free plan': async () => ({ 'x-api-key': beginner.key }),
  'a key without scopes to write': async () => ({ 'x-api-key': reader.key }),
  'a revoked key of the owner': async () => ({ 'x-api-key': revoked }),
  'an unknown key': async () => ({ 'x-api-key': `${owner.key.slice(0, -4)}zzzz` }),
  nobody: async () => ({}),
};

const PROBES = [
  ...WALKED.flatMap(operation => Object.keys(CALLERS).map(caller => ({ operation, caller }))),
  ...WALKED.filter(({ tool }) => typeof tool === 'string').map(operation => ({ operation, caller: 'an agent' })),
].map(probe => ({ ...probe, title: `${probe.operation.name} by ${probe.caller}` }));

async function answerTo(operation: AnyOperation, caller: string, input: Record<string, unknown>): Promise<ApiResponse> {
  if (caller !== 'an agent') {
    const headers = (await CALLERS[caller]?.()) ?? {};
    return api.ask({ ...callOf(operation, input), headers });
  }
  const params = { name: operation.tool, arguments: input };
  return api.ask({
    method: 'POST',
    url: '/mcp',
    headers: { 'x-api-key': stranger.key, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
}

it('asks every operation in every way', () => {
  expect(PROBES.length).toBeGreaterThanOrEqual(574);
});

describe(`${PROBES.length} probes with the ids of another account`, () => {
  it.each(PROBES)('$title shows and changes nothing of it', async ({ operation, caller }) => {
    const before = await stateOf(owner);
    const input = { ...operation.example, ...ownedInputs(operation.input.shape) };
    const { status, text } = await answerTo(operation, caller, input);
    expect(status, text.slice(0, 200)).toBeLessThan(500);
    const isOwnersId = pathParameters(operation.route).some(name => /^(?:[a-z]+)_id$/.test(name) && name in OWNED);
    if (caller === 'another account' && operation.route.includes(' /api/user/') && isOwnersId)
      expect([404, 422]).toContain(status);
    const isRefused = ['a revoked key of the owner', 'an unknown key', 'nobody'].includes(caller);
    if (isRefused && operation.plan !== 'public') expect(status, text.slice(0, 200)).toBe(401);
    const shown = Object.values(input).some(value => String(value).includes(MARK))
      ? text.replaceAll(`${MARK}-app`, '')
      : text;
    for (const secret of [MARK, owner.email, owner.accountId, owner.keyId]) {
      if (!JSON.stringify(input).includes(secret)) expect(shown, operation.name).not.toContain(secret);
    }
    expect(await stateOf(owner)).toBe(before);
  });

  it('leaves the ids of the owner usable by the owner', async () => {
    for (const path of ['/api/user/webhooks', '/api/user/keys', '/api/user/sessions', '/api/user/apps'] as const) {
      expect((await api.get(path, { 'x-api-key': owner.key })).text, path).toContain(MARK);
    }
  });
});

function ownedInputs(shape: Record<string, unknown>): Record<string, unknown> {
  const ids = { ...OWNED, key_id: owner.keyId };
  return Object.fromEntries(Object.entries(ids).filter(([name]) => name in shape));
}
