import { describe, expect, it } from 'vitest';
import { truncate } from '../../../../kernel/text/surrogate-pairs.ts';
import type { FilingReport, ReportedFact } from '../../filings/model/filing-contents.ts';
import { factAt, MAX_FACT_CHARS, type StoredFact, unpackFacts } from './filing-facts-codec.ts';
import { packReport } from './filing-report-codec.ts';
import { unpackStatements } from './filing-statements-codec.ts';

function fact(other: Partial<ReportedFact>): ReportedFact {
  return {
    concept: 'us-gaap:Assets',
    periodStart: null,
    periodEnd: '2023-12-31',
    unit: 'USD',
    value: '1',
    decimals: -3,
    dimensions: {},
    document: 'a.htm',
    elementId: 'f-1',
    start: 10,
    end: 20,
    ...other,
  };
}

async function allFacts(report: FilingReport): Promise<StoredFact[]> {
  const { plainFacts, otherFacts } = packReport(report);
  const blocks = await Promise.all([plainFacts, otherFacts].map(unpackFacts));
  return blocks
    .flatMap(columns => columns.position.map((_, row) => factAt(columns, row)))
    .toSorted((a, b) => a.position - b.position);
}

describe('filing report codec', () => {
  it('round-trips every fact in order: digits, nils, texts, dimensions, elements without an id', async () => {
    const facts = [
      fact({ value: '12345678901234567890.123456789' }),
      fact({
        concept: 'dei:EntityRegistrantName',
        unit: null,
        value: 'Aurora\u0000 "Wid\ngets" 株式会社',
        decimals: null,
      }),
      fact({ value: null, decimals: null, periodStart: '2023-01-01', start: 900, end: 1200 }),
      fact({
        dimensions: { 'srt:ProductOrServiceAxis': 'aurw:GearsMember', 'us-gaap:TypedAxis': 'a;b=c' },
        elementId: '@5',
        start: 5,
        end: 9,
        document: 'b.htm',
        decimals: 'INF',
      }),
      fact({ dimensions: { ['__proto__']: 'us-gaap:XMember' }, unit: 'USD/shares' }),
      fact({ unit: null, value: '' }),
    ];
    expect(await allFacts({ facts, statements: [] })).toEqual(
      facts.map((fact, position) => ({ ...fact, position, valueChars: null })),
    );
  });

  it('packs numbers without dimensions separately', async () => {
    const facts = [
      fact({ elementId: 'n' }),
      fact({ elementId: 't', unit: null }),
      fact({ elementId: 'd', dimensions: { 'us-gaap:A': 'us-gaap:B' } }),
      fact({ elementId: 'nil', value: null }),
    ];
    const { plainFacts, otherFacts } = packReport({ facts, statements: [] });
    expect(await unpackFacts(plainFacts)).toMatchObject({ elementId: ['n', 'nil'], position: [0, 3] });
    expect(await unpackFacts(otherFacts)).toMatchObject({ elementId: ['t', 'd'], position: [1, 2] });
  });

  it('keeps the labels of members that dimensions name and drops the others', async () => {
    const labels = new Map([
      ['aurw:GearsMember', 'Gears'],
      ['us-gaap:Assets', 'Total assets'],
      ['aurw:UnusedMember', 'Unused'],
    ]);
    const facts = [
      fact({ dimensions: { 'srt:ProductOrServiceAxis': 'aurw:GearsMember', 'x:Axis': 'typed text' } }),
      fact({ dimensions: { 'srt:ProductOrServiceAxis': 'aurw:GearsMember' } }),
      fact({}),
    ];
    const { plainFacts, otherFacts } = packReport({ facts, statements: [], labels });
    expect((await unpackFacts(otherFacts)).labels).toEqual([['aurw:GearsMember', 'Gears']]);
    expect((await unpackFacts(plainFacts)).labels).toEqual([]);
  });

  it('truncates long texts between characters and keeps their length; never truncates numbers', async () => {
    const text = `${'x'.repeat(MAX_FACT_CHARS - 1)}😀 and more`;
    const [cut, number] = await allFacts({
      facts: [fact({ unit: null, value: text }), fact({ value: '9'.repeat(3000) })],
      statements: [],
    });
    expect(cut).toMatchObject({ value: 'x'.repeat(MAX_FACT_CHARS - 1), valueChars: text.length });
    expect(number).toMatchObject({ value: '9'.repeat(3000), valueChars: null });
    expect(truncate('ab', 5)).toBe('ab');
    expect(truncate('a😀b', 3)).toBe('a😀');
  });

  it('round-trips statements', () => {
    const report: FilingReport = {
      facts: [fact({}), fact({})],
      statements: [
        {
          statementType: 'balance',
          role: 'http://aurora.example/role/BALANCE',
          title: '0002 - Statement - BALANCE SHEETS',
          columns: [
            { label: 'Dec. 31, 2023', periodStart: null, periodEnd: '2023-12-31' },
            {
              label: 'Treasury',
              periodStart: '2023-01-01',
              periodEnd: '2023-12-31',
              dimensions: { 'us-gaap:A': 'us-gaap:TreasuryMember' },
            },
          ],
          rows: [
            {
              concept: 'us-gaap:Assets',
              label: 'Total assets',
              level: 2,
              isAbstract: false,
              isTotal: true,
              isNegated: true,
              dimensions: {},
              cells: [1, null],
            },
            {
              concept: 'us-gaap:AssetsAbstract',
              label: 'ASSETS',
              level: 0,
              isAbstract: true,
              isTotal: false,
              isNegated: false,
              dimensions: { 'us-gaap:A': 'us-gaap:B' },
              cells: [null, 0],
            },
          ],
        },
      ],
    };
    expect(unpackStatements(packReport(report).statements)).toEqual({
      statements: report.statements,
      statementsReason: null,
    });
  });

  it('round-trips the reason for missing statements', () => {
    const reason = 'It came without linkbases.';
    const packed = packReport({ facts: [fact({})], statements: [], statementsReason: reason });
    expect(unpackStatements(packed.statements)).toEqual({ statements: [], statementsReason: reason });
    const silent = packReport({ facts: [fact({})], statements: [] });
    expect(unpackStatements(silent.statements)).toEqual({ statements: [], statementsReason: null });
  });

  it('rejects a statement that refers to missing facts, and invalid dates', () => {
    const row = {
      concept: 'c',
      label: 'l',
      level: 0,
      isAbstract: false,
      isTotal: false,
      isNegated: false,
      dimensions: {},
    };
    const statement = { statementType: 'other' as const, role: 'r', title: 't', columns: [] };
    for (const cell of [1, -1]) {
      const report = { facts: [fact({})], statements: [{ ...statement, rows: [{ ...row, cells: [cell] }] }] };
      expect(() => packReport(report)).toThrow(`fact ${cell} of 1`);
    }
    expect(() => packReport({ facts: [fact({ periodEnd: '2023-02-30' })], statements: [] })).toThrow('2023-02-30');
  });

  it('throws on foreign bytes', async () => {
    const { plainFacts } = packReport({ facts: [fact({})], statements: [] });
    await expect(unpackFacts(plainFacts.subarray(0, plainFacts.length - 4))).rejects.toThrow();
    await expect(unpackFacts(new Uint8Array(20))).rejects.toThrow();
    const columns = await unpackFacts(plainFacts);
    expect(() => factAt(columns, 1)).toThrow('refers to entry');
  });

  it('packs ten thousand facts in about twenty bytes each', async () => {
    const facts = Array.from({ length: 10_000 }, (_, index) =>
      fact({
        concept: `us-gaap:Concept${index % 700}`,
        periodEnd: `20${10 + (index % 14)}-12-31`,
        value: String((index * 7919) % 1_000_003),
        elementId: `f-${index}`,
        start: index * 310,
        end: index * 310 + 120,
        dimensions: index % 3 === 0 ? {} : { 'srt:ProductOrServiceAxis': `aurw:M${index % 90}Member` },
      }),
    );
    const packed = packReport({ facts, statements: [] });
    expect(packed.plainFacts.length + packed.otherFacts.length).toBeLessThan(30 * facts.length);
    const columns = await Promise.all([packed.plainFacts, packed.otherFacts].map(unpackFacts));
    expect(columns.flatMap(column => column.position).sort((a, b) => a - b)).toEqual(facts.map((_, index) => index));
  });
});
