import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../db/database.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { purgeAudit } from './audit/audit-log.ts';
import { closeLedger } from './credits/ledger.ts';
import { refundAbandoned } from './credits/open-debits.ts';
import { purgeRevokedKeys } from './keys/account-keys.ts';
import { purgeThrottles } from './limits/throttle.ts';

const EVERY_MS = 60 * 60_000;
const REFUNDS_EVERY_MS = 60_000;
const STOPS_WITHIN_MS = 2_000;

/** Closes past days of the ledger and deletes expired rows. Any number of processes may run it concurrently. */
async function keepAccounts(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await closeLedger(db, now);
  await purgeThrottles(db, now);
  await purgeRevokedKeys(db, now);
  await purgeAudit(db, now);
  await db.execute(sql`delete from sign_ups where expires_at < ${at}`);
  await db.execute(sql`delete from reset_tokens where expires_at < ${at}`);
}

/** Runs housekeeping now and then every hour, and refunds what killed processes left every minute, until it is stopped. */
export function startHousekeeping(options: { db: Database; log: Log; now: () => Date }): { stop(): Promise<void> } {
  const { db, log, now } = options;
  const warned = (work: Promise<void>) =>
    work.catch(error => log.warn({ error: messageOf(error) }, 'account housekeeping failed'));
  const refund = () => warned(refundAbandoned(db, now()));
  const keep = () => warned(keepAccounts(db, now()));
  let keeping = refund().then(keep);
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      keeping = keeping.then(work);
    }, ms);
  const timers = [every(REFUNDS_EVERY_MS, refund), every(EVERY_MS, keep)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      // The next run completes what an interrupted one left.
      await Promise.race([keeping, sleep(STOPS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
