import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import type { Account } from '../account.ts';
import { createKey } from '../keys/api-keys.ts';
import { DEFAULT_PLANS } from '../plans.ts';
import { CreditMeter } from './credit-meter.ts';
import { adjustCredits, closeLedger, type LedgerPosition, listLedger } from './ledger.ts';
import type { Channel } from './take-credits.ts';
import { listUsage, readWindows } from './usage.ts';

const database = useTestDatabase();
let now = new Date('2026-03-31T12:00:00Z');
let account: Account;
let emails = 0;

const newMeter = () => new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => now });
const financials = (channel: Channel = 'rest') => ({ operation: 'getCompanyFinancials', channel });
const filings = (channel: Channel = 'rest') => ({ operation: 'listFilings', channel });

beforeEach(async () => {
  now = new Date('2026-03-31T12:00:00Z');
  await database.db.execute(sql`update ledger_closing set closed_day = '1970-01-01'`);
  const email = `ledger${++emails}@example.org`;
  const { accountId } = await createKey(database.db, { email, plan: 'pro', name: 'test' });
  account = { accountId, email, plan: 'pro' };
});

/** The counters of the windows, and the sums of the entries in those windows. */
async function bothSums(): Promise<{ counted: number[]; booked: number[] }> {
  const row = await database.db.queryOne<{ day: number; month: number; day_sum: number; month_sum: number }>(sql`
    select day_credits as day, month_credits as month,
      (select coalesce(-sum(credits), 0)::integer from ledger l
        where l.account_id = a.account_id and l.usage_day = a.usage_day) as day_sum,
      (select coalesce(-sum(credits), 0)::integer from ledger l
        where l.account_id = a.account_id and date_trunc('month', l.usage_day) = a.usage_month) as month_sum
    from accounts a where account_id = ${account.accountId}`);
  if (row === null) throw new Error('no account');
  return { counted: [row.day, row.month], booked: [row.day_sum, row.month_sum] };
}

const entries = (after: LedgerPosition | null = null) => listLedger(database.db, account.accountId, after, 1_000);

describe('the ledger', () => {
  it('has an entry for each debit with its operation, channel and number of calls', async () => {
    const meter = newMeter();
    await meter.debit(account, 10, financials());
    await meter.debit(account, 1, filings('mcp'));
    const [newest, oldest] = await entries();
    expect(newest).toMatchObject({ kind: 'debit', operation: 'listFilings', channel: 'mcp', calls: 1, credits: -1 });
    expect(oldest).toEqual({
      entryId: expect.stringMatching(/^\d+$/),
      bookedAt: '2026-03-31T12:00:00Z',
      usageDate: '2026-03-31',
      kind: 'debit',
      operation: 'getCompanyFinancials',
      channel: 'rest',
      calls: 1,
      credits: -10,
      note: null,
    });
  });

  it('has one entry per operation for calls that were debited together', async () => {
    const meter = newMeter();
    const calls = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? meter.debit(account, 10, financials()) : meter.debit(account, 1, filings()),
    );
    await Promise.all(calls);
    const booked = await entries();
    expect(booked.length).toBeLessThanOrEqual(4);
    expect(booked.reduce((sum, entry) => sum + entry.calls, 0)).toBe(30);
    expect(await bothSums()).toEqual({ counted: [120, 120], booked: [120, 120] });
  });

  it('sums to the balance under 64 concurrent callers in three processes, with refunds and grants', async () => {
    const meters = [newMeter(), newMeter(), newMeter()];
    account = { ...account, plan: 'free' };
    let spent = 0;
    const callers = Array.from({ length: 64 }, async (_, caller) => {
      for (let call = 0; call < 10; call++) {
        const credits = [0, 1, 2, 10][(caller + call) % 4] ?? 0;
        const meter = meters[(caller + call) % 3] ?? newMeter();
        const channel = call % 2 === 0 ? 'rest' : 'mcp';
        const debit = await meter.debit(account, credits, { operation: `operation${credits}`, channel });
        if (debit.granted) spent += credits;
        if (caller === 5 && call % 3 === 0) {
          spent -= 7;
          await adjustCredits(database.db, account.accountId, { kind: 'grant', credits: 7, note: null }, now);
        }
      }
    });
    await Promise.all(callers);
    expect(spent).toBeGreaterThan(90);
    expect(spent).toBeLessThanOrEqual(100);
    expect(await bothSums()).toEqual({ counted: [spent, spent], booked: [spent, spent] });
  });

  it('has no entries for rejected or free calls', async () => {
    const meter = newMeter();
    account = { ...account, plan: 'free' };
    await meter.debit(account, 95, financials());
    const responses = await Promise.all([10, 3, 0, 2].map(credits => meter.debit(account, credits, filings())));
    expect(responses.map(({ granted }) => granted)).toEqual([false, true, true, true]);
    expect(await bothSums()).toEqual({ counted: [100, 100], booked: [100, 100] });
    expect((await entries()).filter(({ operation }) => operation === 'listFilings')).toHaveLength(1);
  });

  it('resets with day and month, and books on the day of the counter despite clock differences', async () => {
    const meter = newMeter();
    now = new Date('2026-03-30T23:59:59Z');
    await meter.debit(account, 4, filings());
    now = new Date('2026-03-31T00:00:01Z');
    await meter.debit(account, 3, filings());
    expect(await bothSums()).toEqual({ counted: [3, 7], booked: [3, 7] });
    now = new Date('2026-04-01T00:00:00Z');
    await meter.debit(account, 2, filings());
    now = new Date('2026-03-31T23:59:58Z');
    await meter.debit(account, 1, filings());
    expect(await bothSums()).toEqual({ counted: [3, 3], booked: [3, 3] });
    expect((await entries()).map(({ usageDate }) => usageDate)).toEqual([
      '2026-04-01',
      '2026-04-01',
      '2026-03-31',
      '2026-03-30',
    ]);
  });

  it("accepts refunds up to the month's usage, and grants beyond it", async () => {
    const meter = newMeter();
    account = { ...account, plan: 'free' };
    await meter.debit(account, 100, filings());
    expect((await meter.debit(account, 1, filings())).granted).toBe(false);
    const give = (kind: 'refund' | 'grant', credits: number) =>
      adjustCredits(database.db, account.accountId, { kind, credits, note: 'the export failed' }, now);
    await expect(give('refund', 101)).rejects.toThrow('A refund cannot exceed the 100 credits');
    expect(await give('refund', 40)).toMatchObject({
      kind: 'refund',
      credits: 40,
      calls: 0,
      note: 'the export failed',
    });
    expect(await meter.debit(account, 40, filings())).toMatchObject({ granted: true, balance: { dayRemaining: 0 } });
    await give('grant', 500);
    expect(await meter.debit(account, 450, filings())).toMatchObject({
      granted: true,
      balance: { dayRemaining: 50, monthRemaining: 950 },
    });
    expect(await bothSums()).toEqual({ counted: [50, 50], booked: [50, 50] });
    await expect(
      adjustCredits(
        database.db,
        '00000000-0000-4000-8000-000000000000',
        { kind: 'grant', credits: 1, note: null },
        now,
      ),
    ).rejects.toThrow('Account not found');
  });

  it('rejects updates, and deletes of entries that still count', async () => {
    await newMeter().debit(account, 10, financials());
    const change = database.db.execute(sql`update ledger set credits = -1 where account_id = ${account.accountId}`);
    await expect(change).rejects.toThrow();
    await expect(database.db.execute(sql`delete from ledger`)).rejects.toThrow();
    await expect(
      database.db.execute(sql`
        insert into ledger (account_id, usage_day, booked_at, kind, calls, credits)
        values (${account.accountId}, '2026-03-31', now(), 'debit', 1, 5)`),
    ).rejects.toThrow();
    expect(await bothSums()).toEqual({ counted: [10, 10], booked: [10, 10] });
  });

  it('paginates without repeating or skipping entries', async () => {
    const meter = newMeter();
    for (let call = 0; call < 5; call++) {
      now = new Date(Date.UTC(2026, 2, 20 + call));
      await meter.debit(account, call + 1, filings());
    }
    const seen: number[] = [];
    let place: LedgerPosition | null = null;
    for (;;) {
      const part = await listLedger(database.db, account.accountId, place, 2);
      const last = part.at(-1);
      if (last === undefined) break;
      seen.push(...part.map(({ credits }) => credits));
      place = [last.usageDate, last.entryId];
      await meter.debit(account, 50, financials());
    }
    expect(seen).toEqual([-5, -4, -3, -2, -1]);
  });
});

describe('closing days', () => {
  it('keeps usage unchanged when repeated, and deletes old entries and, after a year, daily sums', async () => {
    const meter = newMeter();
    for (const [day, credits] of [
      ['2026-01-05', 5],
      ['2026-03-29', 20],
      ['2026-03-30', 30],
      ['2026-03-31', 40],
    ] as const) {
      now = new Date(`${day}T12:00:00Z`);
      await meter.debit(account, credits, financials());
      await meter.debit(account, 1, filings('mcp'));
    }
    await adjustCredits(database.db, account.accountId, { kind: 'refund', credits: 9, note: null }, now);
    const before = await listUsage(database.db, account.accountId, '2026-01-01');
    expect(before[0]).toEqual({
      usageDate: '2026-03-31',
      operation: 'getCompanyFinancials',
      channel: 'rest',
      calls: 1,
      credits: 40,
    });
    expect(before.map(({ credits }) => credits)).toEqual([40, 1, 30, 1, 20, 1, 5, 1]);
    expect((await entries()).length).toBe(9);
    for (let time = 0; time < 2; time++) {
      await closeLedger(database.db, now);
      expect(await listUsage(database.db, account.accountId, '2026-01-01')).toEqual(before);
    }
    expect((await entries()).map(({ usageDate }) => usageDate)).not.toContain('2026-01-05');
    expect(await bothSums()).toEqual({ counted: [32, 84], booked: [32, 84] });
    expect(await readWindows(database.db, account.accountId, now)).toEqual({
      day: { used: 32, given: 9 },
      month: { used: 84, given: 9 },
    });

    now = new Date('2026-04-02T12:00:00Z');
    await closeLedger(database.db, now);
    expect(await listUsage(database.db, account.accountId, '2026-01-01')).toEqual(before);
    now = new Date('2027-03-01T12:00:00Z');
    await closeLedger(database.db, now);
    expect((await listUsage(database.db, account.accountId, '2026-01-01')).at(-1)?.usageDate).toBe('2026-03-29');
    expect(await entries()).toEqual([]);
  });
});
