import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../../test/describe-with.ts';
import {
  type FictionalOwnership,
  ownershipDocument,
  ownershipSubmission,
} from '../../../../test/fictional/ownership.ts';
import type { InsiderReport } from '../../../domain/ownership/insiders/model/insider-report.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { openFiling } from '../filings/open-filing.ts';
import { parseOwnership } from './parse-ownership.ts';

const COMPANY = { cik: 9_000_001, name: 'Fictional Works 1 Inc.', ticker: 'FICT1' };
const OWNER = { cik: 9_100_001, name: 'DOE JANE Q' };
const REPORT: FictionalOwnership = { company: COMPANY, form: '4', period: '2024-05-01', owners: [OWNER], rows: [] };
const ACCESSION = '0009000001-24-000001';

function parse(source: string, filingDate: string | null = '2024-05-03') {
  const log = new AnomalyLog('sec-edgar', 'test');
  const read = parseOwnership(
    { fileName: 'form4.xml', source, accession: ACCESSION, filingDate, incorporated: new Set() },
    log,
  );
  return { read, lines: read?.report.lines ?? [], anomalies: log.list().map(({ kind }) => kind) };
}

function parseRows(rows: FictionalOwnership['rows'], rest: Partial<FictionalOwnership> = {}) {
  return parse(ownershipDocument({ ...REPORT, ...rest, rows }));
}

const SALE = {
  table: 'nonDerivative',
  kind: 'Transaction',
  date: '2024-05-01',
  code: 'S',
  shares: '100',
  price: '12.5',
  direction: 'D',
} as const;

describe('a report in XML', () => {
  test('gives lines in document order, with numbers as filed', () => {
    const { lines, anomalies } = parseRows([
      SALE,
      { table: 'nonDerivative', kind: 'Holding', following: '5000.50', held: 'I', nature: 'By spouse' },
      {
        table: 'derivative',
        kind: 'Transaction',
        title: 'Option',
        date: '2024-05-01',
        code: 'M',
        shares: '10',
        price: '0',
        direction: 'D',
        exercisePrice: '3.25',
        exercisable: '2020-01-01',
        expires: '2030-01-01',
        underlying: 'Common Stock',
        underlyingShares: '10.0',
      },
    ]);
    expect(anomalies).toEqual([]);
    expect(lines).toMatchObject([
      {
        place: 1,
        isHolding: false,
        transactionClass: 'trade',
        shares: '100',
        pricePerShare: '12.5',
        directIndirect: 'D',
      },
      {
        place: 2,
        isHolding: true,
        transactionClass: null,
        shares: null,
        sharesOwnedFollowing: '5000.5',
        natureOfOwnership: 'By spouse',
      },
      {
        place: 3,
        isDerivative: true,
        exercisePrice: '3.25',
        exercisableDate: '2020-01-01',
        underlyingShares: '10',
        pricePerShare: '0',
      },
    ]);
  });

  test('reads no price from 0 in a purchase or a sale, nor from a note alone, and averages from notes', () => {
    const notes = { F1: 'Represents a weighted average price of trades between $12 and $13.' };
    const { lines } = parseRows(
      [
        { ...SALE, price: '0' },
        { ...SALE, code: 'A', price: '0.00' },
        { ...SALE, price: '*F1' },
        { ...SALE, price: '12.5 *F1' },
      ],
      { notes },
    );
    expect(lines.map(line => [line.pricePerShare, line.priceQuality])).toEqual([
      [null, 'not_reported'],
      ['0', 'reported'],
      [null, 'not_reported'],
      ['12.5', 'weighted_average'],
    ]);
    expect(lines[2]?.footnotes).toEqual([notes.F1]);
  });

  test('reads a plan from the box of the form, or from a note of the line, with its day', () => {
    const notes = {
      F1: 'Made under a Rule 10b5-1 trading plan adopted by the reporting person on May 13, 2019.',
      F2: 'This sale was not made pursuant to a Rule 10b5-1 plan.',
    };
    const rows = [{ ...SALE, title: 'Common *F1' }, { ...SALE, title: 'Common *F2' }, SALE];
    const plans = (planBox?: string) =>
      parseRows(rows, planBox === undefined ? { notes } : { notes, planBox }).lines.map(line => line.isUnderPlan);
    expect(plans()).toEqual([true, null, null]);
    expect(plans('0')).toEqual([true, false, false]);
    expect(plans('true')).toEqual([true, true, true]);
    expect(parseRows(rows, { notes }).lines.map(line => line.planAdoptionDate)).toEqual(['2019-05-13', null, null]);
  });

  test('dates may carry an offset; swaps, timeliness and codes are read as the form has them', () => {
    const { lines, anomalies } = parseRows([
      { ...SALE, date: '2024-05-01-05:00', swap: 'true', timeliness: '' },
      { ...SALE, code: 'K', timeliness: 'L' },
      { ...SALE, code: 'Q', date: '1.5.2024', shares: 'many' },
    ]);
    expect(lines).toMatchObject([
      { transactionDate: '2024-05-01', isEquitySwap: true, timeliness: 'on_time' },
      { transactionClass: 'marker', isEquitySwap: true, timeliness: 'late' },
      { transactionClass: null, transactionDate: null, shares: null },
    ]);
    expect(anomalies.toSorted()).toEqual(['unknown_transaction_code', 'unreadable_date', 'unreadable_number']);
  });

  test('reports and keeps impossible days', () => {
    const { lines, anomalies } = parseRows([
      { ...SALE, date: '2024-06-01' },
      { ...SALE, date: '2002-01-01' },
    ]);
    expect(lines.map(line => line.transactionDate)).toEqual(['2024-06-01', '2002-01-01']);
    expect(anomalies).toEqual(['transaction_after_filing', 'transaction_long_before_filing']);
  });

  test('keeps an owner without a number, separate from others', () => {
    const source = ownershipDocument(REPORT).replace(
      /<rptOwnerCik>\d+<\/rptOwnerCik>/,
      '<rptOwnerCik>none</rptOwnerCik>',
    );
    const { read, anomalies } = parse(source);
    expect(read?.report.owners[0]?.identifier).toEqual({ scheme: 'sec_edgar_owner', identifier: `${ACCESSION}/1` });
    expect(anomalies).toEqual(['owner_without_cik']);
  });

  test('reads damaged XML as far as possible', () => {
    const whole = ownershipDocument({ ...REPORT, rows: [SALE, { ...SALE, shares: '7' }] });
    const cut = parse(whole.slice(0, whole.lastIndexOf('<postTransactionAmounts>')));
    expect(cut.lines.map(line => line.shares)).toEqual(['100', '7']);
    expect(cut.anomalies).toContain('truncated');
    const crossed = parse(whole.replace('</securityTitle>', '</securityTitel>'));
    expect(crossed.lines).toHaveLength(2);
    expect(crossed.anomalies).toContain('not_well_formed');
  });

  test('gives no report for other documents', () => {
    expect(parse('<html><body>Form 4</body></html>').read).toBeNull();
    expect(parse('').read).toBeNull();
    const other = parse(ownershipDocument(REPORT).replace('<documentType>4<', '<documentType>144<'));
    expect(other.read).toBeNull();
    expect(other.anomalies).toEqual(['unknown_ownership_form']);
  });

  test('reads a limited number of rows, owners and notes', () => {
    const { lines, anomalies } = parseRows(Array.from({ length: 2_000 }, () => SALE));
    expect(lines.length).toBeLessThanOrEqual(300);
    expect(anomalies.some(kind => kind === 'too_many_lines' || kind === 'form_cut')).toBe(true);
    const owners = parse(
      ownershipDocument({ ...REPORT, owners: Array.from({ length: 500 }, (_, n) => ({ cik: n + 1, name: 'A B' })) }),
    );
    expect(owners.read?.report.owners).toHaveLength(50);
  });
});

describe('a filing', () => {
  test('belongs to its issuer, regardless of the requested company', () => {
    const text = ownershipSubmission({ ...REPORT, rows: [SALE] }, ACCESSION, '2024-05-03');
    const url = `https://www.sec.gov/Archives/edgar/data/${OWNER.cik}/${ACCESSION.replaceAll('-', '')}/${ACCESSION}.txt`;
    const { records, anomalies } = openFiling([{ url, sha256: '', bytes: Buffer.from(text) }]);
    expect(anomalies).toEqual([]);
    expect(records[0]).toMatchObject({ canonicalKey: 'cik:9000001', issuer: { companyName: COMPANY.name } });
    expect(records[0]?.contents?.insiderReport?.owners[0]).toMatchObject({
      name: 'Jane Q Doe',
      nameAsFiled: 'DOE JANE Q',
    });
  });

  test('gives an institution if its header states an incorporated owner', () => {
    const owners = [{ ...OWNER, name: 'SAMPLEROCK' }];
    const text = ownershipSubmission({ ...REPORT, owners, rows: [SALE] }, ACCESSION, '2024-05-03').replace(
      /(CENTRAL INDEX KEY:\s+0009100001\n)/,
      '$1\t\tSTATE OF INCORPORATION:\t\t\tDE\n',
    );
    const url = `https://www.sec.gov/Archives/edgar/data/9000001/${ACCESSION.replaceAll('-', '')}/${ACCESSION}.txt`;
    const { records } = openFiling([{ url, sha256: '', bytes: Buffer.from(text) }]);
    expect(records[0]?.contents?.insiderReport?.owners[0]).toMatchObject({ name: 'SAMPLEROCK', kind: 'institution' });
  });

  test('that is a document alone names its issuer and its owners itself', () => {
    const url = `https://www.sec.gov/Archives/edgar/data/${OWNER.cik}/${ACCESSION.replaceAll('-', '')}/form4.xml`;
    const { records } = openFiling([
      { url, sha256: '', bytes: Buffer.from(ownershipDocument({ ...REPORT, rows: [SALE] })) },
    ]);
    expect(records[0]?.canonicalKey).toBe('cik:9000001');
    expect(records[0]?.contents?.filers.map(({ role }) => role)).toEqual(['issuer', 'reporting_owner']);
  });

  test('keeps a document that is too large for any form without reading it', () => {
    const text = ownershipDocument({ ...REPORT, rows: [SALE], notes: { F1: 'x'.repeat(5 << 20) } });
    const url = `https://www.sec.gov/Archives/edgar/data/9000001/${ACCESSION.replaceAll('-', '')}/form4.xml`;
    const { records, anomalies } = openFiling([{ url, sha256: '', bytes: Buffer.from(text) }]);
    expect(records[0]?.contents?.insiderReport).toBeNull();
    expect(anomalies.map(({ kind }) => kind)).toContain('too_large_to_read');
  });
});

const SHARED = new URL('../../../../../../shared/data/us/', import.meta.url);
const TRUTH = new URL('truth/ownership_expected.tsv', SHARED);

describeWith(TRUTH)('real reports (skipped without ../shared/data/us)', () => {
  const [head = '', ...rows] = readFileSync(TRUTH, 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  const expected = rows.map(row => Object.fromEntries(row.split('\t').map((text, at) => [names[at] ?? '', text])));

  test.each(expected)('have the hand-checked counts, sums and issuer: $file', row => {
    const bytes = readFileSync(new URL(`ownership/${row.file}`, SHARED));
    const name = /\.(?:txt|nc)$/.test(row.file ?? '') ? '0000000001-00-000001.txt' : row.file;
    const url = `https://www.sec.gov/Archives/edgar/data/1/000000000100000001/${name}`;
    const { records } = openFiling([{ url, sha256: '', bytes }]);
    const report = records[0]?.contents?.insiderReport ?? null;
    expect(report === null ? null : { ...tally(report), issuer: records[0]?.canonicalKey }).toEqual({
      documentType: row.document_type,
      issuer: `cik:${Number(row.issuer_cik)}`,
      owners: Number(row.reporting_owners),
      lines: [
        Number(row.non_derivative_transactions),
        Number(row.non_derivative_holdings),
        Number(row.derivative_transactions),
        Number(row.derivative_holdings),
      ],
      acquired: Number(row.sum_nonderiv_acquired_shares),
      disposed: Number(row.sum_nonderiv_disposed_shares),
    });
  });
});

function tally({ baseForm, isAmendment, owners, lines }: InsiderReport) {
  const of = (isDerivative: boolean, isHolding: boolean) =>
    lines.filter(line => line.isDerivative === isDerivative && line.isHolding === isHolding);
  const sum = (direction: 'A' | 'D') =>
    of(false, false)
      .filter(line => line.acquiredDisposed === direction)
      .reduce((total, line) => total + Number(line.shares ?? 0), 0);
  return {
    documentType: isAmendment ? `${baseForm}/A` : baseForm,
    owners: owners.length,
    lines: [of(false, false), of(false, true), of(true, false), of(true, true)].map(some => some.length),
    acquired: sum('A'),
    disposed: sum('D'),
  };
}
