import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, newPerson, type Person, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const api = usePeopleApi(database);
let mine: Person;

beforeAll(async () => {
  mine = await newPerson(database.db, 'pro');
});

describe('GET /api/user', () => {
  it('returns the account, its plan and its limits', async () => {
    const { status, json } = await api.as(mine, 'GET /api/user');
    expect(status).toBe(200);
    expect(json).toEqual({
      id: mine.accountId,
      email: mine.email,
      plan: 'pro',
      created_at: expect.stringMatching(/Z$/),
      has_password: true,
      has_totp: false,
      recovery_codes_left: 0,
      limits: {
        credits_per_day: 10_000,
        credits_per_month: 200_000,
        requests_per_second: 100_000,
        burst: 100_000,
        analyses_per_minute: 30,
        downloads_per_day: 0,
        webhooks: 0,
        watchlist_entries: 500,
        saved_screens: 100,
        screen_alerts: 20,
      },
    });
  });

  it('returns only the calling account', async () => {
    const other = await newPerson(database.db);
    expect((await api.as(other, 'GET /api/user')).json).toMatchObject({ id: other.accountId, plan: 'free' });
    const requested = await api.as(other, `GET /api/user?id=${mine.accountId}&account_id=${mine.accountId}`);
    expect([requested.status, faultsOf(requested)]).toEqual([422, ['query.id', 'query.account_id']]);
  });

  it('requires the scope account:read', async () => {
    expect((await api.ask({ method: 'GET', url: '/api/user' })).status).toBe(401);
    const reader = await newPerson(database.db, 'business', ['data:read', 'account:write']);
    const { status, json } = await api.as(reader, 'GET /api/user');
    expect([status, json.error, json.scope_required]).toEqual([403, 'forbidden', 'account:read']);
  });
});
