import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../../test/describe-with.ts';
import type { FactSet } from '../../../domain/filings/facts/model/facts.ts';
import { toIsoDate } from '../../../kernel/dates.ts';
import { parseCompanyFacts } from './companyfacts.ts';

/** A fictional filer; each fact in the registry's own form. */
function fact(start: string | null, end: string, val: unknown, n = 1, more: object = {}): object {
  const filing = { accn: `0009999999-24-00000${n}`, fy: 2023, fp: 'FY', form: '10-K', filed: `2024-02-0${n}` };
  return { ...(start === null ? {} : { start }), end, val, ...filing, ...more };
}

function response(facts: unknown): string {
  return JSON.stringify({ cik: 9999999, entityName: 'Fictional Fasteners, Inc.', facts });
}

function concept(units: unknown): object {
  return { label: 'Label', description: 'A "quoted" {braced} text', units };
}

function parse(text: string) {
  return parseCompanyFacts(Buffer.from(text), 'CIK0009999999.json');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every fact as one line, to compare sets regardless of their order. */
function lines(set: FactSet): string[] {
  return set.series.flatMap(series =>
    series.ends.map((end, n) => {
      const start = series.starts[n] ?? null;
      const filing = set.filings[series.filings[n] ?? -1];
      const value = series.exact?.[n] ?? series.values[n];
      return [series.concept, series.unit, start && toIsoDate(start), toIsoDate(end), value, filing?.accession].join(
        ' ',
      );
    }),
  );
}

const SOUND = response({
  dei: { EntityCommonStockSharesOutstanding: concept({ shares: [fact(null, '2024-01-31', 1_000_000)] }) },
  'us-gaap': {
    Assets: concept({
      USD: [fact(null, '2022-12-31', 900), fact(null, '2023-12-31', 1000), fact(null, '2023-12-31', 1001, 2)],
    }),
    Revenues: concept({
      USD: [fact('2023-01-01', '2023-12-31', 500), fact('2023-10-01', '2023-12-31', 125.5)],
      CAD: [fact('2023-01-01', '2023-12-31', 650)],
    }),
  },
});

describe('a valid response', () => {
  const { records, anomalies } = parse(SOUND);

  test('gives columns by concept and unit, and a dictionary of filings', () => {
    expect(anomalies).toEqual([]);
    expect(records).toMatchObject({ cik: '0009999999', entityName: 'Fictional Fasteners, Inc.', damage: null });
    expect(records.set).toMatchObject({ source: 'companyfacts', datesRounded: false, faces: {} });
    expect(records.set.filings).toEqual([
      {
        accession: '0009999999-24-000001',
        form: '10-K',
        filed: '2024-02-01',
        acceptedAt: null,
        fiscalYear: 2023,
        fiscalPeriod: 'FY',
        periodEnd: null,
      },
      {
        accession: '0009999999-24-000002',
        form: '10-K',
        filed: '2024-02-02',
        acceptedAt: null,
        fiscalYear: 2023,
        fiscalPeriod: 'FY',
        periodEnd: null,
      },
    ]);
    expect(lines(records.set)).toEqual([
      'dei:EntityCommonStockSharesOutstanding shares  2024-01-31 1000000 0009999999-24-000001',
      'us-gaap:Assets USD  2022-12-31 900 0009999999-24-000001',
      'us-gaap:Assets USD  2023-12-31 1000 0009999999-24-000001',
      'us-gaap:Assets USD  2023-12-31 1001 0009999999-24-000002',
      'us-gaap:Revenues USD 2023-01-01 2023-12-31 500 0009999999-24-000001',
      'us-gaap:Revenues USD 2023-10-01 2023-12-31 125.5 0009999999-24-000001',
      'us-gaap:Revenues CAD 2023-01-01 2023-12-31 650 0009999999-24-000001',
    ]);
  });

  test('reads a CIK written as text', () => {
    expect(parse(SOUND.replace('"cik":9999999', '"cik":"0009999999"')).records.cik).toBe('0009999999');
  });

  test('returns null labels for filings without a period', () => {
    const proxy = response({
      'us-gaap': {
        Revenues: concept({ USD: [fact('2023-01-01', '2023-12-31', 5, 1, { fy: null, fp: null, form: 'DEF 14A' })] }),
      },
    });
    expect(parse(proxy).records.set.filings[0]).toMatchObject({
      form: 'DEF 14A',
      fiscalYear: null,
      fiscalPeriod: null,
    });
    expect(parse(proxy).anomalies).toEqual([]);
  });
});

describe('digits', () => {
  const withDigits = (digits: string) =>
    parse(SOUND.replace('"val":500', `"val":${digits}`)).records.set.series.find(
      series => series.concept === 'us-gaap:Revenues',
    );

  test.each([
    ['9007199254740993', 9007199254740992, '9007199254740993'],
    ['123456789012345678.25', 123456789012345680, '123456789012345678.25'],
    ['1.0000000000000000001', 1, '1.0000000000000000001'],
    ['-0.30000000000000000001', -0.3, '-0.30000000000000000001'],
  ])('keeps the exact digits of %s in addition to its double', (digits, value, exact) => {
    expect(withDigits(digits)).toMatchObject({ values: [value, 125.5], exact: { 0: exact } });
  });

  test.each(['9007199254740992', '1234567890123.4500', '0.1', '1e15'])(
    'keeps no exact digits of %s, which a double represents',
    digits => {
      expect(withDigits(digits)?.values[0]).toBe(Number(digits));
      expect(withDigits(digits)).not.toHaveProperty('exact');
    },
  );
});

describe('reports an invalid part with its path and keeps the rest:', () => {
  const good = fact('2023-01-01', '2023-12-31', 1);
  test.each([
    ['end before start', fact('2023-12-31', '2023-01-01', 1), 'impossible_date', '[1]'],
    ['year 0201', fact(null, '0201-12-31', 1), 'impossible_date', '[1]'],
    ['year 9999', fact(null, '9999-12-31', 1), 'impossible_date', '[1]'],
    ['30 February', fact(null, '2023-02-30', 1), 'impossible_date', '[1]'],
    ['no end', { ...good, end: undefined }, 'impossible_date', '[1]'],
    ['a date that is a number', fact('2023-01-01', 20231231 as never, 1), 'impossible_date', '[1]'],
    ['NaN as text', fact(null, '2023-12-31', 'NaN'), 'bad_value', '[1].val'],
    ['a value that is an object', fact(null, '2023-12-31', {}), 'bad_value', '[1].val'],
    ['no value', fact(null, '2023-12-31', undefined), 'bad_value', '[1].val'],
    ['no accession', fact(null, '2023-12-31', 1, 2, { accn: 'x' }), 'bad_accession', '[1].accn'],
    ['no filing date', fact(null, '2023-12-31', 1, 2, { filed: null }), 'impossible_date', '[1].filed'],
    ['null', null, 'wrong_type', '[1]'],
    ['text', 'fact', 'wrong_type', '[1]'],
    ['a list', [], 'impossible_date', '[1]'],
  ])('%s', (_name, bad, kind, where) => {
    const { records, anomalies } = parse(response({ 'us-gaap': { Revenues: concept({ USD: [good, bad, good] }) } }));
    expect(records.set.series[0]?.values).toEqual([1, 1]);
    expect(anomalies).toMatchObject([
      {
        registry: 'sec-edgar',
        source: 'CIK0009999999.json',
        kind,
        locator: `facts.us-gaap.Revenues.units.USD${where}`,
      },
    ]);
    expect(records.damage).toBeNull();
  });

  test('a number beyond any double', () => {
    const { records, anomalies } = parse(SOUND.replace('"val":500', '"val":1e400'));
    expect(lines(records.set)).toHaveLength(6);
    expect(anomalies).toMatchObject([{ kind: 'bad_value', detail: 'number Infinity' }]);
  });

  test.each([
    ['us-gaap', { 'us-gaap': 7, dei: { A: concept({ shares: [good] }) } }],
    ['us-gaap.Revenues.units', { 'us-gaap': { Revenues: { label: 'x' }, A: concept({ shares: [good] }) } }],
    ['us-gaap.Revenues.units.USD', { 'us-gaap': { Revenues: concept({ USD: {}, shares: [good] }) } }],
  ])('a wrong type at %s', (path, facts) => {
    const { records, anomalies } = parse(response(facts));
    expect(records.set.series).toHaveLength(1);
    expect(anomalies).toMatchObject([{ kind: 'wrong_type', locator: `facts.${path}` }]);
  });

  test('keeps facts of unknown taxonomies and currencies', () => {
    const facts = {
      zorg: { A: concept({ USD: [good] }) },
      'us-gaap': { B: concept({ ZZZ: [good], Store: [good] }), C: concept({ ZZZ: [good] }) },
    };
    const { records, anomalies } = parse(response(facts));
    expect(records.set.series.map(series => `${series.concept} ${series.unit}`)).toEqual([
      'zorg:A USD',
      'us-gaap:B ZZZ',
      'us-gaap:B Store',
      'us-gaap:C ZZZ',
    ]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unknown_taxonomy', 'unknown_unit']);
  });

  test('reads a nil value as null', () => {
    const { records, anomalies } = parse(
      response({ 'us-gaap': { A: concept({ USD: [fact(null, '2023-12-31', null)] }) } }),
    );
    expect([records.set.series[0]?.values, anomalies]).toEqual([[null], []]);
  });

  test('keeps both of two contradictory facts of one filing, sorted or not', () => {
    const rows = [
      fact(null, '2023-12-31', 1),
      fact(null, '2022-12-31', 5),
      fact(null, '2023-12-31', 2),
      fact(null, '2022-12-31', 5),
    ];
    for (const order of [rows, [...rows].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))]) {
      const { records, anomalies } = parse(response({ 'us-gaap': { A: concept({ USD: order }) } }));
      expect(records.set.series[0]?.values).toHaveLength(4);
      expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['inconsistent_duplicate']);
    }
  });

  test('reports two labels for one accession once', () => {
    const rows = [
      good,
      fact('2022-01-01', '2022-12-31', 1, 1, { fy: 2022 }),
      fact('2021-01-01', '2021-12-31', 1, 1, { fy: 2021 }),
    ];
    const { records, anomalies } = parse(response({ 'us-gaap': { A: concept({ USD: rows }) } }));
    expect(records.set.filings).toHaveLength(1);
    expect(anomalies).toMatchObject([{ kind: 'label_conflict', locator: 'facts.us-gaap.A.units.USD[1]' }]);
  });

  test('cuts a flood of anomalies and counts the rest', () => {
    const { anomalies } = parse(
      response({ 'us-gaap': { A: concept({ USD: Array.from({ length: 5000 }, () => null) }) } }),
    );
    expect(anomalies.length).toBeLessThan(120);
    expect(anomalies.at(-1)?.kind).toBe('wrong_type_more');
    expect(anomalies.find(anomaly => anomaly.kind === 'wrong_type_more')?.detail).toMatch(/^4900 more/);
  });
});

describe('reports a response without facts as damaged:', () => {
  test.each([
    ['', 'truncated_json'],
    ['<!DOCTYPE html><html><body>Request Rate Threshold Exceeded</body></html>', 'html_instead_of_json'],
    ['[]', 'unexpected_document'],
    ['null', 'unexpected_document'],
    ['{"facts":[]}', 'unexpected_document'],
    ['{"cik":1,"entityName":"x","facts":{}}', 'empty_answer'],
    ['{"cik":1,"entityName":"x"}', 'empty_answer'],
  ])('%s', (text, damage) => {
    const { records, anomalies } = parse(text);
    expect(records.damage).toBe(damage);
    expect(records.set.series).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toContain('empty_answer');
  });
});

describe('a damaged response', () => {
  const whole = new Set(lines(parse(SOUND).records.set));
  const pretty = JSON.stringify(JSON.parse(SOUND), null, 2);

  test.each([
    ['as served', SOUND],
    ['indented', pretty],
  ])('keeps complete facts under their own concepts if truncated at any offset (%s)', (_name, text) => {
    for (let length = 0; length < text.length; length++) {
      const { records } = parse(text.slice(0, length));
      for (const line of lines(records.set)) expect(whole).toContain(line);
      expect(records.damage).not.toBeNull();
    }
    const nearlyAll = parse(text.slice(0, -1)).records;
    expect(lines(nearlyAll.set)).toHaveLength(7);
    const half = parse(text.slice(0, text.indexOf('"CAD"'))).records;
    expect(lines(half.set)).toHaveLength(6);
    expect(half).toMatchObject({
      cik: '0009999999',
      entityName: 'Fictional Fasteners, Inc.',
      damage: 'truncated_json',
    });
  });

  describe.each([SOUND, pretty])('misplaces no fact if a byte anywhere is overwritten', text => {
    test.each(['\u0000', '"', '{', '}', '[', ']', ',', ':'])('with %j', byte => {
      for (let at = 0; at < text.length; at++) {
        const damaged = text.slice(0, at) + byte + text.slice(at + 1);
        if (isJson(damaged)) continue;
        const misplaced = lines(parse(damaged).records.set).filter(line => !whole.has(line));
        expect({ near: text.slice(Math.max(0, at - 20), at + 20), misplaced }).toMatchObject({ misplaced: [] });
      }
    });
  });

  test('misplaces no fact if a stretch anywhere is lost', () => {
    for (const length of [10, 60, 200, 400]) {
      for (let at = 0; at + length < SOUND.length; at++) {
        const damaged = SOUND.slice(0, at) + '\u0000'.repeat(length) + SOUND.slice(at + length);
        const misplaced = lines(parse(damaged).records.set).filter(line => !whole.has(line));
        expect({ near: SOUND.slice(at, at + length), misplaced }).toMatchObject({ misplaced: [] });
      }
    }
  });

  test('loses only the fact that contains a damaged byte', () => {
    const at = SOUND.indexOf('"val":1000,');
    const { records, anomalies } = parse(`${SOUND.slice(0, at)}\u0000${SOUND.slice(at + 1)}`);
    expect(lines(records.set)).toEqual([...whole].filter(line => !line.includes(' 1000 ')));
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['corrupt_json', 'lost_stretch']);
    expect(records.damage).toBe('corrupt_json');
  });
});

const FOLDER = new URL('../../../../../../shared/data/us/companyfacts/', import.meta.url);

describeWith(FOLDER)('eight recorded responses (skipped if they are missing)', () => {
  const files = readdirSync(FOLDER);
  const load = (name: string) => gunzipSync(readFileSync(new URL(name, FOLDER)));

  test.each(files)('%s: reads every fact, without additions or anomalies', name => {
    const bytes = load(name);
    const { records, anomalies } = parseCompanyFacts(bytes, name);
    const root = JSON.parse(bytes.toString()) as {
      facts: Record<
        string,
        Record<string, { units: Record<string, { start?: string; end: string; val: number; accn: string }[]> }>
      >;
    };
    const expected = Object.entries(root.facts).flatMap(([taxonomy, concepts]) =>
      Object.entries(concepts).flatMap(([name, { units }]) =>
        Object.entries(units).flatMap(([unit, rows]) =>
          rows.map(row => [`${taxonomy}:${name}`, unit, row.start, row.end, row.val, row.accn].join(' ')),
        ),
      ),
    );
    expect(anomalies).toEqual([]);
    expect(lines(records.set)).toEqual(expected);
  });

  test('reads net sales of Apple for the year to 2018-09-29 as 265,595 million dollars (10-K 0000320193-18-000145)', () => {
    const { set } = parseCompanyFacts(load('CIK0000320193.json.gz'), 'x').records;
    const series = set.series.filter(factSeries => factSeries.concept === 'us-gaap:Revenues');
    expect(lines({ ...set, series })).toContain(
      'us-gaap:Revenues USD 2017-10-01 2018-09-29 265595000000 0000320193-18-000145',
    );
    expect(set.filings.find(filing => filing.accession === '0000320193-18-000145')).toMatchObject({
      form: '10-K',
      filed: '2018-11-05',
      fiscalYear: 2018,
      fiscalPeriod: 'FY',
    });
  });
});
