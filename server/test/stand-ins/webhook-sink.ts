import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '../../src/accounts/account.ts';
import { type Database, sql } from '../../src/db/database.ts';
import { secretContext } from '../../src/delivery/webhooks/webhook-sender.ts';
import type { SecretBox } from '../../src/kernel/secrets/secret-box.ts';
import { WAIT_LIMIT_MS } from '../wait-limit.ts';

/** A request that a sink received. */
export interface Receipt {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A webhook endpoint on loopback. */
export interface Sink {
  url: string;
  receipts: Receipt[];
  /** Returns the response to a request; 200 `ok` by default. */
  answer: (receipt: Receipt, response: ServerResponse) => void;
  /** Waits until this number of requests was received. */
  received(count: number): Promise<Receipt[]>;
  close(): Promise<void>;
}

export async function startSink(): Promise<Sink> {
  const receipts: Receipt[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const receipt = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
      receipts.push(receipt);
      sink.answer(receipt, response);
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const sink: Sink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    answer: (_receipt, response) => response.end('ok'),
    async received(count) {
      const deadline = Date.now() + WAIT_LIMIT_MS;
      while (receipts.length < count && Date.now() < deadline) await sleep(5);
      if (receipts.length < count) throw new Error(`Received ${receipts.length} requests, expected ${count}.`);
      return receipts;
    },
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return sink;
}

/** The signature recomputed from the received headers and body. */
export function expectedSignature(secret: string, { headers, body }: Receipt): string {
  const digest = createHmac('sha256', secret).update(`${headers['x-webhook-timestamp']}.${body}`);
  return `sha256=${digest.digest('hex')}`;
}

export async function seedAccount(db: Database, plan: Plan = 'business'): Promise<string> {
  const accountId = randomUUID();
  await db.execute(sql`
    insert into accounts (account_id, email, plan) values (${accountId}, ${`${accountId}@example.org`}, ${plan})`);
  return accountId;
}

export async function seedWebhook(
  db: Database,
  box: SecretBox,
  wanted: { accountId: string; url: string; secret?: string; eventTypes?: string[]; active?: boolean },
): Promise<string> {
  const webhookId = randomUUID();
  const { accountId, url, secret = 'a secret of a test', eventTypes = [], active = true } = wanted;
  await db.execute(sql`
    insert into webhooks (webhook_id, account_id, url, event_types, secret, active)
    values (${webhookId}, ${accountId}, ${url}, ${eventTypes}, ${box.seal(secret, secretContext(webhookId))}, ${active})`);
  return webhookId;
}

/** A filing with a notification for each account, as the announcer writes them. */
export async function seedNotifiedFiling(db: Database, accountIds: readonly string[]): Promise<string> {
  const eventId = randomUUID();
  const data = { form_type: '10-K', filing_id: eventId, filing_date: '2026-11-20' };
  await db.execute(sql`
    insert into events (event_id, event_type, event_key, data, title, known_at)
    values (${eventId}, 'filing.discovered', ${`test:${eventId}`}, ${JSON.stringify(data)}, 'Annual report', now())`);
  await db.execute(sql`
    insert into notifications (account_id, event_id, created_at, event_type, canonical_key, company_name, ticker,
      ticker_key, market_id)
    select account_id, ${eventId}, now(), 'filing.discovered', 'cik:1', 'Example Inc.', 'EXM', 'EXM', 'us'
    from unnest(${[...accountIds]}::uuid[]) as account_id`);
  return eventId;
}
