import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const SECRET = 'a secret';
const TIMESTAMP = '2026-11-20T21:30:05.123Z';
const BODY = JSON.stringify({ event: 'filing.discovered', version: '1', timestamp: TIMESTAMP, data: { ticker: 'é' } });

function sign(secret: string, timestamp = TIMESTAMP, body = BODY): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

function received(changes: Partial<ReceivedWebhook> = {}, headers: Record<string, string> = {}): ReceivedWebhook {
  return {
    headers: {
      'webhook-id': 'an id',
      'x-webhook-timestamp': TIMESTAMP,
      'x-webhook-signature': sign(SECRET),
      ...headers,
    },
    body: BODY,
    secret: SECRET,
    nowMs: Date.parse(TIMESTAMP) + 2_000,
    ...changes,
  };
}

describe('verifyWebhook', () => {
  it('returns the event of a valid webhook for any form of headers and body', async () => {
    const event = { id: 'an id', ...(JSON.parse(BODY) as object) };
    expect(await verifyWebhook(received())).toEqual(event);
    const bytes = new TextEncoder().encode(BODY);
    expect(await verifyWebhook(received({ body: bytes }))).toEqual(event);
    expect(await verifyWebhook(received({ body: Buffer.from(BODY) }))).toEqual(event);
    const plain = received().headers as Record<string, string>;
    expect(await verifyWebhook(received({ headers: new Headers(plain) }))).toEqual(event);
    const cased = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook(received({ headers: cased }))).toEqual(event);
  });

  it('accepts both secrets during rotation', async () => {
    const rotating = { 'x-webhook-signature': sign('the next one'), 'x-webhook-signature-previous': sign(SECRET) };
    expect(await verifyWebhook(received({}, rotating))).toMatchObject({ event: 'filing.discovered' });
    expect(await verifyWebhook(received({ secret: 'the next one' }, rotating))).toMatchObject({ id: 'an id' });
  });

  it.each([
    ['a modified body', { body: BODY.replace('filing', 'Filing') }, {}],
    ['another secret', { secret: 'another' }, {}],
    ['a modified timestamp', {}, { 'x-webhook-timestamp': '2026-11-20T21:30:06.123Z' }],
    ['no signature', {}, { 'x-webhook-signature': '' }],
    ['a truncated signature', {}, { 'x-webhook-signature': sign(SECRET).slice(0, -2) }],
    ['a signature without its scheme', {}, { 'x-webhook-signature': sign(SECRET).slice(7) }],
    ['an invalid timestamp', {}, { 'x-webhook-timestamp': 'x', 'x-webhook-signature': sign(SECRET, 'x') }],
    ['an old timestamp', { nowMs: Date.parse(TIMESTAMP) + 301_000 }, {}],
    ['a future timestamp', { nowMs: Date.parse(TIMESTAMP) - 301_000 }, {}],
  ] satisfies [string, Partial<ReceivedWebhook>, Record<string, string>][])(
    'rejects %s',
    async (_what, changes, headers) => {
      await expect(verifyWebhook(received(changes, headers))).rejects.toThrow(WebhookVerificationError);
    },
  );

  it('accepts older timestamps within a custom tolerance', async () => {
    const late = { nowMs: Date.parse(TIMESTAMP) + 301_000, toleranceSeconds: 600 };
    expect(await verifyWebhook(received(late))).toMatchObject({ timestamp: TIMESTAMP });
  });
});
