import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';

const service = useWebhookApi();

it('deletes a webhook and stops sending to it', async () => {
  const id = await service.create();
  const response = await service.call('DELETE', `/${id}`);
  expect(response).toMatchObject({ status: 204, text: '' });
  expect((await service.call('GET', '')).json).toEqual([]);
  await service.notify();
  expect((await service.call('DELETE', `/${id}`)).status).toBe(404);
  expect(service.sink.receipts).toHaveLength(0);
});

it('rejects webhooks of other accounts and unknown ones', async () => {
  const id = await service.create();
  expect((await service.call('DELETE', `/${id}`, undefined, await service.otherKey())).status).toBe(404);
  expect((await service.call('DELETE', `/${UNKNOWN_ID}`)).status).toBe(404);
  expect((await service.call('DELETE', '/x')).status).toBe(422);
  expect((await service.call('GET', '')).json).toHaveLength(1);
});
