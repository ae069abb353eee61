import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import type { Account } from '../account.ts';
import { createKey } from '../keys/api-keys.ts';
import { DEFAULT_PLANS } from '../plans.ts';
import { DownloadMeter } from './download-meter.ts';

const database = useTestDatabase();
const NOON = new Date('2024-06-03T12:00:00Z');
const PLANS = { ...DEFAULT_PLANS, business: { ...DEFAULT_PLANS.business, downloadsPerDay: 10 } };
let account: Account;

beforeAll(async () => {
  const email = 'downloads@example.org';
  const { accountId } = await createKey(database.db, { email, plan: 'business', name: 'test' });
  account = { accountId, email, plan: 'business' };
});

async function used(): Promise<unknown> {
  return database.db.queryOne(sql`
    select download_day as day, day_downloads as count from accounts where account_id = ${account.accountId}`);
}

function meter(): DownloadMeter {
  return new DownloadMeter({ db: database.db, plans: PLANS });
}

it('concurrent processes never exceed the daily download limit', async () => {
  const meters = Array.from({ length: 4 }, meter);
  const takes = Array.from({ length: 60 }, (_, n) => meters[n % 4]?.take(account, NOON));
  const outcomes = await Promise.allSettled(takes);
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(10);
  expect(await used()).toEqual({ day: '2024-06-03', count: 10 });
  await expect(meter().take(account, NOON)).rejects.toMatchObject({
    code: 'download_quota_exceeded',
    details: { limit: 10, resets_at: '2024-06-04T00:00:00Z' },
  });
});

it('a refunded download can be taken again, and a process whose clock lags does not change the new day', async () => {
  await meter().giveBack(account, NOON);
  await meter().take(account, NOON);
  await meter().take(account, new Date('2024-06-04T00:00:00Z'));
  expect(await used()).toEqual({ day: '2024-06-04', count: 1 });
  await meter().take(account, new Date('2024-06-03T23:59:59Z'));
  expect(await used()).toEqual({ day: '2024-06-04', count: 2 });
});

it('a plan without downloads rejects the first one', async () => {
  await expect(meter().take({ ...account, plan: 'pro' }, NOON)).rejects.toMatchObject({ details: { limit: 0 } });
});
