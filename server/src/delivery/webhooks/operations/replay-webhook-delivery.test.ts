import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { sql } from '../../../db/database.ts';

const service = useWebhookApi();

it('resends the same event as a new delivery with its own id', async () => {
  const id = await service.create();
  const filing = await service.notify();
  const { delivery_id } = await service.settled(id, 'delivered');
  const response = await service.call('POST', `/${id}/deliveries/${delivery_id}/replay`);
  expect(response.status).toBe(202);
  expect(response.json).toMatchObject({ status: 'pending', replay_of: delivery_id, attempts: [], webhook_id: id });
  expect(response.json.id).not.toBe(delivery_id);
  const [first, second] = await service.sink.received(2);
  expect(second?.headers['webhook-id']).toBe(response.json.id);
  const data = [first, second].map(item => (JSON.parse(item?.body ?? '') as { data: { filing_id: string } }).data);
  expect(data[1]).toEqual(data[0]);
  expect(data[0]?.filing_id).toBe(filing);
});

it('rejects pending deliveries, test pings and inactive webhooks', async () => {
  const id = await service.create();
  const replay = (delivery: unknown) => service.call('POST', `/${id}/deliveries/${delivery}/replay`);
  service.sink.answer = (_receipt, response) => response.writeHead(500).end();
  await service.notify();
  const pending = await service.settled(id, 'pending');
  expect(await replay(pending.delivery_id)).toMatchObject({ status: 409, json: { error: 'conflict' } });
  const ping = await service.call('POST', `/${id}/test`);
  expect((await replay(ping.json.request_id)).status).toBe(409);
  await service.db.execute(sql`update webhook_deliveries set status = 'failed' where webhook_id = ${id}`);
  await service.call('PATCH', `/${id}`, { active: false });
  expect((await replay(pending.delivery_id)).status).toBe(409);
  await service.call('PATCH', `/${id}`, { active: true });
  expect((await replay(pending.delivery_id)).status).toBe(202);
});

it('rejects unknown deliveries and webhooks of other accounts', async () => {
  const id = await service.create();
  await service.notify();
  const { delivery_id } = await service.settled(id, 'delivered');
  expect((await service.call('POST', `/${id}/deliveries/${UNKNOWN_ID}/replay`)).status).toBe(404);
  const others = await service.call('POST', `/${id}/deliveries/${delivery_id}/replay`, {}, await service.otherKey());
  expect(others.status).toBe(404);
  expect(service.sink.receipts).toHaveLength(1);
});
