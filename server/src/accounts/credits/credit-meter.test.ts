import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import type { Account } from '../account.ts';
import { createKey } from '../keys/api-keys.ts';
import { DEFAULT_PLANS } from '../plans.ts';
import { CreditMeter, type Debit } from './credit-meter.ts';

const database = useTestDatabase();
const CALL = { operation: 'listFilings', channel: 'rest' } as const;
let now = new Date('2026-03-31T12:00:00Z');
let account: Account;
let emails = 0;

function newMeter(plans = DEFAULT_PLANS): CreditMeter {
  return new CreditMeter({ db: database.db, plans, now: () => now });
}

function granted(debits: readonly Debit[]): number {
  return debits.filter(debit => debit.granted).length;
}

async function used(): Promise<{ day: number; month: number }> {
  const row = await database.db.queryOne<{ day: number; month: number }>(sql`
    select day_credits as day, month_credits as month from accounts where account_id = ${account.accountId}`);
  if (!row) throw new Error('no account');
  return row;
}

beforeEach(async () => {
  now = new Date('2026-03-31T12:00:00Z');
  const email = `meter${++emails}@example.org`;
  const { accountId } = await createKey(database.db, { email, plan: 'free', name: 'test' });
  account = { accountId, email, plan: 'free' };
});

describe('CreditMeter', () => {
  it('debits day and month together, and returns the remaining credits and reset times', async () => {
    const debit = await newMeter().debit(account, 10, CALL);
    expect(debit).toEqual({
      granted: true,
      balance: {
        dayLimit: 100,
        dayRemaining: 90,
        dayResetsAt: new Date('2026-04-01T00:00:00Z'),
        monthLimit: 1000,
        monthRemaining: 990,
        monthResetsAt: new Date('2026-04-01T00:00:00Z'),
      },
    });
    expect(await used()).toEqual({ day: 10, month: 10 });
  });

  it('never overspends under concurrent calls from several processes', async () => {
    const meters = [newMeter(), newMeter(), newMeter()];
    const debits = await Promise.all(
      Array.from({ length: 300 }, (_, index) => (meters[index % 3] ?? newMeter()).debit(account, 1, CALL)),
    );
    expect(granted(debits)).toBe(100);
    expect(await used()).toEqual({ day: 100, month: 100 });
  });

  it('grants in order of arrival, and grants a smaller call after rejecting a larger one', async () => {
    const meter = newMeter();
    await meter.debit(account, 85, CALL);
    const debits = await Promise.all([10, 10, 3, 3].map(credits => meter.debit(account, credits, CALL)));
    expect(debits.map(debit => debit.granted)).toEqual([true, false, true, false]);
    expect(await used()).toEqual({ day: 98, month: 98 });
  });

  it('serves a burst of one account with few statements', async () => {
    let statements = 0;
    const db = database.db;
    const counting = Object.assign(Object.create(db), {
      queryOne: (statement: Parameters<typeof db.queryOne>[0]) => {
        statements++;
        return db.queryOne(statement);
      },
    });
    const meter = new CreditMeter({ db: counting, plans: DEFAULT_PLANS, now: () => now });
    const debits = await Promise.all(Array.from({ length: 64 }, () => meter.debit(account, 1, CALL)));
    expect(granted(debits)).toBe(64);
    expect(statements).toBeLessThanOrEqual(2);
  });

  it('resets the day at midnight UTC and the month on the 1st', async () => {
    const meter = newMeter();
    await meter.debit(account, 100, CALL);
    expect((await meter.debit(account, 1, CALL)).granted).toBe(false);
    now = new Date('2026-04-01T00:00:00Z');
    const debit = await meter.debit(account, 1, CALL);
    expect(debit).toMatchObject({ granted: true, balance: { dayRemaining: 99, monthRemaining: 999 } });
  });

  it('sums the days of a month, and reports the month as the exceeded window', async () => {
    const meter = newMeter({ ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, creditsPerMonth: 150 } });
    now = new Date('2026-03-01T00:00:00Z');
    await meter.debit(account, 100, CALL);
    now = new Date('2026-03-02T00:00:00Z');
    await meter.debit(account, 50, CALL);
    expect(await meter.debit(account, 1, CALL)).toMatchObject({ granted: false, window: 'month' });
    now = new Date('2026-04-01T00:00:00Z');
    expect((await meter.debit(account, 100, CALL)).granted).toBe(true);
  });

  it('does not reset the windows for a process whose clock is behind', async () => {
    const meter = newMeter();
    now = new Date('2026-04-01T00:00:01Z');
    await meter.debit(account, 60, CALL);
    now = new Date('2026-03-31T23:59:59Z');
    expect((await meter.debit(account, 60, CALL)).granted).toBe(false);
    expect(await used()).toEqual({ day: 60, month: 60 });
  });

  it('reserves no more than the balance, and refuses a call that it does not cover', async () => {
    const meter = newMeter();
    await meter.debit(account, 85, CALL);
    const first = await meter.reserve(account, 10);
    expect(first.granted).toBe(true);
    expect(await meter.reserve(account, 20)).toMatchObject({
      granted: false,
      window: 'day',
      balance: { dayRemaining: 15 },
    });
    expect(await used()).toEqual({ day: 85, month: 85 });
  });

  it('lets a call wait for the reservation of another, and refuses it once that one has debited', async () => {
    const meter = newMeter();
    await meter.debit(account, 85, CALL);
    const [first, second] = [await meter.reserve(account, 10), meter.reserve(account, 10)];
    expect(await Promise.race([second, new Promise(resolve => setTimeout(resolve, 20, 'waits'))])).toBe('waits');
    await meter.debit(account, 10, CALL);
    if (first.granted) first.release();
    expect((await second).granted).toBe(false);
  });

  it('grants a waiting call when the one before it fails', async () => {
    const meter = newMeter();
    await meter.debit(account, 85, CALL);
    const [first, second] = [await meter.reserve(account, 10), meter.reserve(account, 10)];
    if (first.granted) first.release();
    expect((await second).granted).toBe(true);
  });

  it('reads the balance again after a second, a new plan and the end of a window', async () => {
    const meter = newMeter();
    expect((await meter.reserve(account, 100)).granted).toBe(true);
    await newMeter().debit(account, 60, CALL);
    now = new Date(now.getTime() + 1_500);
    expect((await meter.reserve(account, 60)).granted).toBe(false);
    expect((await meter.reserve({ ...account, plan: 'pro' }, 60)).granted).toBe(true);
    now = new Date('2026-04-01T00:00:00Z');
    expect((await newMeter().reserve(account, 100)).granted).toBe(true);
  });

  it('returns the balance for a debit of zero', async () => {
    const meter = newMeter();
    await meter.debit(account, 7, CALL);
    expect(await meter.debit(account, 0, CALL)).toMatchObject({ granted: true, balance: { dayRemaining: 93 } });
    expect(await used()).toEqual({ day: 7, month: 7 });
  });

  it('fails only the waiting calls when the database fails', async () => {
    const meter = newMeter();
    const gone = { ...account, accountId: '00000000-0000-4000-8000-000000000000' };
    await expect(meter.debit(gone, 1, CALL)).rejects.toThrow('was deleted');
    expect((await meter.debit(account, 1, CALL)).granted).toBe(true);
  });
});
