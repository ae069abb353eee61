import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Database, sql } from '../src/db/database.ts';
import type { Ingest } from '../src/pipeline/runs/ingest.ts';
import type { Worker } from '../src/pipeline/worker.ts';
import { readFormAddress } from '../src/sources/kit/http/form-address.ts';
import { Mirror } from '../src/sources/kit/http/mirror.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { useStandInRegistry } from './stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { exportText, ingestFrom, startTestWorker } from './worker.ts';

const MIRROR = new URL('../../../shared/data/intl/mirror', import.meta.url).pathname;
const KEYS = {
  ASFILED_EDINET_KEY: 'edinet-secret',
  ASFILED_OPENDART_KEY: 'opendart-secret',
  ASFILED_COMPANIES_HOUSE_KEY: 'house-secret',
};

/** What is requested, on which day, and the result with the recorded responses. */
interface Look {
  registry: string;
  wanted: Ingest['wanted'];
  now: string;
  /** Requests that must be among those that went out. */
  request: RegExp;
  issuers: number;
}

const channel = (name: string): Ingest['wanted'] => ({ kind: 'channel', channel: name, position: null });
const named = (ids: string[], since: string | null): Ingest['wanted'] => ({ kind: 'named', tickers: [], ids, since });

const LOOKS: Record<string, Look> = {
  'EDINET, the day': {
    registry: 'edinet',
    wanted: { kind: 'channel', channel: 'today', position: null, forms: 'all' },
    now: '2025-06-27T08:00:00Z',
    request: /documents\.json\?date=2025-06-27&type=2/,
    issuers: 2,
  },
  'TDnet, the day': {
    registry: 'tdnet',
    wanted: channel('today'),
    now: '2016-07-11T12:00:00Z',
    request: /I_list_001_20160711/,
    issuers: 4,
  },
  'Companies House, a company': {
    registry: 'companies-house',
    wanted: named(['08957400'], null),
    now: '2026-11-20T00:00:00Z',
    request: /company\/08957400\/filing-history/,
    issuers: 1,
  },
  'Companies House, accounts of days': {
    registry: 'companies-house',
    wanted: channel('accounts-daily'),
    now: '2023-03-03T12:00:00Z',
    request: /Accounts_Bulk_Data-2023-03-02\.zip/,
    issuers: 9,
  },
  'HKEXnews, a stock': {
    registry: 'hkexnews',
    wanted: named(['01024'], '2026-01-01'),
    now: '2026-08-21T00:00:00Z',
    request: /searchsdw\.aspx@@.*txtStockCode=01024/,
    issuers: 1,
  },
  'CNINFO, a company': {
    registry: 'cninfo',
    wanted: named(['600519'], '2026-08-01'),
    now: '2026-08-21T00:00:00Z',
    request: /hisAnnouncement\/query@@.*stock=600519%2Cgssh0600519/,
    issuers: 4_600,
  },
  'CVM, the register': {
    registry: 'cvm',
    wanted: channel('register'),
    now: '2026-11-20T00:00:00Z',
    request: /cad_cia_aberta\.csv/,
    issuers: 2_000,
  },
};

/** What the store holds, without what differs by right: what only one of them requested (holdings are no part of a mirror). */
async function storeText(db: Database): Promise<string> {
  const text = await exportText(db);
  return text
    .split('\n')
    .filter(
      line =>
        !/"(?:archive_objects|fetches|discovery_cursors)"/.test(line.slice(0, 60)) && !/holdings\/\d{5}/.test(line),
    )
    .join('\n');
}

describe.skipIf(!existsSync(MIRROR))('ingest from recorded responses (skipped if they are missing)', () => {
  const folder = useTemporaryFolder();
  const registry = useStandInRegistry();
  const mirror = new Mirror(MIRROR);
  const opened: { worker: Worker; database: TestDatabase }[] = [];

  afterAll(async () => {
    for (const { worker, database } of opened) {
      await worker.stop();
      await database.drop();
    }
  });

  async function look({ registry: name, wanted, now }: Look, from: string | null) {
    const database = await createTestDatabase();
    const worker = await startTestWorker(database.connection, join(folder.path, `data-${opened.length}`), {
      registries: [name],
      contact: 'Test test@example.com',
      keys: from === null ? KEYS : {},
      originOverrides: registry.originOverrides,
      clientTimings: { timeoutMs: 60_000, requestsPerSecond: 1_000 },
      now: () => new Date(now),
    });
    opened.push({ worker, database });
    const result = await ingestFrom(name)(worker, wanted, { mirror: from });
    return { result, db: database.db };
  }

  test.each(Object.entries(LOOKS))('builds the same store over HTTP as from the mirror: %s', async (_, wanted) => {
    registry.answer(async ({ address }) => {
      const url = new URL(readFormAddress(address)?.url ?? address);
      const form = readFormAddress(address)?.fields;
      const bytes = await mirror.read({ url: url.href, ...(form === undefined ? {} : { form }) });
      return bytes === null ? { status: 404 } : { bytes };
    });
    const before = registry.received.length;
    const live = await look(wanted, null);
    expect(registry.received.slice(before).some(({ address }) => wanted.request.test(address))).toBe(true);
    const requested = registry.received.length;
    const replayed = await look(wanted, MIRROR);
    expect(registry.received.length).toBe(requested);
    expect(live.result.failure).toBe(replayed.result.failure);
    expect(live.result.failure).toBeNull();
    const count = await live.db.queryOne<{ count: number }>(sql`select count(*)::int as count from issuers`);
    expect(count?.count).toBeGreaterThanOrEqual(wanted.issuers);
    expect(await storeText(live.db)).toBe(await storeText(replayed.db));
  });
});
