import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BombMember, bombMember, bombZip, gzipBomb, honestMember, memoryPeak } from '../../test/bombs.ts';
import { useTestDatabase } from '../../test/database.ts';
import {
  companyFactsOf,
  dataSetOf,
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
  mirrorOf,
  submissionsOf,
  writeFiles,
} from '../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { ingestFrom, useTestWorker } from '../../test/worker.ts';
import { sql } from '../db/database.ts';
import { secEdgar } from '../sources/sec-edgar/source.ts';
import { archiveBulk, archiveDocuments, type IngestResult } from './runs/ingest.ts';

const folder = useTemporaryFolder();
const database = useTestDatabase();
const companies = fictionalCompanies(3);
const [bad, ...good] = companies as [FictionalCompany, ...FictionalCompany[]];
const worker = useTestWorker(database, folder, { registries: ['sec-edgar', 'companies-house', 'gleif'] });

/** Of the process with its threads. Bombs of this test unpack to gigabytes. */
const MAX_GROWTH_MB = 700;

async function load(registry: string, name: string, bytes: Buffer): Promise<IngestResult> {
  writeFiles(folder.path, { [name]: bytes });
  return ingestFrom(registry)(worker, await archiveBulk(worker.tools, [join(folder.path, name)]));
}

async function anomaliesOf(like: string): Promise<string[]> {
  const rows = await database.db.query<{ kind: string }>(sql`
    select distinct kind from anomalies where source like ${like} or detail like ${like} order by kind`);
  return rows.map(row => row.kind);
}

async function reasonsOf(result: IngestResult): Promise<string> {
  const rows = await database.db.query<{ reason: string }>(sql`
    select reason from run_tasks where run_id = ${result.runId} and state = 'failed'`);
  return rows.map(row => row.reason).join(' | ');
}

async function boundedLoad(registry: string, name: string, bytes: Buffer): Promise<IngestResult> {
  const results: IngestResult[] = [];
  const grown = await memoryPeak(async () => results.push(await load(registry, name, bytes)));
  expect(grown).toBeLessThan(MAX_GROWTH_MB);
  return results[0] as IngestResult;
}

const factsName = memberOf(bad);
const factsOfGood = good.map(company => honestMember(memberOf(company), companyFactsOf(company)));
const historiesOfGood = good.map(company => honestMember(memberOf(company), submissionsOf(company)));
const accounts = 'Prod223_3384_09355500_20221231.html';

describe('a member that is a bomb', () => {
  const known: { bulk: string; registry: string; members: BombMember[] }[] = [
    { bulk: 'companyfacts.zip', registry: 'sec-edgar', members: [...factsOfGood, bombMember(factsName, 3_000)] },
    { bulk: 'submissions.zip', registry: 'sec-edgar', members: [...historiesOfGood, bombMember(factsName, 3_000)] },
    {
      bulk: 'Accounts_Bulk_Data-2023-03-02.zip',
      registry: 'companies-house',
      members: [bombMember(accounts, 3_000, '<p></p>')],
    },
  ];

  test.each(known)('disguised as a member of $bulk fails alone', async ({ bulk, registry, members }) => {
    const result = await boundedLoad(registry, bulk, bombZip(members));
    expect(await reasonsOf(result)).toMatch(/^zip_bomb: [^|]*bytes, more than the 268435456 allowed$/);
    expect(result).toMatchObject({ failure: null, failed: 1, done: members.length - 1 });
  });

  test.each(known)(
    'of $bulk that states a harmless size is cut off at that size',
    async ({ bulk, registry, members }) => {
      const lying = members.map(member => (member.byteSize > 1 << 30 ? { ...member, byteSize: 900_000 } : member));
      const result = await boundedLoad(registry, `lying-${bulk}`, bombZip(lying));
      expect(await reasonsOf(result)).toMatch(/corrupt_member/);
      expect(result).toMatchObject({ failure: null, failed: 1 });
    },
  );
});

describe('a table that is a bomb', () => {
  const { 'num.txt': _, ...tables } = dataSetOf(companies) as Record<string, string>;
  const others = Object.entries(tables).map(([name, text]) => honestMember(name, text));
  const known: { bulk: string; registry: string; honest: BombMember[]; name: string }[] = [
    { bulk: 'a financial statement data set', registry: 'sec-edgar', honest: others, name: 'num.txt' },
    {
      bulk: 'a Form 13F data set',
      registry: 'sec-edgar',
      honest: [honestMember('SUBMISSION.tsv', 'ACCESSION_NUMBER\tFILING_DATE\tCIK\n1\t29-FEB-2024\t5\n')],
      name: 'INFOTABLE.tsv',
    },
    { bulk: 'the table of live companies', registry: 'companies-house', honest: [], name: 'BasicCompanyData-2026.csv' },
    {
      bulk: 'a golden copy (CSV)',
      registry: 'gleif',
      honest: [],
      name: '20240101-gleif-goldencopy-lei2-golden-copy.csv',
    },
    { bulk: 'a golden copy (XML)', registry: 'gleif', honest: [], name: '20240101-gleif-concatenated-file-rr.xml' },
  ];

  test.each(known)('disguised as $bulk is refused by its ratio', async ({ registry, honest, name }) => {
    const bytes = bombZip([...honest, bombMember(name, 3_000, 'a\tb\n')]);
    const result = await boundedLoad(registry, `ratio-${name}.zip`, bytes);
    expect(await reasonsOf(result)).toMatch(/zip_bomb/);
    expect(await anomaliesOf(`%${name}%`)).toContain('zip_bomb');
    expect(result.failure).toBeNull();
  });

  test.each(known)(
    'of $bulk that states a harmless size is cut off at that size',
    async ({ registry, honest, name }) => {
      const bytes = bombZip([...honest, bombMember(name, 3_000, 'a\tb\n', 900_000)]);
      const result = await boundedLoad(registry, `lying-${name}.zip`, bytes);
      expect(await reasonsOf(result)).toMatch(/corrupt_member/);
    },
  );
});

describe('an archive that is a bomb as a whole', () => {
  test('is refused if its members share bytes, and is kept in the archive', async () => {
    const bytes = bombZip([honestMember(memberOf(bad), companyFactsOf(bad))], 5_000);
    const result = await boundedLoad('sec-edgar', 'shared.zip', bytes);
    expect(await reasonsOf(result)).toMatch(/zip_bomb: members of \d+ bytes in a file of \d+/);
    const kept = await database.db.queryOne(sql`
      select 1 as kept from archive_objects where byte_size = ${bytes.length}`);
    expect(kept).toEqual({ kept: 1 });
  });

  test('is refused if its members unpack to a hundred times its size', async () => {
    // 300 times: less than what makes a member a bomb alone.
    const noise = Buffer.from(
      Array.from({ length: 400 }, (_, n) => (n * 2_654_435_761).toString(36)).join(''),
    ).toString();
    const content = noise.padEnd(1 << 20, ' ');
    const members = good.map(company => bombMember(memberOf(company), 60, content));
    const result = await boundedLoad('sec-edgar', 'dense.zip', bombZip(members));
    expect(await reasonsOf(result)).toMatch(/zip_bomb: members of \d+ bytes out of \d+/);
  });
});

describe('gzip', () => {
  const bomb = gzipBomb(1_200);

  test('a bomb in a mirror fails its task alone', async () => {
    const files: Record<string, string | Buffer> = mirrorOf(companies);
    const path = `data.sec.gov/api/xbrl/companyfacts/${memberOf(bad)}`;
    delete files[path];
    files[`${path}.gz`] = bomb;
    const mirror = join(folder.path, 'mirror');
    writeFiles(mirror, files);
    const results: IngestResult[] = [];
    const run = () => ingestFrom('sec-edgar')(worker, { kind: 'everything', since: null }, { mirror });
    expect(await memoryPeak(async () => results.push(await run()))).toBeLessThan(MAX_GROWTH_MB);
    expect(await reasonsOf(results[0] as IngestResult)).toMatch(/^decompression_bomb: [^|]*bytes unpack to more than/);
    expect(results[0]).toMatchObject({ failure: null, failed: 1 });
  });

  test('an imported bomb is kept and recorded, and the other files are imported', async () => {
    const facts = memberOf(good[0] as FictionalCompany);
    writeFiles(folder.path, { 'bomb.json.gz': bomb, [facts]: companyFactsOf(good[0] as FictionalCompany, 2) });
    const unread: string[] = [];
    const paths = ['bomb.json.gz', facts].map(name => join(folder.path, name));
    const wanted = await archiveDocuments(worker.tools, secEdgar, paths, file => unread.push(file.reason));
    expect(unread).toEqual([
      expect.stringMatching(/bomb\.json\.gz: \d+ bytes unpack to more than the \d+ bytes allowed/),
    ]);
    expect(await anomaliesOf('import/bomb.json.gz')).toEqual(['decompression_bomb']);
    expect(await ingestFrom('sec-edgar')(worker, wanted)).toMatchObject({ done: 1, failed: 0 });
  });
});

test('a JSON document that is many times larger in memory is refused before it is parsed', async () => {
  const text = `{"cik":${bad.cik},"entityName":"x","facts":[${'{},'.repeat(12_000_000)}{}]}`;
  writeFiles(folder.path, { 'values.json': text });
  const unread: string[] = [];
  await archiveDocuments(worker.tools, secEdgar, [join(folder.path, 'values.json')], file => unread.push(file.reason));
  expect(unread).toEqual([expect.stringMatching(/values\.json: \d+ JSON values, more than the 8000000 allowed/)]);
  expect(await anomaliesOf('import/values.json')).toEqual(['too_many_values']);
});
