import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../../test/describe-with.ts';
import type { AcceptanceRow } from './acceptance.ts';
import { clockHabit, readAcceptance } from './acceptance.ts';
import { parseSubmissions } from './submissions.ts';

type Row = [
  accession: string,
  form: string,
  filed: string,
  period: string,
  accepted: string,
  items?: string,
  document?: string,
];

function columns(rows: readonly Row[]): Record<string, unknown[]> {
  return {
    accessionNumber: rows.map(row => row[0]),
    form: rows.map(row => row[1]),
    filingDate: rows.map(row => row[2]),
    reportDate: rows.map(row => row[3]),
    acceptanceDateTime: rows.map(row => row[4]),
    items: rows.map(row => row[5] ?? ''),
    isXBRL: rows.map(row => (row[1].startsWith('10-') ? 1 : 0)),
    isInlineXBRL: rows.map(() => 0),
    primaryDocument: rows.map(row => row[6] ?? ''),
    primaryDocDescription: rows.map(() => ''),
  };
}

/** A fictional filer whose rows run on UTC. */
const ROWS: Row[] = [
  ['0009999999-24-000009', '10-K/A', '2024-04-01', '2023-12-31', '2024-04-01T20:30:00.000Z'],
  ['0009999999-24-000008', '4', '2024-03-20', '2024-03-18', '2024-03-20T22:01:00.000Z', '', 'xslF345X05/form4.xml'],
  ['0009999999-24-000004', '8-K', '2024-02-16', '2024-02-15', '2024-02-15T22:45:00.000Z', '2.02,9.01', 'ff-8k.htm'],
  ['0009999999-24-000003', '10-K', '2024-02-15', '2023-12-31', '2024-02-15T21:05:00.000Z', '', 'ff-10k.htm'],
  ['0009999999-24-000002', '10-K', '2024-02-14', '2023-12-31', '2024-02-14T21:05:00.000Z'],
];

const HEAD = {
  cik: '0009999999',
  name: 'Fictional Fasteners, Inc.',
  sic: '3452',
  sicDescription: 'Bolts, Nuts, Screws, Rivets & Washers',
  tickers: ['FFAS', 'FFAS-PA'],
  exchanges: ['NYSE', 'OTC'],
  ein: '012345678',
  lei: '5493001KJTIIGC8Y1R12',
  fiscalYearEnd: '0131',
  stateOfIncorporation: 'A6',
  stateOfIncorporationDescription: 'Ontario, Canada',
  formerNames: [
    { name: 'OLD BOLTS INC', from: '1998-01-01T00:00:00.000Z', to: '2005-03-31T00:00:00.000Z' },
    { name: 'Fictional Fasteners, Inc.', from: '2005-03-31T00:00:00.000Z', to: '2006-01-01T00:00:00.000Z' },
  ],
};

function bytesOf(recent: unknown, head: object = {}, files: object[] = []): Buffer {
  return Buffer.from(JSON.stringify({ ...HEAD, ...head, filings: { recent, files } }));
}

function parse(bytes: Buffer, ...pages: Buffer[]) {
  const documents = [bytes, ...pages].map((candidate, n) => {
    return { source: n === 0 ? 'CIK0009999999.json' : `CIK0009999999-submissions-00${n}.json`, bytes: candidate };
  });
  return parseSubmissions(documents);
}

const kinds = (parsed: ReturnType<typeof parse>): string[] => parsed.anomalies.map(anomaly => anomaly.kind);

describe('the issuer', () => {
  test('has identifiers, listings, industry and former names', () => {
    const { records, anomalies } = parse(bytesOf(columns(ROWS)));
    expect(anomalies).toEqual([]);
    expect(records.issuer).toEqual({
      canonicalKey: 'cik:9999999',
      companyName: 'Fictional Fasteners, Inc.',
      countryCode: 'CA',
      legalForm: null,
      status: 'active',
      industry: { scheme: 'sic', code: '3452', label: 'Bolts, Nuts, Screws, Rivets & Washers' },
      fiscalYearEnd: '01-31',
      identifiers: [
        { scheme: 'cik', identifier: '9999999' },
        { scheme: 'ein', identifier: '012345678' },
        { scheme: 'lei', identifier: '5493001KJTIIGC8Y1R12' },
      ],
      formerNames: [{ companyName: 'OLD BOLTS INC', untilDate: '2005-03-31' }],
      listings: [
        {
          ticker: 'FFAS',
          marketId: 'us',
          mic: 'XNYS',
          exchange: 'New York Stock Exchange',
          currency: 'USD',
          isHome: true,
        },
        { ticker: 'FFAS-PA', marketId: 'us', mic: 'OTCM', exchange: 'OTC Markets', currency: 'USD', isHome: false },
      ],
      postalCode: null,
    });
  });

  test('has the postcode of its business address', () => {
    const head = { addresses: { mailing: { zipCode: '10001' }, business: { zipCode: '98052-6399' } } };
    expect(parse(bytesOf(columns(ROWS), head)).records.issuer?.postalCode).toBe('98052-6399');
  });

  test.each([
    [{ stateOfIncorporation: 'DE', stateOfIncorporationDescription: 'DE' }, 'US'],
    [{ stateOfIncorporation: '2M', stateOfIncorporationDescription: 'Germany' }, 'DE'],
    [{ stateOfIncorporation: 'E9', stateOfIncorporationDescription: 'Cayman Islands' }, 'KY'],
    [{ stateOfIncorporation: 'M5', stateOfIncorporationDescription: 'Korea, Republic of' }, 'KR'],
    [{ stateOfIncorporation: '', stateOfIncorporationDescription: '' }, null],
  ])('with %j is in the country %s', (head, country) => {
    expect(parse(bytesOf(columns(ROWS), head)).records.issuer?.countryCode).toBe(country);
  });

  test('is inactive after the notice that ends its reporting', () => {
    const end: Row = ['0009999999-24-000010', '15-12G', '2024-05-01', '', '2024-05-01T20:30:00.000Z'];
    const head = { tickers: [], exchanges: [] };
    expect(parse(bytesOf(columns([end, ...ROWS]), head)).records.issuer?.status).toBe('inactive');
    expect(parse(bytesOf(columns([end, ...ROWS]))).records.issuer?.status).toBe('active');
    expect(parse(bytesOf(columns(ROWS), head)).records.issuer?.status).toBe('active');
  });

  test('is kept without its invalid parts, each reported', () => {
    const head = { lei: '5493001KJTIIGC8Y1R13', fiscalYearEnd: '1399', exchanges: ['NYSE'], ein: '000000000' };
    const parsed = parse(bytesOf(columns(ROWS), head));
    expect(kinds(parsed)).toEqual(['column_length', 'impossible_date', 'bad_identifier']);
    expect(parsed.records.issuer?.identifiers).toEqual([{ scheme: 'cik', identifier: '9999999' }]);
    expect(parsed.records.issuer?.listings.map(listing => listing.mic)).toEqual([null, null]);
    expect(kinds(parse(bytesOf(columns(ROWS), { exchanges: ['Moon', 'OTC'] })))).toEqual(['unknown_exchange']);
  });
});

describe('filings', () => {
  const { filings } = parse(bytesOf(columns(ROWS))).records;

  test('are listed newest first, in the terms of the model', () => {
    expect(filings.map(filing => [filing.nativeId, filing.category, filing.acceptedAt, filing.knownAt])).toEqual([
      ['0009999999-24-000009', 'annual_report', '2024-04-01T20:30:00Z', '2024-04-01T20:30:00Z'],
      ['0009999999-24-000008', 'insider_transaction', '2024-03-20T22:01:00Z', '2024-03-20T22:01:00Z'],
      // Accepted at 17:45 New York: filed and known the next morning.
      ['0009999999-24-000004', 'earnings_release', '2024-02-15T22:45:00Z', '2024-02-16T11:00:00Z'],
      ['0009999999-24-000003', 'annual_report', '2024-02-15T21:05:00Z', '2024-02-15T21:05:00Z'],
      ['0009999999-24-000002', 'annual_report', '2024-02-14T21:05:00Z', '2024-02-14T21:05:00Z'],
    ]);
    expect(filings[2]).toMatchObject({
      itemCodes: ['2.02', '9.01'],
      periodEnd: '2024-02-15',
      primaryDocument: 'ff-8k.htm',
      url: 'https://www.sec.gov/Archives/edgar/data/9999999/000999999924000004/0009999999-24-000004-index.html',
      hasXbrl: false,
    });
    expect(filings[1]?.primaryDocument).toBe('form4.xml');
  });

  test('name the newest original of their form and period if they are amendments', () => {
    expect(filings.map(filing => filing.amends ?? null)).toEqual(['0009999999-24-000003', null, null, null, null]);
  });

  test('are joined with older pages, and count once if they are in both', () => {
    const files = [{ name: 'CIK0009999999-submissions-001.json' }, { name: '../../etc/passwd' }];
    const { records, tallies } = parse(
      bytesOf(columns(ROWS.slice(0, 3)), {}, files),
      Buffer.from(JSON.stringify(columns(ROWS.slice(2)))),
    );
    expect(records.filings).toEqual(filings);
    expect(tallies).toMatchObject([
      { kind: 'submissions', read: 3, explained: {}, unread: 0 },
      { kind: 'submissions', read: 2, explained: { repeated_filing: 1 }, unread: 0 },
    ]);
    expect(records.pages).toEqual(['CIK0009999999-submissions-001.json']);
  });

  test('come without an issuer from a page alone', () => {
    const page = {
      source: 'https://data.sec.gov/submissions/CIK0009999999-submissions-001.json',
      bytes: Buffer.from(JSON.stringify(columns(ROWS))),
    };
    const { records } = parseSubmissions([page]);
    expect([records.cik, records.issuer, records.filings.length]).toEqual(['0009999999', null, 5]);
  });

  test('take no remarks in the items column of other forms as items', () => {
    const effect: Row = [
      '0009999999-24-000011',
      'EFFECT',
      '2024-05-06',
      '',
      '2024-05-06T20:00:00.000Z',
      'S-4,,2024-05-06 16:00:00',
    ];
    const newest = parse(bytesOf(columns([effect, ...ROWS]))).records.filings[0];
    expect(newest).toMatchObject({ formType: 'EFFECT', itemCodes: [] });
  });

  test('of unknown forms are in the category other, and reported', () => {
    const zorg: Row = ['0009999999-24-000012', 'ZORG', '2024-05-07', '', '2024-05-07T20:00:00.000Z'];
    const parsed = parse(bytesOf(columns([zorg, ...ROWS])));
    expect(parsed.records.filings[0]).toMatchObject({ category: 'other', categoryGroup: 'other' });
    expect(kinds(parsed)).toEqual(['unknown_form']);
  });
});

describe('a damaged response', () => {
  const sound = columns(ROWS);

  test('loses only a row without accession, date or form', () => {
    const broken = { ...sound, accessionNumber: ['x', ...ROWS.slice(1).map(row => row[0])] };
    const parsed = parse(bytesOf(broken));
    expect(parsed.records.filings).toHaveLength(4);
    expect(parsed.anomalies).toMatchObject([{ kind: 'bad_row', locator: 'filings.recent[0]' }]);
    expect(parsed.tallies).toMatchObject([{ read: 4, unread: 1 }]);
  });

  test('loses a shorter column, because the position of its gap is unknown', () => {
    const parsed = parse(bytesOf({ ...sound, items: ['2.02'] }));
    expect(parsed.records.filings).toHaveLength(5);
    expect(parsed.records.filings.every(filing => filing.itemCodes.length === 0)).toBe(true);
    expect(parsed.anomalies).toMatchObject([
      { kind: 'column_length', locator: 'filings.recent.items', detail: '1 of 5 rows' },
    ]);
    expect(parsed.records.damage).toBeNull();
  });

  test('loses all rows with a shorter required column, and is reported as damaged', () => {
    const parsed = parse(bytesOf({ ...sound, form: ['10-K'] }));
    expect(parsed.records).toMatchObject({ filings: [], damage: 'missing_column' });
    expect(parsed.tallies).toMatchObject([{ read: 0, unread: 1 }]);
    expect(parsed.records.issuer?.companyName).toBe('Fictional Fasteners, Inc.');
  });

  test.each([
    ['<html>Request Rate Threshold Exceeded</html>', 'html_instead_of_json'],
    ['', 'truncated_json'],
    ['[]', 'unexpected_document'],
    ['{"cik":9999999,"name":"x","filings":7}', 'missing_column'],
  ])('%s', (text, damage) => {
    const parsed = parse(Buffer.from(text));
    expect(parsed.records.damage).toBe(damage);
    expect(kinds(parsed)).toContain('empty_answer');
  });

  test('keeps the filer and never throws if truncated at any offset', () => {
    const whole = bytesOf(sound);
    for (let length = 1; length < whole.length; length += 3)
      expect(parse(whole.subarray(0, length)).records.damage).not.toBeNull();
    const { records } = parse(whole.subarray(0, whole.indexOf('"filings"')));
    expect(records.issuer).toMatchObject({ companyName: 'Fictional Fasteners, Inc.', canonicalKey: 'cik:9999999' });
  });
});

describe('the clock of a filer', () => {
  const row = (stated: string, filingDate: string, form = '10-Q'): AcceptanceRow => ({ stated, filingDate, form });

  test('is applied to a row that no other clock explains', () => {
    // At 20:30 no 10-Q can be filed with the same date; 16:30 is possible.
    expect(readAcceptance(row('2024-05-07T20:30:00.000Z', '2024-05-07'), null)).toBe('2024-05-07T20:30:00Z');
    // 08:30 UTC is 04:30 in New York, when EDGAR is shut.
    expect(readAcceptance(row('2024-05-07T08:30:00.000Z', '2024-05-07'), null)).toBe('2024-05-07T12:30:00Z');
    // 16:10 on a Saturday, or in fact on no open day at all.
    expect(readAcceptance(row('2024-05-04T16:10:00.000Z', '2024-05-06'), null)).toBe('undecided');
  });

  test("is that of the filer's other rows if two clocks explain a row", () => {
    const both = row('2024-05-07T15:00:00.000Z', '2024-05-07');
    expect(readAcceptance(both, null)).toBe('undecided');
    expect(readAcceptance(both, 'utc')).toBe('2024-05-07T15:00:00Z');
    expect(readAcceptance(both, 'new_york')).toBe('2024-05-07T19:00:00Z');
  });

  test('reads midnight as a day without a time', () => {
    expect(readAcceptance(row('1996-12-19T05:00:00.000Z', '1996-12-19'), 'utc')).toBeNull();
    expect(readAcceptance(row('1996-12-19T00:00:00.000Z', '1996-12-19'), 'new_york')).toBeNull();
    expect(readAcceptance(row('1996-12-19T00:00:00.000Z', '1996-12-19'), null)).toBeNull();
  });

  test('reads an invalid time as null', () => {
    for (const stated of ['', 'x', '2024-02-30T12:00:00.000Z', '2024-02-01T25:00:00.000Z']) {
      expect(readAcceptance(row(stated, '2024-02-01'), null)).toBeNull();
    }
  });

  test('is known from three rows without a contradiction', () => {
    const utc = row('2024-05-07T20:30:00.000Z', '2024-05-07');
    const newYork = row('2024-05-07T08:30:00.000Z', '2024-05-07');
    expect(clockHabit([utc, utc])).toBeNull();
    expect(clockHabit([utc, utc, utc])).toBe('utc');
    expect(clockHabit([newYork, newYork, newYork, newYork, newYork, utc])).toBe('new_york');
    expect(clockHabit([newYork, newYork, utc, utc])).toBeNull();
  });
});

const FOLDER = new URL('../../../../../../shared/data/us/submissions/', import.meta.url);

describeWith(FOLDER)('recorded responses (skipped if they are missing)', () => {
  const load = (name: string) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    return parseSubmissions([{ source: name, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes }]);
  };

  test.each(readdirSync(FOLDER))('%s are read without a lost row or an unknown form', name => {
    const { records, anomalies } = load(name);
    expect(records.damage).toBeNull();
    const expected = name.includes('0000350001')
      ? ['empty_answer']
      : name.includes('0001800903')
        ? ['acceptance_undecided']
        : [];
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(expected);
  });

  test.each([
    ['CIK0000320193', 'new_york', 1005],
    ['CIK0000789019', 'utc', 1002],
  ])('of %s, one by %s clock and one by UTC, give the same acceptance times', (name, clock, count) => {
    const one = load(`${name}.json.gz`).records;
    const other = load(`${name}.pages-merged.json.gz`).records;
    expect([one.clockHabit, other.clockHabit]).toEqual([clock, 'utc']);
    const instants = new Map(other.filings.map(filing => [filing.nativeId, filing.acceptedAt]));
    const both = one.filings.filter(filing => instants.has(filing.nativeId));
    expect(both).toHaveLength(count);
    for (const filing of both)
      expect([filing.nativeId, filing.acceptedAt]).toEqual([filing.nativeId, instants.get(filing.nativeId)]);
  });

  test('of Apple give 06:01:36 New York for 10-K 0000320193-24-000123, and 18:55:04 for 8-K 0000320193-20-000060', () => {
    const { filings } = load('CIK0000320193.json.gz').records;
    const byAccession = new Map(filings.map(filing => [filing.nativeId, filing]));
    expect(byAccession.get('0000320193-24-000123')).toMatchObject({
      category: 'annual_report',
      periodEnd: '2024-09-28',
      acceptedAt: '2024-11-01T10:01:36Z',
      knownAt: '2024-11-01T10:01:36Z',
      primaryDocument: 'aapl-20240928.htm',
      hasXbrl: true,
    });
    expect(byAccession.get('0000320193-20-000060')).toMatchObject({
      category: 'earnings_release',
      itemCodes: ['2.02', '9.01'],
      acceptedAt: '2020-07-30T22:55:04Z',
    });
    // Accepted on the evening before its filing date.
    expect(byAccession.get('0001193125-18-154948')).toMatchObject({
      formType: '8-K/A',
      acceptedAt: '2018-05-08T01:31:32Z',
      knownAt: '2018-05-08T10:00:00Z',
    });
  });

  test('of Tesla are joined with their second page', () => {
    const names = ['CIK0001318605.json.gz', 'CIK0001318605-submissions-001.json'];
    const { records } = parseSubmissions(
      names.map(name => {
        const bytes = readFileSync(new URL(name, FOLDER));
        return { source: name, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes };
      }),
    );
    expect(records.filings).toHaveLength(1722);
    expect(records.issuer).toMatchObject({
      companyName: 'Tesla, Inc.',
      countryCode: 'US',
      listings: [{ ticker: 'TSLA', mic: 'XNAS' }],
    });
  });

  test('of a company that stopped reporting (Celadon) mark it as inactive', () => {
    expect(load('CIK0000865941.pages-merged.json.gz').records.issuer?.status).toBe('inactive');
  });
});
