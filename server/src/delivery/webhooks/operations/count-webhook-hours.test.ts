import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { sql } from '../../../db/database.ts';

const service = useWebhookApi();

it('counts the last 24 hours by outcome, including hours without deliveries', async () => {
  const id = await service.create();
  await service.db.execute(sql`
    insert into webhook_deliveries (webhook_id, event_type, data, status, created_at)
    select ${id}, 'filing.discovered', '{}', status, date_trunc('hour', now()) - hours * interval '1 hour'
    from (values ('delivered', 0), ('delivered', 0), ('failed', 0), ('pending', 2), ('delivered', 23), ('failed', 24))
      as given (status, hours)`);
  await service.call('POST', `/${id}/test`);
  const { status, json } = await service.call('GET', `/${id}/hours`);
  expect(status).toBe(200);
  const items = json.items as { hour: string; delivered: number; failed: number; pending: number }[];
  expect(items).toHaveLength(24);
  expect(items[23]).toMatchObject({ delivered: 2, failed: 1, pending: 0 });
  expect(items[21]).toMatchObject({ delivered: 0, failed: 0, pending: 1 });
  expect(items[0]).toMatchObject({ delivered: 1, failed: 0, pending: 0 });
  const hours = items.map(({ hour }) => Date.parse(hour));
  expect(hours.every((hour, at) => at === 0 || hour - (hours[at - 1] ?? 0) === 3_600_000)).toBe(true);
});

it('rejects webhooks of other accounts and unknown ones', async () => {
  const id = await service.create();
  expect((await service.call('GET', `/${UNKNOWN_ID}/hours`)).status).toBe(404);
  expect((await service.call('GET', `/${id}/hours`, undefined, await service.otherKey())).status).toBe(404);
});
