import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, newPerson, type Person, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { CreditMeter } from '../credits/credit-meter.ts';
import { adjustCredits } from '../credits/ledger.ts';
import { DEFAULT_PLANS } from '../plans.ts';

const database = useTestDatabase();
let now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);
let mine: Person;

beforeAll(async () => {
  mine = await newPerson(database.db);
  const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => now });
  const account = { ...mine, plan: 'free' as const };
  for (const [at, credits, operation, channel] of [
    ['2026-01-01T00:00:00Z', 9, 'listFilings', 'rest'],
    ['2026-03-01T12:00:00Z', 20, 'getCompanyFinancials', 'rest'],
    ['2026-03-31T12:00:00Z', 10, 'getCompanyFinancials', 'mcp'],
    ['2026-03-31T12:00:00Z', 2, 'listFilings', 'rest'],
  ] as const) {
    now = new Date(at);
    await meter.debit(account, credits, { operation, channel });
  }
  await adjustCredits(database.db, mine.accountId, { kind: 'refund', credits: 2, note: null }, now);
});

describe('GET /api/user/usage', () => {
  it('returns day and month in percent, and usage by operation and channel', async () => {
    const { status, json } = await api.as(mine, 'GET /api/user/usage?days=31');
    expect(status).toBe(200);
    expect(json).toEqual({
      plan: 'free',
      day: {
        credits_used: 10,
        credits_given: 2,
        credits_limit: 100,
        used_pct: 10,
        resets_at: '2026-04-01T00:00:00.000Z',
      },
      month: {
        credits_used: 30,
        credits_given: 2,
        credits_limit: 1000,
        used_pct: 3,
        resets_at: '2026-04-01T00:00:00.000Z',
      },
      items: [
        { usage_date: '2026-03-31', operation: 'getCompanyFinancials', channel: 'mcp', calls: 1, credits: 10 },
        { usage_date: '2026-03-31', operation: 'listFilings', channel: 'rest', calls: 1, credits: 2 },
        { usage_date: '2026-03-01', operation: 'getCompanyFinancials', channel: 'rest', calls: 1, credits: 20 },
      ],
    });
    const items = async (days: number) => (await api.as(mine, `GET /api/user/usage?days=${days}`)).json.items;
    expect(await items(30)).toHaveLength(2);
    expect(await items(90)).toHaveLength(4);
  });

  it("shows only the account's own usage, and debits nothing", async () => {
    const other = await newPerson(database.db);
    const { json } = await api.as(other, 'GET /api/user/usage');
    expect(json).toMatchObject({ day: { credits_used: 0, used_pct: 0 }, items: [] });
  });

  it('rejects other numbers of days', async () => {
    for (const days of ['0', '91', '-1', '1.5', 'x', "1'"]) {
      const response = await api.as(mine, `GET /api/user/usage?days=${encodeURIComponent(days)}`);
      expect([response.status, faultsOf(response)]).toEqual([422, ['query.days']]);
    }
  });
});
