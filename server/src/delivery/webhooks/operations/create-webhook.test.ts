import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { createTestApi, type TestApi } from '../../../../test/api.ts';
import { DEFAULT_PLANS } from '../../../accounts/plans.ts';
import { sql } from '../../../db/database.ts';
import { SecretBox } from '../../../kernel/secrets/secret-box.ts';
import { WebhookSender } from '../webhook-sender.ts';

const service = useWebhookApi();
/** As in production: public addresses only. */
let strict: TestApi;
let strictSender: WebhookSender;

beforeAll(async () => {
  const secretBox = new SecretBox(randomBytes(32));
  strictSender = new WebhookSender({ secretBox, allowPrivate: false });
  const plans = { ...DEFAULT_PLANS, business: { ...DEFAULT_PLANS.business, webhooks: 3 } };
  strict = await createTestApi(service.db, {
    secretBox,
    plans,
    webhooks: { sender: strictSender, jobs: service.jobs },
  });
});
afterAll(async () => {
  await strict.server.close();
  await strictSender.close();
});

function createStrictly(payload: object) {
  return strict.ask({ method: 'POST', url: '/api/user/webhooks', headers: { 'x-api-key': strict.key }, payload });
}

it('needs only a URL: defaults to all types, active, with a 32-byte secret shown once', async () => {
  const response = await service.call('POST', '', { url: 'https://hooks.example.com/in' });
  expect(response.status).toBe(201);
  const shownAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(response.json).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: 'https://hooks.example.com/in',
    event_types: [],
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    active: true,
    created_at: shownAt,
    updated_at: shownAt,
    deactivated_reason: null,
    last_success_at: null,
  });
  const row = await service.db.queryOne<{ text: string; sealed: Buffer }>(sql`
    select webhooks::text as text, secret as sealed from webhooks where webhook_id = ${response.json.id}`);
  expect(row?.text).not.toContain(String(response.json.secret));
  expect(service.box.open(row?.sealed ?? Buffer.of(), `webhook ${response.json.id}`)).toBe(response.json.secret);
});

it('accepts the given settings', async () => {
  const given = { url: 'https://hooks.example.com/in', event_types: ['filing.discovered', 'filing.discovered'] };
  const response = await service.call('POST', '', { ...given, secret: 'my own secret', active: false });
  expect(response.json).toMatchObject({ event_types: ['filing.discovered'], secret: 'my own secret', active: false });
});

it('reports every invalid field at once', async () => {
  const bad = { url: '', event_types: ['no.such.event'], secret: 'short', active: 'yes', plan: 'business' };
  const response = await service.call('POST', '', bad);
  expect(response.status).toBe(422);
  const faults = response.json.detail as { loc: string[] }[];
  expect(new Set(faults.map(({ loc }) => `${loc[0]}.${loc[1]}`))).toEqual(
    new Set(['body.url', 'body.event_types', 'body.secret', 'body.active', 'body.plan']),
  );
});

it.each([
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://10.0.0.1/x',
  'https://100.64.0.1/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://224.0.0.1/x',
])('refuses %s: it is not public', async url => {
  const response = await createStrictly({ url });
  expect(response.status).toBe(422);
  expect(response.json.detail).toEqual([expect.objectContaining({ loc: ['body', 'url'], type: 'address_not_public' })]);
});

it.each([
  'http://hooks.example.com/x',
  'ftp://hooks.example.com/x',
  'https://hooks.example.com:25/x',
  'https://user:password@hooks.example.com/x',
  'https://hooks.example.com/\r\nX: 1',
  'https://hooks.exam\tple.com/x',
  'https://hooks.example.com/\u202egnp',
  'https:\\\\hooks.example.com/x',
  'hooks.example.com',
])('refuses %s', async url => {
  const response = await createStrictly({ url });
  expect(response.status).toBe(422);
  expect(response.json.detail).toEqual([expect.objectContaining({ loc: ['body', 'url'] })]);
});

it('enforces the plan’s limit, also under concurrent requests', async () => {
  const payload = { url: 'https://hooks.example.com/in' };
  const headers = { 'x-api-key': await service.otherKey() };
  const create = () => strict.ask({ method: 'POST', url: '/api/user/webhooks', headers, payload });
  const responses = await Promise.all(Array.from({ length: 8 }, create));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await create()).toMatchObject({ status: 409, json: { error: 'conflict', limit: 3 } });
});

it('creates one webhook per Idempotency-Key, and returns the same secret again', async () => {
  const headers = { 'x-api-key': await service.otherKey(), 'idempotency-key': 'one-and-the-same' };
  const payload = { url: 'https://hooks.example.com/in' };
  const create = () => strict.ask({ method: 'POST', url: '/api/user/webhooks', headers, payload });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json).toEqual(first.json);
});

it('requires the Business plan', async () => {
  const response = await service.call('POST', '', { url: 'https://hooks.example.com/' }, await service.otherKey('pro'));
  expect(response).toMatchObject({ status: 403, json: { error: 'upgrade_required' } });
});
