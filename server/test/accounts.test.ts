import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { postgresFolder, socketHost } from '../src/db/embedded/postgres-folder.ts';
import {
  addressOf,
  cleanUpAfterEach,
  postmasterPid,
  queryOn,
  READY,
  type Running,
  run,
  serve,
  statusOf,
  temporaryFolder,
  usedDataFolder,
} from './service/service.ts';

cleanUpAfterEach();

const CALLERS = 64;
const UNHURRIED = {
  ASFILED_PLAN_BUSINESS_REQUESTS_PER_SECOND: '1000000',
  ASFILED_PLAN_BUSINESS_BURST: '1000000',
  ASFILED_PLAN_BUSINESS_CREDITS_PER_DAY: '1000000000',
  ASFILED_PLAN_BUSINESS_CREDITS_PER_MONTH: '1000000000',
};

/** Callers that repeat a call of one credit until they are stopped or rejected. */
function call(service: Running, key: string): { answered(): number; stop(): Promise<void> } {
  let answered = 0;
  let isStopped = false;
  const base = addressOf(service);
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isStopped) {
      try {
        const { status, headers } = await fetch(`${base}/api/v1/kpi-taxonomy?statement_type=shares`, {
          headers: { 'x-api-key': key },
        });
        // A call whose response broke off was debited: headers are sent last.
        if (status === 200 && headers.get('x-credits-cost') === '1') answered++;
        else await sleep(20);
      } catch {
        await sleep(20);
      }
    }
  });
  return {
    answered: () => answered,
    async stop() {
      isStopped = true;
      await Promise.all(callers);
    },
  };
}

interface Sums {
  day: number;
  month: number;
  day_sum: number;
  month_sum: number;
  calls: number;
}

/** The count of the credit windows and the sum of the ledger. */
async function sumsOf(data: string): Promise<Sums> {
  const { rows } = await queryOn(
    data,
    `select a.day_credits as day, a.month_credits as month, -sum(l.credits)::int as month_sum, sum(l.calls)::int as calls,
       (-sum(l.credits) filter (where l.usage_day = a.usage_day))::int as day_sum
     from accounts a join ledger l using (account_id)
     where a.email = 'local@localhost' and date_trunc('month', l.usage_day) = a.usage_month
     group by a.account_id`,
  );
  return rows[0];
}

const keyOf = (service: Running) => READY.exec(service.output())?.[1] ?? '';

describe('the ledger after a crash', () => {
  it('debits every completed call when the service is killed (-9) under 64 callers', async () => {
    const data = await usedDataFolder();
    let answered = 0;
    for (let round = 0; round < 2; round++) {
      const service = await serve(data, UNHURRIED);
      const calls = call(service, keyOf(service));
      await expect.poll(() => calls.answered(), { interval: 5 }).toBeGreaterThan(300);
      service.child.kill('SIGKILL');
      await service.ended();
      await calls.stop();
      answered += calls.answered();
    }
    await serve(data, UNHURRIED);
    const { day, month, day_sum, month_sum, calls } = await sumsOf(data);
    expect([day_sum, month_sum]).toEqual([day, month]);
    expect(calls).toBe(month);
    expect(month).toBeGreaterThanOrEqual(answered);
    expect(month).toBeLessThanOrEqual(answered + 2 * CALLERS);
  });

  it('loses at most the last moment of debits when PostgreSQL is killed (-9)', async () => {
    const data = await usedDataFolder();
    const service = await serve(data, UNHURRIED);
    const calls = call(service, keyOf(service));
    await expect.poll(() => calls.answered(), { interval: 5 }).toBeGreaterThan(300);
    const fromMs = performance.now();
    const fromCalls = calls.answered();
    await sleep(500);
    const perMs = (calls.answered() - fromCalls) / (performance.now() - fromMs);
    const before = calls.answered();
    process.kill(postmasterPid(data), 'SIGKILL');
    await service.says(/PostgreSQL is running again/);
    await calls.stop();
    const after = await sumsOf(data);
    expect([after.day_sum, after.month_sum]).toEqual([after.day, after.month]);
    const forgotten = Math.max(0, before - after.month);
    // 30 ms by PostgreSQL's clock; other tests may keep this machine busy.
    expect(forgotten).toBeLessThanOrEqual(Math.ceil(perMs * 100) + CALLERS);
    await sleep(200);
    const again = await sumsOf(data);
    expect([again.day_sum, again.month_sum]).toEqual([again.day, again.month]);
  });
});

describe('two services on one database', () => {
  it('both apply a changed plan and reject a deleted account', async () => {
    const data = await usedDataFolder();
    const first = await serve(data);
    const url = new URL('postgres://asfiled@localhost/asfiled');
    url.searchParams.set('host', socketHost(postgresFolder(data)));
    const settings = { DATABASE_URL: url.href };
    const second = await serve(join(temporaryFolder(), 'data'), settings);
    const { rows } = await queryOn(data, 'select count(*)::int as n from accounts');
    expect(rows[0].n).toBe(1);

    const created = run(['key', 'create', '--email', 'moving@example.org', '--plan', 'free'], { ASFILED_DATA: data });
    expect((await created.ended()).exit).toBe(0);
    const key = /"key":"(afk_[\w-]+)"/.exec(created.output())?.[1] ?? '';
    const statuses = () =>
      Promise.all(
        [first, second].map(service => statusOf(service, '/api/v1/documents/taxonomy', { 'x-api-key': key })),
      );
    expect(await statuses()).toEqual([403, 403]);
    await queryOn(data, "update accounts set plan = 'business' where email = 'moving@example.org'");
    await expect.poll(statuses).toEqual([200, 200]);
    await queryOn(data, "update accounts set plan = 'pro' where email = 'moving@example.org'");
    await expect.poll(statuses).toEqual([403, 403]);
    const deleted = run(['user', 'delete', 'moving@example.org', '--yes'], { ASFILED_DATA: data });
    expect((await deleted.ended()).exit).toBe(0);
    await expect.poll(statuses).toEqual([401, 401]);
  });
});
