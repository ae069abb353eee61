import { expect, it } from 'vitest';
import { useWebhookApi } from '../../../../test/accounts/webhook-api.ts';

const service = useWebhookApi();

it('lists only the account’s webhooks, without secrets, oldest first', async () => {
  expect((await service.call('GET', '')).json).toEqual([]);
  const first = await service.create({ event_types: ['filing.discovered'] });
  const second = await service.create({ active: false });
  const response = await service.call('GET', '');
  expect(response.status).toBe(200);
  expect(response.json).toEqual([
    expect.objectContaining({ id: first, event_types: ['filing.discovered'], active: true, secret: null }),
    expect.objectContaining({ id: second, event_types: [], active: false, secret: null, deactivated_reason: null }),
  ]);
  expect((await service.call('GET', '', undefined, await service.otherKey())).json).toEqual([]);
});

it('requires the Business plan', async () => {
  for (const plan of ['free', 'pro'] as const) {
    const response = await service.call('GET', '', undefined, await service.otherKey(plan));
    expect(response).toMatchObject({ status: 403, json: { error: 'upgrade_required', plan_required: 'business' } });
  }
});
