import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { WAIT_LIMIT_MS } from '../../../../test/wait-limit.ts';
import { sql } from '../../../db/database.ts';

const service = useWebhookApi();
const AGO = new Date(Date.now() - 3_600_000).toISOString();

it('resends each event whose latest delivery failed once, and nothing when repeated', async () => {
  const id = await service.create();
  service.sink.answer = (receipt, response) => {
    const { data } = JSON.parse(receipt.body) as { data: { filing_id: string } };
    response.writeHead(failing.has(data.filing_id) ? 400 : 200).end();
  };
  const failing = new Set<string>();
  const events = [await service.notify()];
  await service.settled(id, 'delivered');
  await service.call('POST', `/${id}/test`);
  for (let n = 0; n < 3; n++) {
    service.sink.answer = (_receipt, response) => response.writeHead(400).end();
    events.push(await service.notify());
  }
  await service.sink.received(5);
  await failedCount(id, 3);
  const again = await service.call('POST', `/${id}/replay-failed`, { since: AGO });
  expect(again).toMatchObject({ status: 202, json: { replayed: 3, is_complete: true } });
  await failedCount(id, 6);

  // If the replay of an event failed too, the latest delivery counts.
  service.sink.answer = (_receipt, response) => response.end();
  expect((await service.call('POST', `/${id}/replay-failed`, { since: AGO })).json.replayed).toBe(3);
  await service.sink.received(11);
  expect((await service.call('POST', `/${id}/replay-failed`, { since: AGO })).json.replayed).toBe(0);
  const delivered = service.sink.receipts
    .slice(8)
    .map(receipt => (JSON.parse(receipt.body) as { data: { filing_id: string } }).data.filing_id);
  expect(delivered.sort()).toEqual(events.slice(1).sort());
});

async function failedCount(id: string, wanted: number): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; ) {
    const row = await service.db.queryOne<{ n: number }>(sql`
      select count(*)::int as n from webhook_deliveries
      where webhook_id = ${id} and status = 'failed' and event_id is not null`);
    if (row?.n === wanted) return;
    await new Promise(done => setTimeout(done, 10));
  }
  throw new Error(`never ${wanted} failed`);
}

it('rejects invalid input, inactive webhooks and webhooks of other accounts', async () => {
  const id = await service.create({ active: false });
  expect((await service.call('POST', `/${id}/replay-failed`, {})).status).toBe(422);
  expect((await service.call('POST', `/${id}/replay-failed`, { since: 'yesterday' })).status).toBe(422);
  expect((await service.call('POST', `/${id}/replay-failed`, { since: AGO })).status).toBe(409);
  expect((await service.call('POST', `/${UNKNOWN_ID}/replay-failed`, { since: AGO })).status).toBe(404);
  const others = await service.call('POST', `/${id}/replay-failed`, { since: AGO }, await service.otherKey());
  expect(others.status).toBe(404);
});
