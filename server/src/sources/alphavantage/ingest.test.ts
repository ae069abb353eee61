import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { alphaVantageResponse } from '../../../test/fictional/calls.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import type { Ingest } from '../../pipeline/runs/ingest.ts';

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;
const folder = useTemporaryFolder();
const database = useTestDatabase();
const registry = useStandInRegistry();
const QUOTA = '{"Information":"We have detected your API key and our standard API rate limit is 25 requests per day."}';
const worker = useTestWorker(database, folder, {
  registries: ['alphavantage'],
  contact: 'Test test@example.com',
  keys: { ASFILED_ALPHAVANTAGE_KEY: 'av-secret-0004' },
  originOverrides: registry.originOverrides,
});

const ingest = (wanted: Ingest['wanted'], mirror: string | null = null) =>
  ingestFrom('alphavantage')(worker, wanted, { mirror });

const named = (ids: string[], tickers: string[] = [], since: string | null = null): Ingest['wanted'] => {
  return { kind: 'named', tickers, ids, since };
};
const stored = async () =>
  (await database.db.query<{ id: string }>(sql`select transcript_id as id from transcripts order by 1`)).map(
    item => item.id,
  );

test('requests the quarters of a company one by one, and omits those without a transcript', async () => {
  registry.answer(({ address }) => {
    const { searchParams } = new URL(address);
    const [symbol = '', quarter = ''] = ['symbol', 'quarter'].map(name => searchParams.get(name) ?? '');
    const isWritten = quarter === '2025Q3' || quarter === '2025Q2';
    return { bytes: isWritten ? alphaVantageResponse(symbol, quarter) : '{}' };
  });
  expect(await ingest(named([], ['fict'], '2025-01-15'))).toMatchObject({
    failure: null,
    tasks: 1,
    done: 1,
    published: 2,
  });
  expect(await stored()).toEqual(['alphavantage:fict-2025q2', 'alphavantage:fict-2025q3']);
  expect(registry.received[0]?.address).toContain('apikey=av-secret-0004');
  expect(await ingest(named(['FICT:2025Q3', 'FICT', 'FICT:2025Q5']))).toMatchObject({ unchanged: 1, failed: 2 });
});

test('stores nothing when the quota is exceeded, and states the reason', async () => {
  registry.answer(() => ({ bytes: QUOTA }));
  const result = await ingest(named(['OTHR:2025Q3']));
  expect(result).toMatchObject({ done: 0, failed: 1, published: 0 });
  const task = await database.db.queryOne<{ reason: string }>(sql`
    select reason from run_tasks where run_id = ${result.runId}`);
  expect(task?.reason).toContain('quota_exceeded');
});

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (needs ../shared/data/market)', () => {
  test('is read, and a second run changes nothing', async () => {
    const everything = { kind: 'everything', since: null } as const;
    const result = await ingest(everything, MIRROR);
    expect(result).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0, published: 8_465 });
    expect(await stored()).toContain('alphavantage:ibm-2024q1');
    const before = await exportText(database.db);
    expect(await ingest(everything, MIRROR)).toMatchObject({ unchanged: 2, failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });
});
