import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fictionalPdf } from '../../../test/fictional/pdf.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { announcementsUrl, importedAnnouncements, parseMoment } from './announcements.ts';
import { announcementPage, announcementRow, NOTHING_FOUND, securityRow } from './example-responses.ts';
import { readHeading } from './headings.ts';
import { securities } from './securities.ts';
import { bseIndia } from './source.ts';

const BSE = new URL('../../../../../shared/data/intl/in/bse/', import.meta.url).pathname;
const DAY = announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1);
const ACTIVE = securities.url({ status: 'Active' });

async function parse(url: string, text: string | Buffer) {
  const { records, anomalies } = await bseIndia.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  return { records, kinds: anomalies.map(anomaly => anomaly.kind), filings: records.flatMap(record => record.filings) };
}

describe('announcements', () => {
  it('become filings dated by India’s clock, known at the time of publication', async () => {
    const { records, filings, kinds } = await parse(DAY, announcementPage([announcementRow(1)]));
    expect(kinds).toEqual([]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'bse:599001',
        source: 'announcements/all/20261119-20261119/001',
        issuer: { companyName: 'AURORA WIDGETS & CO. LTD.', listings: [] },
      },
    ]);
    expect(filings).toEqual([
      {
        registry: 'bse-india',
        nativeId: '9b1d7c2e-0000-4000-8000-000000000001',
        formType: 'Result',
        category: 'earnings_release',
        categoryGroup: 'periodic',
        filingDate: '2026-11-19',
        // 18:05:10 in India; shown two and a half seconds later, of which the whole third is waited for.
        acceptedAt: '2026-11-19T12:35:10Z',
        knownAt: '2026-11-19T12:35:13Z',
        periodEnd: null,
        title: 'Unaudited Financial Results For The Quarter',
        language: 'en',
        itemCodes: ['Financial Results'],
        isAmendment: false,
        amends: null,
        primaryDocument: '5c000000-0000-4000-8000-000000000001.pdf',
        url: 'https://www.bseindia.com/xml-data/corpfiling/AttachLive/5c000000-0000-4000-8000-000000000001.pdf',
        hasXbrl: false,
      },
    ]);
  });

  it('are kept without an attachment, and repeated ones count once', async () => {
    const bare = announcementRow(2, { ATTACHMENTNAME: '' });
    const { filings } = await parse(DAY, announcementPage([announcementRow(1), announcementRow(1), bare]));
    expect(filings.map(filing => [filing.primaryDocument, filing.url])).toEqual([
      [
        '5c000000-0000-4000-8000-000000000001.pdf',
        'https://www.bseindia.com/xml-data/corpfiling/AttachLive/5c000000-0000-4000-8000-000000000001.pdf',
      ],
      [null, 'https://www.bseindia.com/corporates/ann.html?scrip=599001'],
    ]);
  });

  it('are reported with their place if they cannot be read', async () => {
    const rows = [
      announcementRow(1, { SCRIP_CD: 'AURORA' }),
      announcementRow(2, { NEWSID: '17' }),
      announcementRow(3, { DissemDT: '19/11/2026', NEWS_DT: '' }),
      announcementRow(4, { ATTACHMENTNAME: '../elsewhere.pdf' }),
      announcementRow(5, { NEWSSUB: '', HEADLINE: null }),
    ];
    const { filings, kinds } = await parse(DAY, announcementPage(rows));
    expect(filings).toEqual([]);
    expect(kinds).toEqual(rows.map(() => 'unreadable_row'));
  });

  it('are empty on a day without any', async () => {
    expect(await parse(DAY, NOTHING_FOUND)).toEqual({ records: [], kinds: [], filings: [] });
  });

  it.each([
    ['html_instead_of_json', '<html>Access Denied</html>'],
    ['empty_answer', ''],
    ['truncated_json', '{"Table":[{"NEWSID"'],
    ['unexpected_document', '{"Message":"An error has occurred."}'],
    ['unexpected_document', '"Invalid request"'],
  ])('in a response of kind %s are rejected and reported', async (kind, text) => {
    expect(await parse(DAY, text)).toMatchObject({ records: [], kinds: [kind] });
    expect(bseIndia.validateResponse(DAY, Buffer.from(text))).toMatchObject({ kind, action: 'retry' });
    expect(await parse(ACTIVE, text)).toMatchObject({ records: [], kinds: [kind] });
  });
});

describe('headings', () => {
  it.each([
    ['Company Update', 'Award of Order / Receipt of Order', 'Order received', 'material_event'],
    ['Company Update', null, 'Reg. 34 (1) Annual Report.', 'annual_report'],
    ['Board Meeting', 'Outcome of Board Meeting', 'Board Meeting Outcome for Financial Results', 'earnings_release'],
    ['Board Meeting', 'Board Meeting', 'Board Meeting Intimation for Unaudited Financial Results', 'material_event'],
    ['Insider Trading / SAST', null, 'Disclosures under Reg. 29(2) of SEBI (SAST) Regulations, 2011', 'large_holding'],
    ['Insider Trading / SAST', null, 'Reg. 7(2) of SEBI (PIT) Regulations 2015', 'insider_transaction'],
    ['AGM/EGM', null, 'Postal Ballot', 'proxy'],
    [null, null, 'Scheme of Arrangement', 'merger_document'],
  ])('of %s, %s, %s give the category %s', (category, subcategory, subject, expected) => {
    const log = new AnomalyLog('bse-india', 'a test');
    expect(readHeading({ category, subcategory, subject }, '', log).category).toBe(expected);
    expect(log.list()).toEqual([]);
  });

  it('of an unknown category are reported, and corrections are amendments', () => {
    const log = new AnomalyLog('bse-india', 'a test');
    const subject = 'Corrigendum to the notice';
    expect(readHeading({ category: 'Moon', subcategory: null, subject }, 'Table/0', log)).toMatchObject({
      formType: 'Moon',
      category: 'other',
      isAmendment: true,
    });
    expect(log.list()).toMatchObject([{ kind: 'unknown_category', locator: 'Table/0', detail: 'Moon' }]);
  });
});

describe('lists of shares', () => {
  it('give issuers with symbol and ISIN, and no listing of delisted shares', async () => {
    const gone = securityRow({ SCRIP_CD: '599002', Status: 'Delisted', ISIN_NUMBER: 'INE998Z01014' });
    const { records, kinds } = await parse(ACTIVE, JSON.stringify([securityRow(), gone]));
    expect(kinds).toEqual([]);
    expect(records.map(record => record.issuer)).toMatchObject([
      {
        canonicalKey: 'bse:599001',
        companyName: 'Aurora Widgets & Co Limited',
        countryCode: 'IN',
        status: 'active',
        identifiers: [{ scheme: 'bse', identifier: '599001' }],
        listings: [{ ticker: 'AURORA', marketId: 'in', mic: 'XBOM', currency: 'INR', isin: 'INE999Z01012' }],
      },
      { canonicalKey: 'bse:599002', status: 'inactive', listings: [], isins: ['INE998Z01014'] },
    ]);
  });

  it('report invalid rows and keep the others', async () => {
    const rows = [
      securityRow({ ISIN_NUMBER: 'INE999Z01013' }),
      securityRow({ SCRIP_CD: '599003', Status: 'Moon' }),
      securityRow({ SCRIP_CD: '599004', Segment: 'Debentures and Bonds' }),
      securityRow({ SCRIP_CD: 'x' }),
      securityRow(),
    ];
    const { records, kinds } = await parse(ACTIVE, JSON.stringify(rows));
    expect(records.map(record => record.canonicalKey)).toEqual(['bse:599001', 'bse:599003']);
    expect(records[0]?.issuer?.listings[0]?.isin).toBeNull();
    expect(kinds).toEqual(['bad_isin', 'unknown_status', 'unexpected_segment', 'unreadable_row', 'repeated_code']);
  });
});

const REPORT = fictionalPdf({ pages: [[{ text: 'Results of the quarter', x: 72, y: 700 }]] });

describe('imported files', () => {
  it('are identified by their content', () => {
    const page = Buffer.from(announcementPage([announcementRow(1)]));
    expect(bseIndia.identifyImport('a.json', page)).toMatch(/\?rows=[0-9a-f]{16}$/);
    const list = Buffer.from(JSON.stringify([securityRow({ Status: 'Suspended' })]));
    expect(bseIndia.identifyImport('b.json', list)).toBe(securities.url({ status: 'Suspended' }));
    expect(() => bseIndia.identifyImport('c.json', Buffer.from('{}'))).toThrow('Unrecognised file c.json');
  });

  const row = { path: 'x/5c0.pdf', form: 'Result', cik: '599001', filed: '2026-11-19', period: '2026-09-30' };
  const accession = '9B1D7C2E-0000-4000-8000-000000000001';

  it('of an announcement are placed by the row of their manifest', async () => {
    const filed = bseIndia.placeImport([{ row: { ...row, accession }, bytes: REPORT }]);
    const { records, anomalies } = await bseIndia.parse(filed.map(item => ({ ...item, sha256: '' })));
    expect(anomalies).toEqual([]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'bse:599001',
        source: 'filing/9b1d7c2e-0000-4000-8000-000000000001',
        contents: { files: [{ fileName: '5c0.pdf' }], text: { sections: [{ text: 'Results of the quarter' }] } },
        filings: [{ category: 'earnings_release', knownAt: '2026-11-19T18:29:59Z', periodEnd: '2026-09-30' }],
      },
    ]);
  });

  it.each([
    [{ ...row, accession, cik: 'AURORA' }, 'column cik'],
    [{ ...row, accession, filed: '' }, 'column filed'],
    [{ ...row, accession: '17' }, 'column accession'],
    [{ ...row, accession, path: 'x/a b.pdf' }, 'no document'],
  ])('are rejected if the row lacks %s', (incomplete, missing) => {
    expect(() => bseIndia.placeImport([{ row: incomplete, bytes: Buffer.from('%PDF') }])).toThrow(missing);
  });
});

describe('times', () => {
  it('are read by India’s clock, and other texts are rejected', () => {
    expect(parseMoment('2026-01-01T02:00:00')).toEqual({ date: '2026-01-01', instant: '2025-12-31T20:30:00Z' });
    expect(parseMoment('2026-01-01T23:59:59.001')?.instant).toBe('2026-01-01T18:30:00Z');
    for (const text of ['', '2026-02-30T01:00:00', '2026-01-01T24:00:00', '2026-01-01']) {
      expect(parseMoment(text)).toBeNull();
    }
  });
});

describe.skipIf(!existsSync(BSE))('recorded files of the exchange (needs ../shared/data/intl)', () => {
  const read = (name: string) =>
    parse(bseIndia.identifyImport(name, readFileSync(BSE + name)), readFileSync(BSE + name));

  it('give the announcement of 20 October 2023', async () => {
    const { records, filings, kinds } = await read('announcements.json');
    expect(kinds).toEqual([]);
    expect(records).toMatchObject([
      { canonicalKey: 'bse:517397', issuer: { companyName: 'PAN ELECTRONICS INDIA LTD.' } },
    ]);
    expect(filings).toMatchObject([
      {
        nativeId: '6fb57b5e-a05f-4e05-b2da-6e2b5bfe32ae',
        formType: 'Compliances',
        category: 'specialised',
        filingDate: '2023-10-20',
        acceptedAt: '2023-10-20T18:14:22Z',
        knownAt: '2023-10-20T18:14:23Z',
        title: 'Compliances-Reg. 39 (3) - Details of Loss of Certificate / Duplicate Certificate',
        itemCodes: ['Reg. 39 (3) - Details of Loss of Certificate / Duplicate Certificate'],
        primaryDocument: 'aab502e1-3e05-4fdc-bc10-ecbb436cab8d.pdf',
      },
    ]);
  });

  it('give ABB India', async () => {
    const { records, kinds } = await read('listSecurities.json');
    expect(kinds).toEqual([]);
    expect(records.map(record => record.issuer)).toMatchObject([
      {
        canonicalKey: 'bse:500002',
        companyName: 'ABB India Limited',
        countryCode: 'IN',
        industry: { scheme: 'bse', label: 'Heavy Electrical Equipment' },
        listings: [{ ticker: 'ABB', mic: 'XBOM', isin: 'INE117A01022' }],
      },
    ]);
  });

  it('are rejected if they are of another kind', () => {
    for (const name of ['actions.json', 'lookup.json', 'quote.json', 'resultCalendar.json']) {
      expect(() => bseIndia.identifyImport(name, readFileSync(BSE + name))).toThrow(`Unrecognised file ${name}`);
    }
  });
});

describe('source names', () => {
  it('follow from the request', () => {
    const names = [
      importedAnnouncements.url({ digest: '0123456789abcdef' }),
      announcementsUrl({ code: '599001', from: '2026-01-01', to: '2026-11-19' }, 12),
      securities.url({ status: 'Delisted' }),
      'https://www.bseindia.com/index.html',
    ].map(url => bseIndia.sourceOf(url));
    expect(names).toEqual([
      'rows/0123456789abcdef',
      'announcements/599001/20260101-20261119/012',
      'securities/delisted',
      null,
    ]);
  });
});
