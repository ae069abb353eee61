import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { createTestApi, type TestApi } from '../../../../test/api.ts';
import { expectedSignature, seedWebhook } from '../../../../test/stand-ins/webhook-sink.ts';
import { sql } from '../../../db/database.ts';
import { SecretBox } from '../../../kernel/secrets/secret-box.ts';
import { WebhookSender } from '../webhook-sender.ts';

const service = useWebhookApi();
const secretBox = new SecretBox(randomBytes(32));
/** As in production, with a fake DNS. */
let strict: TestApi;
let strictSender: WebhookSender;
const names = new Map<string, string[][]>();

beforeAll(async () => {
  const resolve = async (name: string) => names.get(name)?.shift() ?? [];
  strictSender = new WebhookSender({ secretBox, allowPrivate: false, resolve });
  strict = await createTestApi(service.db, { secretBox, webhooks: { sender: strictSender, jobs: service.jobs } });
});
afterAll(async () => {
  await strict.server.close();
  await strictSender.close();
});

/** Pings a stored webhook with any URL. */
async function pingStrictly(url: string): Promise<Record<string, unknown>> {
  const webhookId = await seedWebhook(service.db, secretBox, { accountId: strict.accountId, url });
  const headers = { 'x-api-key': strict.key };
  return (await strict.ask({ method: 'POST', url: `/api/user/webhooks/${webhookId}/test`, headers })).json;
}

it('sends one signed ping and returns its outcome', async () => {
  const id = await service.create({ secret: 'the secret of it', active: false });
  const response = await service.call('POST', `/${id}/test`);
  expect(response.status).toBe(200);
  const [receipt] = service.sink.receipts;
  if (!receipt) throw new Error('nothing was received');
  expect(response.json).toEqual({
    delivered: true,
    status_code: 200,
    duration_ms: expect.any(Number),
    request_id: receipt.headers['webhook-id'],
  });
  expect(JSON.parse(receipt.body)).toMatchObject({
    event: 'webhook.test',
    version: '1',
    data: { webhook_id: id, message: expect.any(String) },
  });
  expect(receipt.headers['x-webhook-signature']).toBe(expectedSignature('the secret of it', receipt));
  const listed = await service.call('GET', `/${id}/deliveries`);
  expect(listed.json.items).toEqual([expect.objectContaining({ id: response.json.request_id, status: 'delivered' })]);
});

it('reports failures, and neither retries nor deactivates', async () => {
  const id = await service.create();
  service.sink.answer = (_receipt, response) => response.writeHead(410).end();
  expect((await service.call('POST', `/${id}/test`)).json).toMatchObject({
    delivered: false,
    status_code: 410,
    error: 'non_2xx',
  });
  service.sink.answer = () => undefined;
  expect((await service.call('POST', `/${id}/test`)).json).toMatchObject({
    delivered: false,
    status_code: null,
    error: 'timeout',
  });
  const row = await service.db.queryOne(sql`select active, failing_since from webhooks where webhook_id = ${id}`);
  expect(row).toEqual({ active: true, failing_since: null });
  expect(service.sink.receipts).toHaveLength(2);
});

it.each([
  ['https://127.0.0.1/', []],
  ['https://[::ffff:127.0.0.1]/', []],
  ['https://169.254.169.254/', []],
  ['http://hooks.example.com/', []],
  ['https://hooks.example.com:6379/', []],
  ['https://by-name.example.com/', [['10.0.0.1']]],
  ['https://one-of-two.example.com/', [['93.184.215.14', '127.0.0.1']]],
  ['https://mapped.example.com/', [['::ffff:192.168.0.1']]],
  ['https://nat64.example.com/', [['64:ff9b::a00:1']]],
])('sends nothing to %s', async (url, addresses) => {
  names.set(new URL(url).hostname, addresses);
  const result = await pingStrictly(url);
  expect(result).toMatchObject({ delivered: false, status_code: null, error: 'address_not_public' });
});

it('rejects webhooks of other accounts and unknown ones', async () => {
  const id = await service.create();
  expect((await service.call('POST', `/${id}/test`, undefined, await service.otherKey())).status).toBe(404);
  expect((await service.call('POST', `/${UNKNOWN_ID}/test`)).status).toBe(404);
  expect(service.sink.receipts).toHaveLength(0);
});
