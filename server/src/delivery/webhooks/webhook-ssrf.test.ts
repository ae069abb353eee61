import { expect, it } from 'vitest';
import { useWebhookApi } from '../../../test/accounts/webhook-api.ts';
import { seedWebhook } from '../../../test/stand-ins/webhook-sink.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { sql } from '../../db/database.ts';

/** DNS responses, one for each lookup. */
const responses = new Map<string, string[][]>();
let requested = 0;
const service = useWebhookApi({
  allowPrivate: false,
  resolve: async name => {
    requested++;
    return responses.get(name)?.shift() ?? ['127.0.0.1'];
  },
});

/** A stored webhook, whether or not creation would accept its URL. */
function webhookAt(url: string): Promise<string> {
  return seedWebhook(service.db, service.box, { accountId: service.api.accountId, url });
}

async function portOfSink(): Promise<string> {
  return new URL(service.sink.url).port;
}

it.each([
  ['of this host', 'https://127.0.0.1'],
  ['of this host as one number', 'https://2130706433'],
  ['of this host in hexadecimal', 'https://0x7f000001'],
  ['of this host in IPv6', 'https://[::1]'],
  ['of no host', 'https://0.0.0.0'],
  ['IPv4-mapped', 'https://[::ffff:127.0.0.1]'],
  ['private', 'https://10.0.0.1'],
  ['private in IPv6', 'https://[fd12:3456:789a::1]'],
  ['link-local', 'https://169.254.1.1'],
  ['link-local in IPv6', 'https://[fe80::1]'],
  ['CGNAT', 'https://100.64.0.1'],
  ['of metadata', 'https://169.254.169.254'],
  ['of metadata in IPv6', 'https://[fd00:ec2::254]'],
  ['multicast', 'https://224.0.0.1'],
  ['multicast in IPv6', 'https://[ff02::1]'],
  ['NAT64', 'https://[64:ff9b::7f00:1]'],
  ['6to4', 'https://[2002:7f00:1::]'],
  ['of this host by name', 'https://localhost'],
  ['private by name', 'https://rebound.example.com'],
  ['with credentials', 'https://user:password@rebound.example.com'],
  ['without TLS', 'http://rebound.example.com'],
  ['at an odd port', 'https://rebound.example.com:PORT'],
])('neither a delivery, its replay nor a ping reaches an address %s', async (_kind, url) => {
  const webhookId = await webhookAt(`${url.replace('PORT', await portOfSink())}/`);
  await service.notify();
  const { delivery_id, attempts } = await service.settled(webhookId, 'failed');
  expect(attempts).toEqual([
    expect.objectContaining({ error: 'address_not_public', status_code: null, signature: null, answer: null }),
  ]);
  const replay = await service.call('POST', `/${webhookId}/deliveries/${delivery_id}/replay`);
  expect(replay.status).toBe(202);
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; ) {
    const { json } = await service.call('GET', `/${webhookId}/deliveries/${replay.json.id}`);
    if (json.status === 'pending') await new Promise(done => setTimeout(done, 10));
    else {
      expect(json).toMatchObject({ status: 'failed', attempts: [{ error: 'address_not_public', request: null }] });
      break;
    }
  }
  const ping = await service.call('POST', `/${webhookId}/test`);
  expect(ping.json).toMatchObject({ delivered: false, error: 'address_not_public', status_code: null });
  await service.db.execute(sql`delete from webhooks where webhook_id = ${webhookId}`);
  expect(service.sink.receipts).toHaveLength(0);
});

it('resolves the host again for each connection, even if it was public when the webhook was created', async () => {
  responses.set('changes.example.com', [['127.0.0.1'], ['10.0.0.1'], ['::1']]);
  const made = await service.call('POST', '', { url: 'https://changes.example.com/' });
  expect(made.status).toBe(201);
  const before = requested;
  for (let n = 0; n < 3; n++) {
    const ping = await service.call('POST', `/${made.json.id}/test`);
    expect(ping.json).toMatchObject({ delivered: false, error: 'address_not_public' });
  }
  expect(requested - before).toBe(3);
});
