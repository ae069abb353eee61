import { beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { CreditMeter } from '../credits/credit-meter.ts';
import { adjustCredits } from '../credits/ledger.ts';
import { DEFAULT_PLANS } from '../plans.ts';

const database = useTestDatabase();
const now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);
let mine: Person;

beforeAll(async () => {
  mine = await newPerson(database.db);
  const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => now });
  const account = { ...mine, plan: 'free' as const };
  for (let call = 1; call <= 5; call++) await meter.debit(account, call, { operation: 'listFilings', channel: 'rest' });
  await adjustCredits(database.db, mine.accountId, { kind: 'grant', credits: 50, note: 'welcome' }, now);
});

interface Entry {
  entry_id: string;
  credits: number;
}

describe('GET /api/user/ledger', () => {
  it('lists every entry, newest first, and their sum equals the balance minus the limit', async () => {
    const { json } = await api.as(mine, 'GET /api/user/ledger');
    const items = json.items as Entry[];
    expect(items.map(({ credits }) => credits)).toEqual([50, -5, -4, -3, -2, -1]);
    expect(items[0]).toMatchObject({ kind: 'grant', note: 'welcome', operation: null, channel: null, calls: 0 });
    expect(items[1]).toMatchObject({
      booked_at: '2026-03-31T12:00:00Z',
      usage_date: '2026-03-31',
      kind: 'debit',
      operation: 'listFilings',
      channel: 'rest',
      calls: 1,
      note: null,
    });
    const usage = (await api.as(mine, 'GET /api/user/usage')).json.day as { credits_used: number };
    expect(items.reduce((sum, { credits }) => sum + credits, 0)).toBe(-usage.credits_used);
  });

  it('continues after a cursor, which is valid for its own account only', async () => {
    const seen: number[] = [];
    let cursor: unknown = null;
    do {
      const query = cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
      const { json } = await api.as(mine, `GET /api/user/ledger?limit=4${query}`);
      seen.push(...(json.items as Entry[]).map(({ credits }) => credits));
      cursor = json.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([50, -5, -4, -3, -2, -1]);
    const other = await newPerson(database.db);
    const page = await api.as(mine, 'GET /api/user/ledger?limit=1');
    const foreign = await api.as(other, `GET /api/user/ledger?cursor=${String(page.json.next_cursor)}`);
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid_cursor']);
    expect((await api.as(other, 'GET /api/user/ledger')).json).toEqual({ items: [], next_cursor: null });
    for (const bad of ['x', "'", 'A'.repeat(200)]) {
      expect((await api.as(mine, `GET /api/user/ledger?cursor=${bad}`)).status).toBe(400);
    }
    expect((await api.as(mine, 'GET /api/user/ledger?limit=501')).status).toBe(422);
  });
});
