/**
 * Delivers 50,000 webhooks while server, worker and PostgreSQL are killed (SIGKILL) at random moments, and compares the
 * received requests with the log: at-least-once delivery, with the same id for duplicates.
 * `node scripts/torture/webhooks.ts --deliveries 2000 --kills 6 --failing 0 --seed 7` does less, with the random
 * numbers of seed 7.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applicationName } from '../../server/src/db/connection.ts';
import { type Database, sql } from '../../server/src/db/database.ts';
import { postgresFolder, socketHost } from '../../server/src/db/embedded/postgres-folder.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { loadOrCreateKey } from '../../server/src/kernel/secrets/load-or-create-key.ts';
import { SecretBox } from '../../server/src/kernel/secrets/secret-box.ts';
import { Random } from '../fuzz/mutate.ts';
import { compare, faultsOf } from './compare.ts';
import { fillStore, patiently, publish } from './load.ts';
import { startReceiver } from './receiver.ts';
import { VICTIMS, Victims } from './victims.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '30' },
    failing: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const deliveries = Number(values.deliveries);
const kills = Number(values.kills);
const failing = Number(values.failing);
const overAt = Date.now() + Number(values.minutes) * 60_000;
const random = new Random(Number(values.seed));
const SECRET = 'what all of them are signed with';
const ACCOUNTS = 20;
const WEBHOOKS_EACH = 5;
const PER_EVENT = ACCOUNTS * WEBHOOKS_EACH;
if (!(deliveries >= PER_EVENT && deliveries % PER_EVENT === 0 && kills >= 0 && failing >= 0 && failing <= 100)) {
  console.error(
    `usage: node scripts/torture/webhooks.ts [--deliveries N (of ${PER_EVENT})] [--kills N] [--failing PERCENT] [--minutes N] [--seed N]`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'asfiled-torture-'));
const dataFolder = join(folder, 'data');
const victims = new Victims(dataFolder);
// The first eight digits of an id are random.
const receiver = await startReceiver(SECRET, id => Number.parseInt(id.slice(0, 8), 16) % 10_000 < failing * 100);
try {
  await victims.start();
  const connection = {
    host: socketHost(postgresFolder(dataFolder)),
    port: 5432,
    user: 'asfiled',
    database: 'asfiled',
    ssl: false,
  } as const;
  const db = createPool(connection, { applicationName: applicationName('torture'), maxConnections: 2 });
  const box = new SecretBox(await loadOrCreateKey(dataFolder, 'secrets', null));
  const store = { accounts: ACCOUNTS, webhooksEach: WEBHOOKS_EACH, url: receiver.url, secret: SECRET };
  const issuerId = await patiently(() => fillStore(db, box, store));
  const from = Date.now();
  const killing = killAtRandom();
  for (let n = 0; n < deliveries / PER_EVENT; n++) await publish(db, issuerId, n);
  await killing;
  await untilDelivered(db);
  const result = await compare(db, receiver);
  const faults = faultsOf(result, deliveries);
  const seconds = Math.round((Date.now() - from) / 1_000);
  console.log(JSON.stringify({ seed: values.seed, seconds, kills: victims.kills, ...result, faults }, null, 2));
  await db.close();
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await victims.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Kills the process while deliveries remain, at random moments spread over them. */
async function killAtRandom(): Promise<void> {
  for (let kill = 0; kill < kills && Date.now() < overAt; kill++) {
    const after = (deliveries * (kill + random.below(1_000) / 1_000)) / (kills + 1);
    while (receiver.received.size < after && Date.now() < overAt) await sleep(5);
    const victim = VICTIMS[kill % VICTIMS.length] ?? 'server';
    // A victim that is being restarted is killed as soon as it runs again.
    while (!victims.kill(victim) && Date.now() < overAt) await sleep(20);
    await sleep(random.below(500));
  }
}

async function untilDelivered(db: Database): Promise<void> {
  for (; Date.now() < overAt; await sleep(500)) {
    const row = await patiently(() =>
      db.queryOne<{ settled: number }>(sql`
        select count(*)::int as settled from webhook_deliveries where status <> 'pending'`),
    );
    if ((row?.settled ?? 0) >= deliveries) return;
  }
}
