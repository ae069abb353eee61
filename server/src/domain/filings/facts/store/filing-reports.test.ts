import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { auroraReport, seedEarningsRelease, seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { exportStore } from '../../../../pipeline/export.ts';
import { unpackFacts } from '../model/filing-facts-codec.ts';
import { unpackStatements } from '../model/filing-statements-codec.ts';
import { encodeFilingReport, replaceFilingReport } from './filing-reports.ts';

const database = useTestDatabase();
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
});

interface Row {
  facts_count: number;
  statements_count: number;
  plain_facts: Uint8Array | null;
  statements: Uint8Array | null;
  stored_at: string;
}

const rowOf = (nativeId: string) =>
  database.db.queryOne<Row>(sql`
    select facts_count, statements_count, plain_facts, statements, stored_at from filing_reports
    where issuer_id = ${aurora} and native_id = ${nativeId}`);

const version = async () =>
  (await database.db.queryOne<{ version: string }>(sql`select version from issuer_reports where issuer_id = ${aurora}`))
    ?.version ?? null;

describe('replaceFilingReport', () => {
  it('stores facts and statements packed; the same digest writes nothing', async () => {
    expect(await seedReport(database.db, aurora, 'a', auroraReport())).toBe(true);
    const first = await rowOf('a');
    expect(first).toMatchObject({ facts_count: 13, statements_count: 2 });
    expect((await unpackFacts(first?.plain_facts ?? new Uint8Array())).position).toEqual([1, 2, 3, 4, 10, 11]);
    expect(unpackStatements(first?.statements ?? new Uint8Array()).statements).toEqual(auroraReport().statements);
    expect(await version()).toBe('1');
    expect(await seedReport(database.db, aurora, 'a', auroraReport())).toBe(false);
    expect(await rowOf('a')).toEqual(first);
    expect(await version()).toBe('1');
  });

  it('increments the issuer’s version when facts are added, changed or removed, and not for filings without tags', async () => {
    const before = Number(await version());
    await seedReport(database.db, aurora, 'b', null);
    expect(Number(await version())).toBe(before);
    expect(await rowOf('b')).toMatchObject({
      facts_count: 0,
      statements_count: 0,
      plain_facts: null,
      statements: null,
    });
    await seedReport(database.db, aurora, 'b', auroraReport());
    await seedReport(database.db, aurora, 'b', { facts: auroraReport().facts, statements: [] });
    await seedReport(database.db, aurora, 'b', { facts: [], statements: auroraReport().statements });
    expect(Number(await version())).toBe(before + 3);
    expect(await rowOf('b')).toMatchObject({ facts_count: 0, statements_count: 0 });
  });

  it('stores a report once if two transactions write it concurrently', async () => {
    const report = encodeFilingReport(auroraReport(), {
      issuerId: aurora,
      registry: 'sec-edgar',
      nativeId: 'c',
    });
    const before = Number(await version());
    const store = () => database.db.transaction(tx => replaceFilingReport(tx, report));
    const written = await Promise.all([store(), store(), store()]);
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(Number(await version())).toBe(before + 1);
  });

  it('rolls back with its transaction', async () => {
    const report = encodeFilingReport(auroraReport(), {
      issuerId: aurora,
      registry: 'sec-edgar',
      nativeId: 'd',
    });
    const before = await version();
    const failing = database.db.transaction(async tx => {
      await replaceFilingReport(tx, report);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await rowOf('d')).toBe(null);
    expect(await version()).toBe(before);
  });
});

it('the export contains reports without ids and times, and packed facts by digest', async () => {
  await seedReport(database.db, aurora, 'x', auroraReport());
  await seedEarningsRelease(database.db, aurora, 'x', {
    exhibit: 'EX-99',
    title: null,
    url: 'https://registry.example/x',
    fileId: '2',
    text: 'Results',
    guidance: [],
  });
  const lines = (await Array.fromAsync(exportStore(database.db))).map(line => JSON.parse(line));
  const rowsOf = (table: string) =>
    lines.filter(line => line.table === table && line.row.native_id === 'x').map(line => line.row);
  expect(rowsOf('filing_reports')).toEqual([
    {
      issuer: 'cik:900001',
      registry: 'sec-edgar',
      native_id: 'x',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      facts_count: 13,
      statements_count: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(rowsOf('earnings_releases')).toMatchObject([{ issuer: 'cik:900001', text: 'Results', chars: 7 }]);
});
