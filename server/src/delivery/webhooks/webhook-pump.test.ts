import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  expectedSignature,
  type Sink,
  seedAccount,
  seedNotifiedFiling,
  seedWebhook,
  startSink,
} from '../../../test/stand-ins/webhook-sink.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { sql } from '../../db/database.ts';
import { createListener, type Listener } from '../../db/listener.ts';
import { JobSystem } from '../../jobs/job-system.ts';
import { createLog } from '../../kernel/log.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { DeliveryStatus, WebhookAttempt } from './webhook-attempt.ts';
import { queueDeliveries } from './webhook-deliveries.ts';
import { startWebhookPump, type WebhookPump } from './webhook-pump.ts';
import { WebhookSender } from './webhook-sender.ts';

const database = useTestDatabase();
const box = new SecretBox(randomBytes(32));
const SECRET = 'whatever the owner chose';
let jobs: JobSystem;
let listener: Listener;
let sender: WebhookSender;
let pump: WebhookPump;
let sink: Sink;
/** The clock at which attempts are recorded; tests may move it. */
let ahead = 0;

beforeAll(async () => {
  const { db, connection } = database;
  jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  listener = createListener(connection, 'asfiled test listener');
  sender = new WebhookSender({ secretBox: box, allowPrivate: true, timeoutMs: 1_500 });
  const now = () => new Date(Date.now() + ahead);
  pump = await startWebhookPump({ db, jobs, listener, sender, now });
});
afterAll(async () => {
  await pump.stop(1_000);
  await sender.close();
  await listener.close();
  await jobs.stop(1_000);
});
beforeEach(async () => {
  ahead = 0;
  sink = await startSink();
});
afterEach(() => sink.close());

interface DeliveryRow {
  status: DeliveryStatus;
  next_attempt_at: string | null;
  attempts: WebhookAttempt[];
}

async function queueFor(...eventIds: string[]): Promise<number> {
  return database.db.transaction(tx => queueDeliveries(tx, jobs, eventIds));
}

async function deliveryOf(webhookId: string): Promise<DeliveryRow> {
  const row = await database.db.queryOne<DeliveryRow>(sql`
    select status, next_attempt_at, attempts from webhook_deliveries where webhook_id = ${webhookId}`);
  if (row === null) throw new Error('there is no delivery');
  return row;
}

async function until(webhookId: string, isSo: (row: DeliveryRow) => boolean): Promise<DeliveryRow> {
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; ) {
    const row = await deliveryOf(webhookId);
    if (isSo(row)) return row;
    await sleep(10);
  }
  throw new Error(`waited in vain: ${JSON.stringify(await deliveryOf(webhookId))}`);
}

/** Makes the next attempt due now. */
async function skipDelay(): Promise<void> {
  await database.db.execute(
    sql`update pgboss.job set start_after = now() where name = 'webhooks' and state < 'active'`,
  );
}

describe('a delivery', () => {
  it('carries the envelope, id and signature of the contract', async () => {
    const accountId = await seedAccount(database.db);
    const webhookId = await seedWebhook(database.db, box, { accountId, url: `${sink.url}/in`, secret: SECRET });
    const eventId = await seedNotifiedFiling(database.db, [accountId]);
    expect(await queueFor(eventId)).toBe(1);
    const [receipt] = await sink.received(1);
    if (receipt === undefined) throw new Error('nothing was received');
    const envelope = JSON.parse(receipt.body) as Record<string, unknown>;
    expect(envelope).toEqual({
      event: 'filing.discovered',
      version: '1',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        canonical_key: 'cik:1',
        ticker: 'EXM',
        market_id: 'us',
        form_type: '10-K',
        filing_id: eventId,
        filing_date: '2026-11-20',
      },
    });
    expect(receipt.path).toBe('/in');
    expect(receipt.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-timestamp': envelope.timestamp,
      'x-webhook-signature': expectedSignature(SECRET, receipt),
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(receipt.headers).not.toHaveProperty('x-webhook-signature-previous');
    const { status, attempts, next_attempt_at } = await until(webhookId, row => row.status === 'delivered');
    expect({ status, next_attempt_at }).toEqual({ status: 'delivered', next_attempt_at: null });
    expect(attempts).toEqual([
      {
        attempt: 1,
        sent_at: envelope.timestamp,
        status_code: 200,
        duration_ms: expect.any(Number),
        error: null,
        signature: receipt.headers['x-webhook-signature'],
        previous_signature: null,
        answer: 'ok',
      },
    ]);
  });
});

describe('a failed delivery', () => {
  /** Creates a webhook whose sink responds with `answer`, and one delivery to it. */
  async function deliverTo(response: Sink['answer'], url = sink.url): Promise<string> {
    sink.answer = response;
    const accountId = await seedAccount(database.db);
    const webhookId = await seedWebhook(database.db, box, { accountId, url });
    await queueFor(await seedNotifiedFiling(database.db, [accountId]));
    return webhookId;
  }

  it('is retried five times, a minute apart, with the same id, and then marked as failed', async () => {
    const webhookId = await deliverTo((_receipt, response) => response.writeHead(503).end('not now'));
    for (let made = 1; made <= 6; made++) {
      const { status, next_attempt_at, attempts } = await until(webhookId, row => row.attempts.length === made);
      expect(attempts.at(-1)).toMatchObject({ attempt: made, status_code: 503, error: 'non_2xx', answer: 'not now' });
      expect(status).toBe(made < 6 ? 'pending' : 'failed');
      if (next_attempt_at === null) expect(made).toBe(6);
      else {
        const last = attempts.at(-1);
        const waitMs = Date.parse(next_attempt_at) - Date.parse(last?.sent_at ?? '');
        expect(waitMs).toBeGreaterThanOrEqual(60_000);
        expect(waitMs).toBeLessThan(75_000);
        const delaySeconds = await jobDelaySeconds();
        expect(delaySeconds).toBeGreaterThan(45);
        expect(delaySeconds).toBeLessThanOrEqual(60);
      }
      await skipDelay();
    }
    await sleep(700);
    expect(sink.receipts).toHaveLength(6);
    expect(new Set(sink.receipts.map(receipt => receipt.headers['webhook-id'])).size).toBe(1);
    expect(sink.receipts.map(receipt => expectedSignature('a secret of a test', receipt))).toEqual(
      sink.receipts.map(receipt => receipt.headers['x-webhook-signature']),
    );
  });

  it('is marked as delivered when a retry succeeds', async () => {
    const webhookId = await deliverTo((_receipt, response) =>
      response.writeHead(sink.receipts.length < 3 ? 500 : 204).end(),
    );
    await until(webhookId, row => row.attempts.length === 1);
    await skipDelay();
    await until(webhookId, row => row.attempts.length === 2);
    await skipDelay();
    const { attempts } = await until(webhookId, row => row.status === 'delivered');
    expect(attempts.map(attempt => attempt.status_code)).toEqual([500, 500, 204]);
  });

  it.each([400, 401, 404, 409, 429])('is not retried after status %i', async status => {
    const webhookId = await deliverTo((_receipt, response) => response.writeHead(status).end());
    const row = await until(webhookId, deliveryRow => deliveryRow.status === 'failed');
    expect(row).toMatchObject({ next_attempt_at: null, attempts: [{ status_code: status, error: 'non_2xx' }] });
  });

  it.each([
    ['hangs', 'timeout', () => undefined],
    ['sends a partial response', 'timeout', (_receipt, response) => response.writeHead(200).write('x')],
    ['closes the connection', 'connection_failed', (_receipt, response) => response.destroy()],
    ['redirects', 'non_2xx', (_receipt, response) => response.writeHead(307, { location: sink.url }).end()],
  ] satisfies [string, string, Sink['answer']][])('is retried if the endpoint %s', async (_what, error, response) => {
    const webhookId = await deliverTo(response);
    const row = await until(webhookId, deliveryRow => deliveryRow.attempts.length === 1);
    expect(row).toMatchObject({ status: 'pending', attempts: [{ error }] });
    expect(sink.receipts).toHaveLength(1);
  });

  it('with an untrusted certificate is recorded as tls_failed', async () => {
    const webhookId = await deliverTo(() => undefined, sink.url.replace('http:', 'https:'));
    const { attempts } = await until(webhookId, row => row.attempts.length === 1);
    expect(attempts[0]).toMatchObject({ error: 'tls_failed', status_code: null, answer: null });
  });

  it('is not retried after a response beyond 64 KiB; shorter responses are stored up to 4 KiB', async () => {
    const long = await deliverTo((_receipt, response) => response.end('x'.repeat(70_000)));
    expect(await until(long, row => row.status === 'failed')).toMatchObject({
      attempts: [{ status_code: 200, error: 'answer_too_large' }],
    });
    const shorter = await deliverTo((_receipt, response) => response.end(`\u0000${'é'.repeat(30_000)}`));
    const { attempts } = await until(shorter, row => row.status === 'delivered');
    expect(attempts[0]?.answer).toMatch(/^\uFFFDé{2047}/);
    expect(attempts[0]?.answer?.length).toBeLessThan(2_060);
  });

  it('with status 410 deactivates the webhook and notifies its owner', async () => {
    const webhookId = await deliverTo((_receipt, response) => response.writeHead(410).end());
    await until(webhookId, row => row.status === 'failed');
    expect(await webhookRow(webhookId)).toMatchObject({ active: false, deactivated_reason: 'gone' });
    expect(await noticesFor(webhookId)).toEqual([
      { title: `Your webhook at ${new URL(sink.url).host} was deactivated`, summary: expect.stringContaining('410') },
    ]);
  });

  it('deactivates the webhook after five days without a success', async () => {
    const webhookId = await deliverTo((_receipt, response) => response.writeHead(500).end());
    await until(webhookId, row => row.attempts.length === 1);
    const { failing_since } = await webhookRow(webhookId);
    expect(Date.parse(failing_since ?? '')).toBeGreaterThan(Date.now() - 10_000);
    ahead = 4 * 86_400_000;
    await skipDelay();
    await until(webhookId, row => row.attempts.length === 2);
    expect(await webhookRow(webhookId)).toMatchObject({ active: true, failing_since });
    ahead = 5 * 86_400_000 + 60_000;
    await skipDelay();
    await until(webhookId, row => row.attempts.length === 3);
    expect(await webhookRow(webhookId)).toMatchObject({ active: false, deactivated_reason: 'failing' });
    expect(await noticesFor(webhookId)).toHaveLength(1);

    ahead = 0;
    const other = await deliverTo((_receipt, response) =>
      response.writeHead(sink.receipts.length > 4 ? 200 : 500).end(),
    );
    await until(other, row => row.attempts.length === 1);
    await skipDelay();
    await until(other, row => row.status === 'delivered');
    expect(await webhookRow(other)).toMatchObject({ failing_since: null, last_success_at: expect.any(String) });
  });

  async function jobDelaySeconds(): Promise<number> {
    const row = await database.db.queryOne<{ seconds: string }>(sql`
      select extract(epoch from max(start_after) - now()) as seconds from pgboss.job
      where name = 'webhooks' and state = 'created'`);
    return Number(row?.seconds);
  }
});

describe('recipients', () => {
  it('are active webhooks that subscribe to the type, of accounts whose plan has webhooks', async () => {
    const { db } = database;
    const [owner, other, pro] = [await seedAccount(db), await seedAccount(db), await seedAccount(db, 'pro')];
    const url = (name: string) => `${sink.url}/${name}`;
    await seedWebhook(db, box, { accountId: owner, url: url('all') });
    await seedWebhook(db, box, { accountId: owner, url: url('filings'), eventTypes: ['filing.discovered'] });
    await seedWebhook(db, box, { accountId: owner, url: url('press'), eventTypes: ['press_release.discovered'] });
    await seedWebhook(db, box, { accountId: owner, url: url('inactive'), active: false });
    await seedWebhook(db, box, { accountId: pro, url: url('pro') });
    await seedWebhook(db, box, { accountId: other, url: url('not-notified') });
    const eventId = await seedNotifiedFiling(db, [owner, pro]);
    expect(await queueFor(eventId)).toBe(2);
    expect(await queueFor(eventId)).toBe(0);
    await sink.received(2);
    await sleep(300);
    expect(sink.receipts.map(receipt => receipt.path).sort()).toEqual(['/all', '/filings']);
  });

  it('exclude webhooks deactivated, downgraded or deleted after the event', async () => {
    const { db } = database;
    const accounts = await Promise.all([0, 1, 2, 3].map(() => seedAccount(db)));
    const [kept = '', off = '', poor = '', gone = ''] = await Promise.all(
      accounts.map(accountId => seedWebhook(db, box, { accountId, url: `${sink.url}/x` })),
    );
    const eventId = await seedNotifiedFiling(db, accounts);
    await db.transaction(async tx => {
      await queueDeliveries(tx, jobs, [eventId]);
      await tx.execute(sql`update webhooks set active = false where webhook_id = ${off}`);
      await tx.execute(sql`update accounts set plan = 'pro' where account_id = ${accounts[2]}`);
      await tx.execute(sql`delete from webhooks where webhook_id = ${gone}`);
    });
    await until(kept, row => row.status === 'delivered');
    for (const webhookId of [off, poor]) {
      expect(await until(webhookId, row => row.status === 'failed')).toMatchObject({
        attempts: [],
        next_attempt_at: null,
      });
    }
    expect(sink.receipts).toHaveLength(1);
  });

  it('are not created if the notifying transaction is rolled back', async () => {
    const accountId = await seedAccount(database.db);
    await seedWebhook(database.db, box, { accountId, url: sink.url });
    const eventId = await seedNotifiedFiling(database.db, [accountId]);
    const undone = database.db.transaction(async tx => {
      await queueDeliveries(tx, jobs, [eventId]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await sleep(700);
    expect(sink.receipts).toHaveLength(0);
  });
});

it('a hanging webhook delays no other, even if most of the queue is its own', async () => {
  const { db } = database;
  const accounts = await Promise.all([0, 1].map(() => seedAccount(db)));
  const [hanging = '', healthy = ''] = await Promise.all(
    accounts.map((accountId, at) =>
      seedWebhook(db, box, { accountId, url: `${sink.url}/${at === 0 ? 'hang' : 'ok'}` }),
    ),
  );
  sink.answer = (receipt, response) => {
    if (receipt.path === '/ok') response.end();
  };
  const [slow = '', quick = ''] = accounts;
  const events = await Promise.all(Array.from({ length: 600 }, () => seedNotifiedFiling(db, [slow])));
  const last = await seedNotifiedFiling(db, [quick]);
  const from = Date.now();
  await queueFor(...events);
  await queueFor(last);
  const { attempts } = await until(healthy, row => row.status === 'delivered');
  expect(Date.parse(attempts[0]?.sent_at ?? '') - from).toBeLessThan(2_000);
  await db.execute(sql`delete from webhooks where webhook_id = ${hanging}`);
});

interface WebhookRow {
  active: boolean;
  deactivated_reason: string | null;
  failing_since: string | null;
  last_success_at: string | null;
}

async function webhookRow(webhookId: string): Promise<WebhookRow> {
  const row = await database.db.queryOne<WebhookRow>(sql`
    select active, deactivated_reason, failing_since, last_success_at from webhooks where webhook_id = ${webhookId}`);
  if (row === null) throw new Error('there is no webhook');
  return row;
}

async function noticesFor(webhookId: string): Promise<{ title: string; summary: string }[]> {
  return database.db.query(sql`
    select title, summary from events join announcements using (event_id)
    where event_type = 'webhook.deactivated' and event_key like ${`${webhookId}%`}
      and account_id = (select account_id from webhooks where webhook_id = ${webhookId})`);
}
