import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import type { Ingest } from '../../pipeline/runs/ingest.ts';

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;
const PUBLISHERS = ['us-treasury', 'fred', 'bank-of-canada', 'bis', 'imf', 'sbti'];
const everything = { kind: 'everything', since: null } as const;
const newest = { kind: 'channel', channel: 'yields', position: null } as const;

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, {
  registries: PUBLISHERS,
  contact: 'Test test@example.com',
  originOverrides: registry.originOverrides,
  now: () => new Date(now),
});
let now = '2024-01-08T21:00:00Z';
beforeEach(async () => {
  registry.received.length = 0;
  await database.db.execute(
    sql`truncate rate_values, rate_series, weo_series, published_documents, anomalies, fetches, discovery_cursors`,
  );
});

const ingest = (wanted: Ingest['wanted'], mirror: string | null = null, name = 'us-treasury') =>
  ingestFrom(name)(worker, wanted, { mirror });

async function tenYears(): Promise<Record<string, string>> {
  const rows = await database.db.query<{ rate_date: string; rate_pct: string }>(sql`
    select rate_date, rate_pct from rate_values where series_id = 'BC_10YEAR' order by rate_date`);
  return Object.fromEntries(rows.map(row => [row.rate_date, row.rate_pct]));
}

/** Made-up yields by day, MM/DD/YYYY. */
const table = (days: Record<string, number>): string => {
  const tenors = ['1 Mo', '2 Mo', '3 Mo', '4 Mo', '6 Mo', '1 Yr', '2 Yr', '10 Yr'];
  const rows = Object.entries(days).map(([day, rate]) => `${day},${tenors.map(() => rate).join()}\n`);
  return `Date,${tenors.map(tenor => `"${tenor}"`).join()}\n${rows.join('')}`;
};

describe('a channel of files, with made-up yields', () => {
  const response = (years: Record<number, string>): void => {
    registry.answer(({ address }) => {
      const year = Object.keys(years).find(value => address.includes(`rates.csv/${value}/`));
      return year === undefined ? { status: 404 } : { bytes: years[Number(year)] ?? '' };
    });
  };

  test('requests all years at first, then this one, in January the one before too, and stores corrections', async () => {
    response({ 2023: table({ '12/29/2023': 3.88 }), 2024: table({ '01/02/2024': 3.95 }) });
    expect(await ingest(newest)).toMatchObject({ failure: null, failed: 0, tasks: 2, published: 16 });
    expect(await tenYears()).toEqual({ '2023-12-29': '3.88', '2024-01-02': '3.95' });
    const requested = new Set(registry.received.map(request => /rates\.csv\/(\d{4})/.exec(request.address)?.[1]));
    expect([requested.size, requested.has('1990'), requested.has('2024')]).toEqual([35, true, true]);
    now = '2024-01-09T21:00:00Z';
    registry.received.length = 0;
    response({ 2023: table({ '12/29/2023': 3.89 }), 2024: table({ '01/02/2024': 3.95, '01/03/2024': 3.91 }) });
    await ingest({ ...newest, position: '2024-01-08' });
    expect(registry.received.every(request => /rates\.csv\/202[34]/.test(request.address))).toBe(true);
    expect(await tenYears()).toEqual({ '2023-12-29': '3.89', '2024-01-02': '3.95', '2024-01-03': '3.91' });
  });

  test('keeps its position if the publisher fails', async () => {
    registry.answer(() => ({ status: 500 }));
    const result = await ingest(newest);
    expect([result.failure !== null || result.failed > 0, await tenYears()]).toEqual([true, {}]);
    const moved = await database.db.queryOne<{ count: number }>(
      sql`select count(*)::int as count from discovery_cursors`,
    );
    expect(moved?.count).toBe(0);
  });

  test('reports names as missing, and fails on a page instead of a file', async () => {
    const named: Ingest['wanted'] = { kind: 'named', tickers: ['AAPL'], ids: [], since: null };
    expect(await ingest(named)).toMatchObject({ failed: 1, done: 0 });
    registry.answer(() => ({ bytes: '<!doctype html><title>Busy</title>' }));
    const { failed, failure } = await ingest({ kind: 'everything', since: '2024-01-01' });
    expect(failed > 0 || failure !== null).toBe(true);
  });
});

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (needs ../shared/data/market)', () => {
  test('is read by each publisher, and a second run or a replay changes nothing', async () => {
    const results: Record<string, [number, number]> = {};
    for (const name of PUBLISHERS) {
      const { tasks, failed, published } = await ingest(everything, MIRROR, name);
      expect([name, failed]).toEqual([name, 0]);
      results[name] = [tasks, published];
    }
    expect(results).toEqual({
      'us-treasury': [11, 139_860],
      fred: [7, 4_824],
      'bank-of-canada': [2, 6],
      bis: [0, 0],
      imf: [0, 0],
      sbti: [1, 12_321],
    });
    const kinds = await database.db.query<{ kind: string }>(sql`select distinct kind from anomalies order by kind`);
    expect(kinds.map(kind => kind.kind)).toEqual(['bad_isin', 'bad_lei', 'unread_recordings']);
    const before = await exportText(database.db);
    expect(await ingest(everything, MIRROR)).toMatchObject({ unchanged: 11, failed: 0 });
    await database.db.execute(sql`truncate rate_values, rate_series`);
    for (const name of ['us-treasury', 'fred', 'bank-of-canada']) {
      expect(await ingest({ kind: 'replay', from: 'parse' }, null, name)).toMatchObject({ failed: 0 });
    }
    expect((await exportText(database.db)) === before).toBe(true);
  });
});
