import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { createLog } from '../../kernel/log.ts';
import type { Account } from '../account.ts';
import { createKey } from '../keys/api-keys.ts';
import { DEFAULT_PLANS } from '../plans.ts';
import { CreditMeter } from './credit-meter.ts';
import { listLedger } from './ledger.ts';
import { OpenDebits, refundAbandoned } from './open-debits.ts';

const database = useTestDatabase();
const NOW = new Date('2026-03-31T12:00:00Z');
let account: Account;
let emails = 0;

const newProcess = () => new OpenDebits({ db: database.db, now: () => NOW, log: createLog('silent') });

/** Opens a debit of 30 credits and takes them. */
async function debit(debits: OpenDebits) {
  const open = await debits.open(account.accountId, 'exportPanel', 30);
  const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => NOW });
  await meter.debit(account, 30, { operation: 'exportPanel', channel: 'rest' });
  return open;
}

async function used(): Promise<number> {
  const row = await database.db.queryOne<{ used: number }>(sql`
    select month_credits as used from accounts where account_id = ${account.accountId}`);
  return row?.used ?? Number.NaN;
}

/** Lets time pass for everything that is noted. */
const pass = (seconds: number) =>
  database.db.execute(sql`update open_debits set alive_at = alive_at - make_interval(secs => ${seconds}::integer)`);

beforeEach(async () => {
  await database.db.execute(sql`delete from open_debits`);
  const email = `open${++emails}@example.org`;
  const { accountId } = await createKey(database.db, { email, plan: 'pro', name: 'test' });
  account = { accountId, email, plan: 'pro' };
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a debit of a response that is being sent', () => {
  it('is refunded once, by one of several processes, after the process that sends it was killed', async () => {
    await debit(newProcess());
    await refundAbandoned(database.db, NOW);
    expect(await used()).toBe(30);
    await pass(121);
    await Promise.all([refundAbandoned(database.db, NOW), refundAbandoned(database.db, NOW)]);
    await refundAbandoned(database.db, NOW);
    expect(await used()).toBe(0);
    const [newest, ...older] = await listLedger(database.db, account.accountId, null, 10);
    expect(newest).toMatchObject({ kind: 'refund', credits: 30, note: 'exportPanel broke' });
    expect(older).toHaveLength(1);
  });

  it('is not refunded while its process lives, however long the client reads', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const open = await debit(newProcess());
    for (let at = 0; at < 3; at++) {
      await pass(100);
      vi.advanceTimersByTime(20_000);
      await expect
        .poll(() => database.db.query(sql`select from open_debits where alive_at > now() - interval '1 minute'`))
        .toHaveLength(1);
      await refundAbandoned(database.db, NOW);
    }
    expect(await used()).toBe(30);
    await open.settle();
    await pass(1_000);
    await refundAbandoned(database.db, NOW);
    expect(await used()).toBe(30);
  });

  it('is refunded at most once if the service broke the response itself', async () => {
    const open = await debit(newProcess());
    await pass(1_000);
    await Promise.all([open.refund(), refundAbandoned(database.db, NOW)]);
    await open.refund();
    expect(await used()).toBe(0);
  });

  it('is not refunded in a later month, in which its credits no longer count', async () => {
    await debit(newProcess());
    await pass(1_000);
    await refundAbandoned(database.db, new Date('2026-04-01T00:01:00Z'));
    expect(await database.db.query(sql`select from open_debits`)).toEqual([]);
    expect(await listLedger(database.db, account.accountId, null, 10)).toHaveLength(1);
  });
});
