import { expect, it } from 'vitest';
import { UNKNOWN_ID, useWebhookApi } from '../../../../test/accounts/webhook-api.ts';
import { expectedSignature } from '../../../../test/stand-ins/webhook-sink.ts';

const service = useWebhookApi();

it('returns the exact bytes that were sent, and the response', async () => {
  const id = await service.create({ secret: 'the secret of it' });
  service.sink.answer = (_receipt, response) => response.end('thank you');
  await service.notify();
  const { delivery_id } = await service.settled(id, 'delivered');
  const { status, json } = await service.call('GET', `/${id}/deliveries/${delivery_id}`);
  expect(status).toBe(200);
  const [receipt] = service.sink.receipts;
  const [attempt] = json.attempts as { request: { headers: Record<string, string>; body: string }; answer: string }[];
  if (!receipt || !attempt) throw new Error('nothing was received');
  expect(attempt).toMatchObject({ attempt: 1, status_code: 200, answer: 'thank you' });
  expect(attempt.request.body).toBe(receipt.body);
  expect(receipt.headers).toMatchObject(attempt.request.headers);
  const shown = { ...receipt, body: attempt.request.body, headers: attempt.request.headers };
  expect(attempt.request.headers['x-webhook-signature']).toBe(expectedSignature('the secret of it', shown));
  expect(json.envelope).toEqual(JSON.parse(receipt.body));
});

it('rejects deliveries of other webhooks, and webhooks of other accounts', async () => {
  const [id, other] = [await service.create(), await service.create()];
  await service.notify();
  const { delivery_id } = await service.settled(id, 'delivered');
  expect((await service.call('GET', `/${other}/deliveries/${delivery_id}`)).status).toBe(404);
  expect((await service.call('GET', `/${id}/deliveries/${UNKNOWN_ID}`)).status).toBe(404);
  expect((await service.call('GET', `/${id}/deliveries/1`)).status).toBe(422);
  const key = await service.otherKey();
  expect((await service.call('GET', `/${id}/deliveries/${delivery_id}`, undefined, key)).status).toBe(404);
});
