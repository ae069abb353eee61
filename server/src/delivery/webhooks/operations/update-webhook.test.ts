import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { expectedSignature } from '../../../../test/stand-ins/webhook-sink.ts';
import { sql } from '../../../db/database.ts';

const service = useWebhookApi();

it('changes the given fields, keeps the others, and returns a changed secret', async () => {
  const id = await service.create({ secret: 'the first secret', event_types: ['filing.discovered'] });
  const response = await service.call('PATCH', `/${id}`, { active: false });
  expect(response.status).toBe(200);
  expect(response.json).toMatchObject({
    id,
    active: false,
    url: service.sink.url,
    event_types: ['filing.discovered'],
    secret: 'the first secret',
  });
  expect((await service.call('PATCH', `/${id}`, {})).json).toMatchObject({ active: false });
  expect((await service.call('PATCH', `/${id}`, { event_types: [] })).json).toMatchObject({ event_types: [] });
});

it('signs with both secrets for a day after a rotation', async () => {
  const id = await service.create({ secret: 'the first secret' });
  expect((await service.call('PATCH', `/${id}`, { secret: 'the second one' })).json.secret).toBe('the second one');
  await service.notify();
  const [receipt] = await service.sink.received(1);
  if (!receipt) throw new Error('nothing was received');
  expect(receipt.headers['x-webhook-signature']).toBe(expectedSignature('the second one', receipt));
  expect(receipt.headers['x-webhook-signature-previous']).toBe(expectedSignature('the first secret', receipt));
  expect((await service.call('POST', `/${id}/test`)).json.delivered).toBe(true);
  const ping = service.sink.receipts[1];
  if (!ping) throw new Error('no ping');
  expect(ping.headers['x-webhook-signature-previous']).toBe(expectedSignature('the first secret', ping));

  await service.settled(id, 'delivered');
  await service.db.execute(sql`update webhooks set previous_until = now() where webhook_id = ${id}`);
  await service.notify();
  const [, , later] = await service.sink.received(3);
  expect(later?.headers).not.toHaveProperty('x-webhook-signature-previous');
});

it('keeps the previous secret for 24 hours, also when the same secret is set again', async () => {
  const id = await service.create({ secret: 'the first secret' });
  await service.call('PATCH', `/${id}`, { secret: 'the first secret' });
  const rotating = sql`
    select previous_until is not null as is_rotating, extract(epoch from previous_until - now())::int as seconds
    from webhooks where webhook_id = ${id}`;
  expect(await service.db.queryOne(rotating)).toMatchObject({ is_rotating: false });
  await service.call('PATCH', `/${id}`, { secret: 'the second one' });
  const row = await service.db.queryOne<{ seconds: number }>(rotating);
  expect(Math.abs((row?.seconds ?? 0) - 86_400)).toBeLessThan(60);
});

it('clears the deactivation reason when it is enabled again', async () => {
  const id = await service.create();
  await service.db.execute(sql`
    update webhooks set active = false, deactivated_reason = 'failing', failing_since = now() - interval '6 days'
    where webhook_id = ${id}`);
  expect((await service.call('PATCH', `/${id}`, { event_types: [] })).json.deactivated_reason).toBe('failing');
  expect((await service.call('PATCH', `/${id}`, { active: true })).json).toMatchObject({
    active: true,
    deactivated_reason: null,
  });
  const row = await service.db.queryOne(sql`select failing_since from webhooks where webhook_id = ${id}`);
  expect(row).toEqual({ failing_since: null });
});

it('rejects invalid input and webhooks of other accounts', async () => {
  const id = await service.create();
  const bad = await service.call('PATCH', `/${id}`, { url: 'ftp://hooks.example.com', account_id: UNKNOWN_ID });
  expect(bad.status).toBe(422);
  expect((await service.call('PATCH', `/${id}`, { url: 'ftp://hooks.example.com' })).status).toBe(422);
  expect((await service.call('PATCH', '/no-uuid', {})).status).toBe(422);
  expect((await service.call('PATCH', `/${UNKNOWN_ID}`, {})).status).toBe(404);
  expect((await service.call('PATCH', `/${id}`, { active: false }, await service.otherKey())).status).toBe(404);
  const row = await service.db.queryOne(sql`select active, url from webhooks where webhook_id = ${id}`);
  expect(row).toEqual({ active: true, url: service.sink.url });
});
