import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { annualValue, exportText, ingestFrom, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { type Database, sql } from '../../db/database.ts';
import { archiveBulk } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import {
  FICTIONAL_LABELS,
  FICTIONAL_LEI,
  fictionalFolder,
  fictionalId,
  fictionalInline,
  fictionalJson,
  fictionalPage,
} from './fictional-reports.ts';
import { unnumbered } from './unnumbered.ts';

const folder = useTemporaryFolder();
const ingest = ingestFrom('esef');
const YEAR = '2023-12-31';
const PAGE = 'filings.xbrl.org/api/filings@filter%5Bcountry%5D=BE&include=entity&page%5Bsize%5D=100';
const MADE = new RegExp(`^lei-${FICTIONAL_LEI}-${YEAR}-[0-9a-f]{12}$`);

function pageOf(...periodEnds: string[]): string {
  return fictionalPage(
    periodEnds.map(periodEnd => [periodEnd, FICTIONAL_LEI] as const),
    'FICTIEVE WERKEN NV',
  );
}

/** An index that lists one filing in two languages, the second as number 1. */
function pageOfTwo(): string {
  const { data, ...rest } = JSON.parse(pageOf(YEAR)) as { data: unknown[] };
  const english = JSON.stringify(data)
    .replaceAll('BE-0', 'BE-1')
    .replaceAll('/BE/0/', '/BE/1/')
    .replaceAll('-nl', '-en');
  return JSON.stringify({ data: [...data, ...(JSON.parse(english) as unknown[])], ...rest, meta: { count: 2 } });
}

/** An imported package and a mirror of the index. */
function write(
  name: string,
  report: string,
  mirror: Record<string, string | Buffer>,
  revenue = '5.000',
): { pack: string; mirror: string } {
  const files = { [`p/reports/${report}`]: fictionalInline(2023, revenue), 'p/f.example/f_lab.xml': FICTIONAL_LABELS };
  writeFiles(folder.path, { [`${name}/package.zip`]: makeZip({ 'p/META-INF/reportPackage.json': '{}', ...files }) });
  writeFiles(join(folder.path, name, 'mirror'), mirror);
  return { pack: join(folder.path, name, 'package.zip'), mirror: join(folder.path, name, 'mirror') };
}

async function importPackage(worker: Worker, path: string): Promise<{ done: number }> {
  const result = await ingest(worker, await archiveBulk(worker.tools, [path]));
  expect(result).toMatchObject({ failure: null, failed: 0 });
  return result;
}

async function readIndex(worker: Worker, mirror: string): Promise<void> {
  const result = await ingest(worker, { kind: 'everything', since: null }, { mirror });
  expect(result).toMatchObject({ failure: null, failed: 0 });
}

async function idsIn(db: Database): Promise<string[]> {
  const rows = await db.query<{ native_id: string }>(sql`select native_id from filings order by 1`);
  return rows.map(row => row.native_id);
}

const LISTED: Record<string, Record<string, string | Buffer>> = {
  'by a page of the index': { [PAGE]: pageOf(YEAR) },
  'with its facts': {
    [PAGE]: pageOf(YEAR),
    [`${fictionalFolder(YEAR)}/fict-${YEAR}-nl.json`]: fictionalJson(2023, 5_000_000),
  },
};

describe.each(Object.entries(LISTED))('an imported package and its filing listed %s', (name, files) => {
  const first = useTestDatabase();
  const second = useTestDatabase();
  const workers: Worker[] = [];
  let paths: { pack: string; mirror: string };
  let made: string;

  beforeAll(async () => {
    paths = write(name.replaceAll(' ', '-'), `fict-${YEAR}-nl.xhtml`, files);
    for (const [at, { connection }] of [first, second].entries())
      workers.push(await startTestWorker(connection, join(folder.path, `${name} ${at}`), { registries: ['esef'] }));
    const [before, after] = workers as [Worker, Worker];
    await importPackage(before, paths.pack);
    [made = ''] = await idsIn(first.db);
    await readIndex(before, paths.mirror);
    await readIndex(after, paths.mirror);
    await importPackage(after, paths.pack);
  });
  afterAll(() => Promise.all(workers.map(worker => worker.stop())));

  test('are one filing whichever comes first, dated by the index and read from the report', async () => {
    expect(made).toMatch(MADE);
    expect(await exportText(second.db)).toBe(await exportText(first.db));
    expect(await idsIn(first.db)).toEqual([fictionalId(YEAR)]);
    const [filing] = await first.db.query(sql`select form_type, known_at, primary_document from filings`);
    expect(filing).toEqual({
      form_type: 'ESEF',
      known_at: '2024-04-28T16:05:09Z',
      primary_document: `fict-${YEAR}-nl.xhtml`,
    });
    expect(await annualValue(first.db, `lei:${FICTIONAL_LEI}`, YEAR, 'revenue')).toBe(5_000_000);
    expect(await first.db.query(sql`select native_id, section_key from filing_sections`)).toEqual([
      { native_id: fictionalId(YEAR), section_key: 'report' },
    ]);
  });

  test('stay the same when either is read again, or reprocessed', async () => {
    const text = await exportText(first.db);
    for (const worker of workers) {
      expect((await importPackage(worker, paths.pack)).done).toBe(0);
      await readIndex(worker, paths.mirror);
      expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    }
    expect(await exportText(first.db)).toBe(text);
    expect(await exportText(second.db)).toBe(text);
  });

  test('the id that the import gave leads to the filing', async () => {
    const api = await createTestApi(first.db);
    const { status, json } = await api.get(`/api/v1/filings/${encodeURIComponent(`esef:${made}`)}/facts`);
    expect(status).toBe(200);
    expect(JSON.stringify(json)).toContain(fictionalId(YEAR));
  });
});

describe('a package of an entity with several filings of one period', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['esef'] });

  test('is the one with a report of its name, and keeps its own id if no name fits', async () => {
    const { pack: renamed, mirror } = write('renamed', 'report.xhtml', { [PAGE]: pageOfTwo() }, '6.000');
    const { pack } = write('named', `fict-${YEAR}-en.xhtml`, {});
    await readIndex(worker, mirror);
    await importPackage(worker, renamed);
    await importPackage(worker, pack);
    const listed = [fictionalId(YEAR), fictionalId(YEAR).replace('BE-0', 'BE-1')];
    expect(await idsIn(database.db)).toEqual([...listed, expect.stringMatching(MADE)]);
    const read = await database.db.query(sql`select native_id from filing_sections order by 1`);
    expect(read).toEqual([{ native_id: listed[1] }, { native_id: expect.stringMatching(MADE) }]);
  });
});

test('a report in another language than the listed one stays a filing of its own', () => {
  const id = `lei-${FICTIONAL_LEI}-${YEAR}-0123456789ab`;
  const url = `https://filings.xbrl.org/loose/lei-${FICTIONAL_LEI}/${YEAR}/0123456789ab/fict-${YEAR}-en.xhtml`;
  expect(unnumbered.read(id, [url])).toEqual({
    filer: { scheme: 'lei', identifier: FICTIONAL_LEI },
    periodEnd: YEAR,
    ...{ formType: null, filingDate: null, language: 'en', fileNames: [`fict-${YEAR}-en.xhtml`] },
  });
  expect(unnumbered.read(fictionalId(YEAR), [])).toBeNull();
  expect(unnumbered.renumber(url, fictionalId(YEAR))).toBe(`https://${fictionalFolder(YEAR)}/fict-${YEAR}-en.xhtml`);
});
