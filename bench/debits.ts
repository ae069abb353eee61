import { createAuthenticator } from '../server/src/accounts/authenticator.ts';
import {
  type DebitContext,
  debitMixed,
  debitUniform,
  type PricedCall,
} from '../server/src/accounts/credits/take-credits.ts';
import { createKey } from '../server/src/accounts/keys/api-keys.ts';
import { DEFAULT_PLANS } from '../server/src/accounts/plans.ts';
import { type Database, sql } from '../server/src/db/database.ts';
import { withBenchStore } from './bench-store.ts';
import { type BenchReport, median } from './report.ts';

const ROUNDS = 40;
const STATEMENTS = 50;
const BATCH = 32;
const CHECKS = 100_000;

/** The cost of a debit with its ledger entry, against a bare UPDATE of the counters, and of a key check. */
export async function benchDebits(): Promise<BenchReport> {
  return withBenchStore({ plansOnce: true, maxConnections: 1 }, async ({ db }) => {
    const { key, accountId } = await createKey(db, { email: 'bench@example.org', plan: 'business', name: 'bench' });
    const limits = { ...DEFAULT_PLANS.business, creditsPerDay: 2e9, creditsPerMonth: 2e9 };
    const taking = (): DebitContext => ({ db, accountId, limits, now: new Date() });
    const one: PricedCall = { operation: 'getCompanyFinancials', channel: 'rest', credits: 1 };
    const mixed = Array.from({ length: BATCH }, (_, at) => ({ ...one, operation: `operation${at % 3}` }));
    const totals = mixed.map((_, at) => at + 1);
    const times = await inTurns({
      bare: () => bareDebit(db, accountId),
      alike: () => debitUniform(taking(), 1, one),
      mixed: () => debitMixed(taking(), mixed, totals),
    });
    const row = (name: string, us: number) => ({ name, figure: `${us.toFixed(0)} µs`, ratio: us / times.bare });
    const checkUs = await keyCheckUs(db, key);
    return {
      title: 'Debits',
      how: `Sequential statements on one connection, alternating, median of ${ROUNDS} rounds of ${STATEMENTS}, including the round trip. The ratio is over an UPDATE of the counters alone. Concurrent calls of one account share a statement.`,
      rows: [
        { name: 'floor: the counters alone', figure: `${times.bare.toFixed(0)} µs` },
        row('calls of one kind, with their entry in the ledger', times.alike),
        row(`${BATCH} calls of three kinds, with three entries`, times.mixed),
        { name: 'key check, remembered (SHA-256 and a look in a map)', figure: `${checkUs.toFixed(1)} µs` },
      ],
    };
  });
}

async function inTurns<Name extends string>(
  works: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const times = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      const startedMs = performance.now();
      for (let at = 0; at < STATEMENTS; at++) await works[name]();
      // The first round warms plans and caches.
      if (round > 0) times[name].push(((performance.now() - startedMs) / STATEMENTS) * 1000);
    }
  }
  return Object.fromEntries(names.map(name => [name, median(times[name])])) as Record<Name, number>;
}

async function bareDebit(db: Database, accountId: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await db.execute(sql`
    with held as (
      select account_id, set_config('synchronous_commit', 'off', true) as loose
      from accounts where account_id = ${accountId} for update
    )
    update accounts set usage_day = ${day}::date, day_credits = day_credits + 1, month_credits = month_credits + 1
    from held where accounts.account_id = held.account_id`);
}

async function keyCheckUs(db: Database, key: string): Promise<number> {
  const at = new Date();
  const authenticator = createAuthenticator({ db, now: () => at });
  await authenticator.authenticate(key);
  const startedMs = performance.now();
  for (let check = 0; check < CHECKS; check++) {
    if (!authenticator.known(key)) throw new Error('the key was forgotten');
  }
  return ((performance.now() - startedMs) / CHECKS) * 1000;
}
