import { adjustCredits } from '../../server/src/accounts/credits/ledger.ts';
import { type Database, sql } from '../../server/src/db/database.ts';
import { authorizeClient, Browser, createPerson, register, webApp } from '../../server/test/accounts/oauth.ts';
import { onDatabase } from './accounts.ts';
import type { App } from './app-page.ts';

const DAY_MS = 86_400_000;
const DAYS = 90;
/** Operations with their credits on a quiet day. */
const OPERATIONS = [
  ['getCompanyFinancials', 'rest', 240],
  ['getFilingSection', 'mcp', 130],
  ['searchFilings', 'rest', 48],
  ['getFilingFacts', 'mcp', 24],
  ['listFilings', 'rest', 9],
  ['screenFinancials', 'rest', 20],
] as const;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface UsedAccount {
  accountId: string;
  email: string;
  key: string;
}

/** A fictional account with 89 days of usage, keys, a session and an app. */
export async function createUsedAccount(app: Pick<App, 'base' | 'dataFolder'>, email: string): Promise<UsedAccount> {
  const now = new Date();
  const { accountId, key } = await onDatabase(app, async db => {
    const person = await createPerson(db, email, 'pro');
    await db.execute(sql`
      update api_keys set name = 'Research notebook', created_at = ${new Date(now.getTime() - 80 * DAY_MS).toISOString()}
      where account_id = ${person.accountId}`);
    await spendBefore(db, person.accountId, now);
    await adjustCredits(db, person.accountId, { kind: 'refund', credits: 120, note: 'the outage of Friday' }, now);
    return person;
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const body of [
    { name: 'Nightly export', scopes: ['data:read'] },
    {
      name: 'Old laptop',
      scopes: ['data:read', 'account:read'],
      expires_at: new Date(now.getTime() + 12 * DAY_MS - 3_600_000).toISOString(),
    },
  ]) {
    const made = await fetch(`${app.base}/api/user/keys`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (made.status !== 201) throw new Error(`a key: ${made.status} ${await made.text()}`);
  }
  await fetch(`${app.base}/api/v1/companies/financials?ticker=MSFT&line_items=revenue`, { headers });
  const browser = new Browser(app.base, FIREFOX);
  await authorizeClient(app.base, webApp(app.base), email, {}, browser);
  await authorizeClient(app.base, await register(app.base, { client_name: 'Ledger reader' }), email, {}, browser);
  return { accountId, email, key };
}

/** Inserts daily totals as the ledger closing writes them, and updates the month's counter. */
async function spendBefore(db: Database, accountId: string, now: Date): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  let ofMonth = 0;
  for (let back = 1; back < DAYS; back++) {
    const day = new Date(now.getTime() - back * DAY_MS);
    const date = day.toISOString().slice(0, 10);
    const weight = day.getUTCDay() % 6 === 0 ? 0.2 : 1 + ((back * 7) % 5);
    for (const [operation, channel, least] of OPERATIONS) {
      const credits = Math.round(least * weight);
      if (date.startsWith(month)) ofMonth += credits;
      await db.execute(sql`
        insert into ledger_days (account_id, usage_day, kind, operation, channel, calls, credits)
        values (${accountId}, ${date}, 'debit', ${operation}, ${channel}, ${Math.ceil(credits / 4)}, ${-credits})`);
    }
  }
  await db.execute(sql`
    update accounts set usage_month = ${`${month}-01`}, month_credits = ${ofMonth} where account_id = ${accountId}`);
}
