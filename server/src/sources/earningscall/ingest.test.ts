import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import type { Ingest } from '../../pipeline/runs/ingest.ts';
import { eventsUrl, transcriptUrl } from './calls.ts';

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;
const SAMPLE = new URL('../../../../sample', import.meta.url).pathname;
const folder = useTemporaryFolder();
const database = useTestDatabase();
const registry = useStandInRegistry();
const KEY = 'ec-secret-0005';
const everything = { kind: 'everything', since: null } as const;
const worker = useTestWorker(database, folder, {
  registries: ['earningscall'],
  contact: 'Test test@example.com',
  keys: { ASFILED_EARNINGSCALL_KEY: KEY },
  originOverrides: registry.originOverrides,
});
beforeEach(() => database.db.execute(sql`truncate transcripts, published_documents`));

const ingest = (wanted: Ingest['wanted'], mirror: string | null = null) =>
  ingestFrom('earningscall')(worker, wanted, { mirror });

const named = (ids: string[], tickers: string[] = [], since: string | null = null): Ingest['wanted'] => {
  return { kind: 'named', tickers, ids, since };
};
const stored = () =>
  database.db.query(
    sql`select transcript_id as id, event_at as at from transcripts order by transcript_id collate "C"`,
  );

const COMPANY = { exchange: 'NYSE', symbol: 'FICT' };
const CALL = { ...COMPANY, year: 2025, quarter: 3 };
const BY_SPEAKERS = '{"speakers":[{"speaker":"spk01","text":"We grew."}]}';
const EVENTS = JSON.stringify({
  company_name: 'Fictional Works, Inc.',
  events: [
    { year: 2025, quarter: 3, conference_date: '2025-10-30T17:30:00.000-04:00' },
    { year: 2025, quarter: 2, conference_date: '2025-07-30T17:30:00.000-04:00' },
  ],
});

/** The responses by URL, without the key. */
function responses(given: Record<string, string | number>): void {
  registry.received.length = 0;
  registry.answer(({ address }) => {
    const response = given[address.replace(`&apikey=${KEY}`, '')];
    return typeof response === 'string' ? { bytes: response } : { status: response ?? 404 };
  });
}

test('finds the calls of a ticker at any exchange of the United States', async () => {
  responses({
    [eventsUrl(COMPANY)]: EVENTS,
    [transcriptUrl({ ...CALL, level: 2 })]: BY_SPEAKERS,
    [transcriptUrl({ ...CALL, quarter: 2, level: 2 })]: BY_SPEAKERS,
  });
  expect(await ingest(named([], ['fict']))).toMatchObject({ failure: null, tasks: 2, done: 2, published: 2 });
  expect(await stored()).toEqual([
    { id: 'earningscall:nyse-fict-2025q2', at: '2025-07-30T21:30:00Z' },
    { id: 'earningscall:nyse-fict-2025q3', at: '2025-10-30T21:30:00Z' },
  ]);
  expect(registry.received.every(({ address }) => address.endsWith(`apikey=${KEY}`))).toBe(true);
  const kept = await database.db.query<{ row: string }>(sql`
    select to_jsonb(one)::text as row from fetches one union all select to_jsonb(one)::text from run_tasks one`);
  expect(kept.map(item => item.row).join('\n')).not.toContain(KEY);
  expect(await ingest(named(['NYSE:FICT'], [], '2025-10-01'))).toMatchObject({ tasks: 1, unchanged: 1 });
});

test('reads the plain text if the plan includes no text by speakers', async () => {
  responses({
    [eventsUrl(COMPANY)]: EVENTS,
    [transcriptUrl({ ...CALL, level: 2 })]: 403,
    [transcriptUrl({ ...CALL, level: 1 })]: '{"text":"We grew."}',
  });
  const result = await ingest(named(['NYSE:FICT'], [], '2025-10-01'));
  expect(result).toMatchObject({ failure: null, tasks: 1, done: 1, published: 1 });
  expect(await stored()).toEqual([{ id: 'earningscall:nyse-fict-2025q3', at: '2025-10-30T21:30:00Z' }]);
});

test('reports a company as missing that the service does not list', async () => {
  responses({});
  expect(await ingest(named(['NYSE:NONE', 'no symbol']))).toMatchObject({ failed: 2, tasks: 2 });
});

test('reads the call of the sample', async () => {
  expect(await ingest(everything, SAMPLE)).toMatchObject({ failure: null, tasks: 1, done: 1 });
  expect(await stored()).toEqual([{ id: 'earningscall:fictional-dmfr-2025q4', at: '2026-02-05T22:00:00Z' }]);
});

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (needs ../shared/data/market)', () => {
  test('is read: plain text, voices, and the calls of a day', async () => {
    expect(await ingest(everything, MIRROR)).toMatchObject({
      failure: null,
      tasks: 3,
      done: 3,
      failed: 0,
      published: 21,
    });
    expect(await stored()).toEqual([
      { id: 'earningscall:nasdaq-aapl-2022q1', at: '2022-01-27T22:00:00Z' },
      { id: 'earningscall:nasdaq-msft-2023q1', at: '2022-10-25T13:00:00Z' },
    ]);
  });
});
