import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Plan } from '../../src/accounts/account.ts';
import { createKey } from '../../src/accounts/keys/api-keys.ts';
import { type Database, sql } from '../../src/db/database.ts';
import { createListener, type Listener } from '../../src/db/listener.ts';
import { queueDeliveries } from '../../src/delivery/webhooks/webhook-deliveries.ts';
import { startWebhookPump, type WebhookPump } from '../../src/delivery/webhooks/webhook-pump.ts';
import { WebhookSender, type WebhookSenderOptions } from '../../src/delivery/webhooks/webhook-sender.ts';
import { JobSystem } from '../../src/jobs/job-system.ts';
import { createLog } from '../../src/kernel/log.ts';
import { SecretBox } from '../../src/kernel/secrets/secret-box.ts';
import { type ApiResponse, createTestApi, type TestApi } from '../api.ts';
import { useTestDatabase } from '../database.ts';
import { type Sink, seedNotifiedFiling, startSink } from '../stand-ins/webhook-sink.ts';
import { WAIT_LIMIT_MS } from '../wait-limit.ts';

/** The API and the webhook sender, for a test file. */
export interface WebhookApi {
  readonly db: Database;
  readonly api: TestApi;
  readonly box: SecretBox;
  readonly jobs: JobSystem;
  /** A new sink for each test. */
  readonly sink: Sink;
  /** Sends a request as the owner, or with another key. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, key?: string): Promise<ApiResponse>;
  /** Creates a webhook of the owner through the API; returns its id. */
  create(fields?: Record<string, unknown>): Promise<string>;
  /** Notifies the owner of a filing and delivers the webhook. */
  notify(): Promise<string>;
  /** A key of another account. */
  otherKey(plan?: Plan): Promise<string>;
  /** Waits until a delivery of a webhook has a status. */
  settled(webhookId: string, status: string): Promise<Record<string, unknown>>;
}

export function useWebhookApi(options: Partial<WebhookSenderOptions> = {}): WebhookApi {
  const database = useTestDatabase();
  const box = new SecretBox(randomBytes(32));
  let parts: { api: TestApi; jobs: JobSystem; listener: Listener; sender: WebhookSender; pump: WebhookPump } | null;
  let sink: Sink | null = null;
  let others = 0;

  beforeAll(async () => {
    const { db, connection } = database;
    const log = createLog('silent');
    const jobs = await JobSystem.start({ db, connection, log, firesSchedules: false });
    const listener = createListener(connection, 'asfiled test listener');
    const sender = new WebhookSender({ secretBox: box, allowPrivate: true, timeoutMs: 1_500, ...options });
    const pump = await startWebhookPump({ db, jobs, listener, sender });
    const api = await createTestApi(db, { secretBox: box, webhooks: { sender, jobs } });
    parts = { api, jobs, listener, sender, pump };
  });
  afterAll(async () => {
    await parts?.api.server.close();
    await parts?.pump.stop(1_000);
    await parts?.sender.close();
    await parts?.listener.close();
    await parts?.jobs.stop(1_000);
  });
  beforeEach(async () => {
    sink = await startSink();
  });
  afterEach(() => sink?.close());

  const made = () => {
    if (!parts) throw new Error('The webhook API does not exist before the first test.');
    return parts;
  };
  const currentSink = () => {
    if (!sink) throw new Error('The sink exists only inside tests.');
    return sink;
  };
  const call: WebhookApi['call'] = (method, path, body, key = made().api.key) =>
    made().api.ask({
      method,
      url: `/api/user/webhooks${path}`,
      headers: { 'x-api-key': key },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    box,
    get db() {
      return database.db;
    },
    get api() {
      return made().api;
    },
    get jobs() {
      return made().jobs;
    },
    get sink() {
      return currentSink();
    },
    call,
    async create(fields = {}) {
      const response = await call('POST', '', { url: currentSink().url, ...fields });
      if (response.status !== 201) throw new Error(response.text);
      return String(response.json.id);
    },
    async notify() {
      const { api, jobs } = made();
      const eventId = await seedNotifiedFiling(database.db, [api.accountId]);
      await database.db.transaction(tx => queueDeliveries(tx, jobs, [eventId]));
      return eventId;
    },
    async otherKey(plan = 'business') {
      const { key } = await createKey(database.db, { email: `other-${others++}@example.org`, plan, name: 'test' });
      return key;
    },
    async settled(webhookId, status) {
      for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; ) {
        const row = await database.db.queryOne<Record<string, unknown>>(sql`
          select * from webhook_deliveries where webhook_id = ${webhookId} and status = ${status}
          order by created_at desc limit 1`);
        if (row !== null) return row;
        await new Promise(done => setTimeout(done, 10));
      }
      throw new Error(`No delivery of ${webhookId} reached the status ${status}.`);
    },
  };
}

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
