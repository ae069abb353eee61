import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { sql } from '../../../db/database.ts';

const service = useWebhookApi();

async function ids(path: string): Promise<string[]> {
  const { json } = await service.call('GET', path);
  return (json.items as { id: string }[]).map(({ id }) => id);
}

it('lists deliveries with their attempts, newest first', async () => {
  const id = await service.create();
  service.sink.answer = (_receipt, response) => response.writeHead(404).end();
  const failed = await service.notify();
  await service.settled(id, 'failed');
  service.sink.answer = (_receipt, response) => response.end();
  await service.notify();
  await service.settled(id, 'delivered');
  const { status, json } = await service.call('GET', `/${id}/deliveries`);
  expect(status).toBe(200);
  expect(json.next_cursor).toBeNull();
  expect(json.items).toEqual([
    expect.objectContaining({ status: 'delivered' }),
    {
      id: expect.any(String),
      webhook_id: id,
      event: 'filing.discovered',
      status: 'failed',
      created_at: expect.any(String),
      next_attempt_at: null,
      replay_of: null,
      envelope: {
        event: 'filing.discovered',
        version: '1',
        timestamp: service.sink.receipts[0]?.headers['x-webhook-timestamp'],
        data: expect.objectContaining({ filing_id: failed, ticker: 'EXM' }),
      },
      attempts: [
        {
          attempt: 1,
          sent_at: service.sink.receipts[0]?.headers['x-webhook-timestamp'],
          status_code: 404,
          duration_ms: expect.any(Number),
          error: 'non_2xx',
        },
      ],
    },
  ]);
});

it('filters by status, event and age, and paginates without repeating or skipping', async () => {
  const id = await service.create();
  await service.db.execute(sql`
    insert into webhook_deliveries (webhook_id, event_type, data, status, created_at)
    select ${id}, case when n % 2 = 0 then 'webhook.test' else 'filing.discovered' end, '{}',
      case when n % 5 = 0 then 'failed' else 'delivered' end,
      date_trunc('milliseconds', now()) - (n / 10) * interval '1 minute'
    from generate_series(1, 60) as n`);
  const all = await ids(`/${id}/deliveries?limit=100`);
  expect(all).toHaveLength(60);
  const paged: string[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await service.call('GET', `/${id}/deliveries?limit=7${cursor}`);
    paged.push(...(json.items as { id: string }[]).map(item => item.id));
    if (json.next_cursor === null) break;
    cursor = `&cursor=${json.next_cursor}`;
  }
  expect(paged).toEqual(all);
  expect(await ids(`/${id}/deliveries?status=failed`)).toHaveLength(12);
  expect(await ids(`/${id}/deliveries?event=webhook.test`)).toHaveLength(30);
  const since = new Date(Date.now() - 150_000).toISOString();
  expect(await ids(`/${id}/deliveries?since=${since}&limit=100`)).toHaveLength(29);
});

it('rejects invalid input, cursors of another list, and webhooks of other accounts', async () => {
  const id = await service.create();
  expect((await service.call('GET', `/${id}/deliveries?status=lost&limit=0&since=now&x=1`)).status).toBe(422);
  const foreign = await service.call('GET', `/${id}/deliveries?cursor=abc`);
  expect(foreign).toMatchObject({ status: 400, json: { error: 'invalid_cursor' } });
  expect((await service.call('GET', `/${UNKNOWN_ID}/deliveries`)).status).toBe(404);
  expect((await service.call('GET', `/${id}/deliveries`, undefined, await service.otherKey())).status).toBe(404);
});
