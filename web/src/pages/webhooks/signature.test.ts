import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkSignature } from './signature.ts';

const received = { secret: 'whs_example', timestamp: '2026-11-20T14:32:07.114Z', body: '{"event":"webhook.test"}' };
const digest = createHmac('sha256', received.secret).update(`${received.timestamp}.${received.body}`).digest('hex');

it('distinguishes valid, invalid and malformed signatures', async () => {
  expect(await checkSignature({ ...received, signature: `sha256=${digest}` })).toBe('genuine');
  expect(await checkSignature({ ...received, signature: ` sha256=${digest.toUpperCase()}\n` })).toBe('genuine');
  expect(await checkSignature({ ...received, signature: `sha256=${digest}`, body: `${received.body} ` })).toBe(
    'forged',
  );
  expect(await checkSignature({ ...received, signature: `sha256=${digest}`, secret: 'another' })).toBe('forged');
  expect(await checkSignature({ ...received, signature: digest })).toBe('unreadable');
});
