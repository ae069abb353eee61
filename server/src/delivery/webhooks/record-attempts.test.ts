import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { seedAccount, seedNotifiedFiling, seedWebhook } from '../../../test/stand-ins/webhook-sink.ts';
import { sql } from '../../db/database.ts';
import { JobSystem } from '../../jobs/job-system.ts';
import { createLog } from '../../kernel/log.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { recordAttempts } from './record-attempts.ts';
import type { AttemptOutcome } from './webhook-attempt.ts';
import { queueDeliveries } from './webhook-deliveries.ts';

const database = useTestDatabase();
let jobs: JobSystem;

beforeAll(async () => {
  const { db, connection } = database;
  jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
});
afterAll(() => jobs.stop(1_000));

/** Whether a statement of another connection is waiting for a lock. */
async function somebodyWaits(): Promise<boolean> {
  const row = await database.db.queryOne<{ waits: boolean }>(sql`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waits`);
  return row?.waits ?? false;
}

it('waits for a concurrent deletion of the webhook before locking its deliveries', async () => {
  const { db } = database;
  const accountId = await seedAccount(db);
  const box = new SecretBox(randomBytes(32));
  const webhookId = await seedWebhook(db, box, { accountId, url: 'https://hooks.example.com/' });
  const eventId = await seedNotifiedFiling(db, [accountId]);
  await db.transaction(tx => queueDeliveries(tx, jobs, [eventId]));
  const delivery = await db.queryOne<{ id: string }>(sql`
    select delivery_id as id from webhook_deliveries where webhook_id = ${webhookId}`);
  const attempt = {
    attempt: 1,
    sent_at: new Date().toISOString(),
    status_code: 500,
    duration_ms: 1,
    error: 'non_2xx' as const,
    signature: null,
    previous_signature: null,
    answer: null,
  };
  const settled: AttemptOutcome[] = [{ webhookId, deliveryId: delivery?.id ?? '', attemptsBefore: 0, attempt }];

  let settling: Promise<unknown> = Promise.resolve();
  await db.transaction(async tx => {
    // The state of a deletion that has locked the webhook, but not yet its deliveries.
    await tx.execute(sql`select from webhooks where webhook_id = ${webhookId} for update`);
    settling = db.transaction(other => recordAttempts(other, jobs, settled, new Date())).catch(error => error);
    await expect.poll(somebodyWaits, { timeout: 10_000 }).toBe(true);
    await tx.execute(sql`delete from webhooks where webhook_id = ${webhookId}`);
  });
  expect(await settling).toBeUndefined();
  const left = await db.query(sql`select from webhook_deliveries where webhook_id = ${webhookId}`);
  expect(left).toEqual([]);
});
