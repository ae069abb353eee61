import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, PASSWORD, type Person, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { CreditMeter } from '../credits/credit-meter.ts';
import { DEFAULT_PLANS } from '../plans.ts';

const database = useTestDatabase();
const ROUTE = 'DELETE /api/user';
let now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);

/** Counts the rows of an account in every table with account data. */
async function rowsOf({ accountId }: Person): Promise<Record<string, number>> {
  const tables = await database.db.query<{ table: string; rows: string }>(sql`
    select c.table_name as table, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I where account_id = %L', c.table_name, ${accountId}::text), false, true, ''
    )))[1]::text as rows
    from information_schema.columns c where c.column_name = 'account_id' and c.table_schema = 'public'`);
  return Object.fromEntries(tables.filter(({ rows }) => rows !== '0').map(({ table, rows }) => [table, Number(rows)]));
}

async function withMuch(): Promise<Person> {
  const person = await newPerson(database.db);
  const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => now });
  await meter.debit({ ...person, plan: 'free' }, 3, { operation: 'listFilings', channel: 'rest' });
  const { accountId } = person;
  for (const statement of [
    sql`insert into ledger_days values (${accountId}, '2026-01-01', 'debit', 'listFilings', 'rest', 1, -1)`,
    sql`insert into second_factors (account_id, secret, started_at) values (${accountId}, 'x', now())`,
    sql`insert into recovery_codes (account_id, digest) values (${accountId}, 'x')`,
    sql`insert into reset_tokens values (sha256(${accountId}::text::bytea), ${accountId}, now())`,
    sql`insert into webhooks (account_id, url, secret) values (${accountId}, 'https://hooks.example.org/1', 'x')`,
    sql`insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      values (${accountId}, 'us', 'A', 'A', 1)`,
    sql`insert into notifications (account_id, event_id, created_at, event_type)
      values (${accountId}, gen_random_uuid(), now(), 'filing.discovered')`,
    sql`insert into announcements (event_id, account_id) values (gen_random_uuid(), ${accountId})`,
    sql`insert into oauth_records (model, digest, record_id, account_id, payload, created_at)
      values ('Session', sha256(${accountId}::text::bytea), gen_random_uuid(), ${accountId}, 'x', now())`,
  ]) {
    await database.db.execute(statement);
  }
  await database.db.execute(sql`
    insert into kept_answers (account_id, idempotency_key, request_digest) values (${accountId}, 'x', 'x')`);
  return person;
}

describe('DELETE /api/user', () => {
  it('deletes everything including the ledger, and rejects cached keys within a second', async () => {
    const [mine, other] = [await withMuch(), await withMuch()];
    const tables = Object.keys(await rowsOf(mine));
    expect(tables).toEqual(expect.arrayContaining(['accounts', 'api_keys', 'ledger', 'ledger_days', 'webhooks']));
    const beforehand = await rowsOf(other);
    expect(Object.keys(beforehand).sort()).toEqual(tables.sort());
    expect((await api.as(mine, ROUTE, { password: PASSWORD })).status).toBe(204);
    expect(await rowsOf(mine)).toEqual({});
    expect(await rowsOf(other)).toEqual(beforehand);
    const paid = await api.as(mine, 'GET /api/v1/kpi-taxonomy');
    expect([paid.status, paid.json.error]).toEqual([401, 'unauthorized']);
    now = new Date(now.getTime() + 1_001);
    expect((await api.as(mine, 'GET /api/v1/markets')).status).toBe(401);
    expect((await api.as(mine, ROUTE, { password: PASSWORD })).status).toBe(401);
  });

  it('requires the password in the body', async () => {
    const mine = await newPerson(database.db);
    expect(faultsOf(await api.as(mine, ROUTE))).toEqual(['body.password']);
    const inAddress = await api.as(mine, `${ROUTE}?password=${encodeURIComponent(PASSWORD)}` as typeof ROUTE);
    expect([inAddress.status, faultsOf(inAddress)]).toEqual([422, ['query.password', 'body.password']]);
    expect(inAddress.text).not.toContain(PASSWORD);
    expect((await api.as(mine, ROUTE, { password: 'not the password' })).status).toBe(403);
    const foreign = await newPerson(database.db);
    expect(faultsOf(await api.as(mine, ROUTE, { password: PASSWORD, account_id: foreign.accountId }))).toEqual([
      'body.account_id',
    ]);
    expect(Object.keys(await rowsOf(mine))).toContain('accounts');
  });

  it('leaves no rows of concurrent debits', async () => {
    const mine = await newPerson(database.db, 'business');
    const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => now });
    let isGone = false;
    const debits = (async () => {
      for (let call = 0; call < 500 && !isGone; call++) {
        await meter
          .debit({ ...mine, plan: 'business' }, 1, { operation: 'listFilings', channel: 'rest' })
          .catch(() => undefined);
      }
    })();
    const { status } = await api.as(mine, ROUTE, { password: PASSWORD });
    isGone = true;
    await debits;
    expect(status).toBe(204);
    expect(await rowsOf(mine)).toEqual({});
  });
});
