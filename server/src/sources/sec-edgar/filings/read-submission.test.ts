import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canonicalKeyOfCik } from '../identifiers.ts';
import { formerNamesOf } from './map-submission-header.ts';
import { readSubmission } from './read-submission.ts';
import { itemCodeOf } from './report-items.ts';

const header = (fields: string) => `<SEC-DOCUMENT>0009999999-24-000007.txt : 20240620
<SEC-HEADER>0009999999-24-000007.hdr.sgml : 20240620
${fields}</SEC-HEADER>
`;
const FIELDS = `<ACCEPTANCE-DATETIME>20240605174501
ACCESSION NUMBER:		0009999999-24-000007
CONFORMED SUBMISSION TYPE:	8-K/A
PUBLIC DOCUMENT COUNT:		2
CONFORMED PERIOD OF REPORT:	20240531
ITEM INFORMATION:		Results of Operations and Financial Condition
ITEM INFORMATION:		Regulation FD Disclosure
FILED AS OF DATE:		20240606

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			FICTIONAL BOLTS INC
		CENTRAL INDEX KEY:			0009999999

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			FICTIONAL BOLTS HOLDINGS LLC
		CENTRAL INDEX KEY:			0009999998
`;
const document = (type: string, sequence: number | null, name: string | null, text: string) =>
  `<DOCUMENT>\n<TYPE>${type}\n${sequence === null ? '' : `<SEQUENCE>${sequence}\n`}${name === null ? '' : `<FILENAME>${name}\n`}<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`;
const URL_OF_TEXT = 'https://www.sec.gov/Archives/edgar/data/9999998/000999999924000007/0009999999-24-000007.txt';
const read = (text: string) => readSubmission(Buffer.from(text, 'latin1'), URL_OF_TEXT);

describe('a submission of a fictional issuer', () => {
  const amendment = read(
    `${header(FIELDS)}${document('EX-99.1', 2, 'ex99.htm', '<html>x</html>')}${document('8-K/A', 1, 'a8ka.htm', '<html>y</html>')}</SEC-DOCUMENT>`,
  );

  test('gives filing, filers and files', () => {
    expect(amendment.filing).toEqual({
      registry: 'sec-edgar',
      nativeId: '0009999999-24-000007',
      formType: '8-K/A',
      category: 'earnings_release',
      categoryGroup: 'periodic',
      filingDate: '2024-06-06',
      acceptedAt: '2024-06-05T21:45:01Z',
      // Accepted after 17:30 New York time: the filing date is the next business day, and the filing is known from that
      // day's opening.
      knownAt: '2024-06-06T10:00:00Z',
      periodEnd: '2024-05-31',
      title: null,
      language: 'en',
      itemCodes: ['2.02', '7.01'],
      isAmendment: true,
      primaryDocument: 'a8ka.htm',
      url: 'https://www.sec.gov/Archives/edgar/data/9999998/000999999924000007/0009999999-24-000007-index.html',
      hasXbrl: false,
    });
    expect(amendment.filers).toEqual([
      { canonicalKey: 'cik:9999999', companyName: 'FICTIONAL BOLTS INC', role: 'filer' },
      { canonicalKey: 'cik:9999998', companyName: 'FICTIONAL BOLTS HOLDINGS LLC', role: 'filer' },
    ]);
    expect(amendment.files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString() }))).toEqual([
      {
        fileId: '2',
        role: 'attachment',
        fileName: 'ex99.htm',
        nativeType: 'EX-99.1',
        title: null,
        url: 'https://www.sec.gov/Archives/edgar/data/9999998/000999999924000007/ex99.htm',
        contentType: 'text/html',
        text: '<html>x</html>\n',
      },
      {
        fileId: '1',
        role: 'primary',
        fileName: 'a8ka.htm',
        nativeType: '8-K/A',
        title: null,
        url: 'https://www.sec.gov/Archives/edgar/data/9999998/000999999924000007/a8ka.htm',
        contentType: 'text/html',
        text: '<html>y</html>\n',
      },
    ]);
    expect(amendment.anomalies).toEqual([]);
  });

  test('gives documents without names and numbers unique, stable ids', () => {
    const { files } = read(
      `${header(FIELDS)}${document('8-K/A', 1, null, 'Text')}${document('EX-1', 1, null, '<html></html>')}${document('EX-2', null, 'x.txt', 'a')}${document('EX-3', null, 'x.txt', 'b')}`,
    );
    expect(files.map(file => [file.fileId, file.fileName, file.contentType])).toEqual([
      ['1', '0009999999-24-000007-1.txt', 'text/plain'],
      ['0009999999-24-000007-1.htm', '0009999999-24-000007-1.htm', 'text/html'],
      ['x.txt', 'x.txt', 'text/plain'],
      ['x.txt~4', 'x.txt', 'text/plain'],
    ]);
    expect(files[0]?.url).toBe(URL_OF_TEXT);
  });

  test('drops the path of a file name that leads out of the folder', () => {
    const { files, anomalies } = read(
      `${header(FIELDS)}${document('8-K/A', 1, '../../etc/passwd', 'x')}${document('EX-1', 2, '..', 'y')}`,
    );
    expect(files.map(file => file.fileName)).toEqual(['passwd', '0009999999-24-000007-2.txt']);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unsafe_file_name', 'unsafe_file_name']);
  });

  test('dates withheld correspondence by the day of its publication', () => {
    const fields = `<PRIVATE-TO-PUBLIC>\n${FIELDS.replace('8-K/A', 'CORRESP').replaceAll(/ITEM INF.*\n/g, '')}`;
    const { filing } = read(
      `${header(fields)}${document('CORRESP', 1, 'a.htm', 'x')}${document('EX-1', 2, 'b.htm', 'x')}`,
    );
    expect(filing).toMatchObject({
      category: 'correspondence',
      filingDate: '2024-06-06',
      acceptedAt: '2024-06-05T21:45:01Z',
      knownAt: '2024-06-20T10:00:00Z',
    });
  });

  test('never counts as known before its acceptance, even if the filing date was set back', () => {
    const { filing } = read(header(FIELDS.replace('FILED AS OF DATE:		20240606', 'FILED AS OF DATE:		20240603')));
    expect(filing).toMatchObject({ filingDate: '2024-06-03', knownAt: '2024-06-05T21:45:01Z' });
  });

  test('reads which filing an amendment amends from its document', () => {
    const fields = FIELDS.replace('8-K/A', 'SCHEDULE 13D/A').replaceAll(/ITEM INF.*\n/g, '');
    const xml =
      '<XML>\n<?xml version="1.0"?><edgarSubmission><filerInfo><previousAccessionNumber>0009999999-24-000002</previousAccessionNumber></filerInfo></edgarSubmission>\n</XML>';
    const { filing } = read(
      `${header(fields)}${document('SCHEDULE 13D/A', 1, 'primary_doc.xml', xml)}${document('EX-1', 2, 'b.htm', 'x')}`,
    );
    expect(filing?.amends).toBe('0009999999-24-000002');
  });

  test('reports a header without form or date, and reads no filing', () => {
    const { filing, files, anomalies } = read(
      `${header(FIELDS.replace(/FILED AS OF DATE.*\n/, ''))}${document('8-K/A', 1, 'a.htm', 'x')}${document('EX-1', 2, 'b.htm', 'x')}`,
    );
    expect(filing).toBeNull();
    expect(files).toHaveLength(2);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['incomplete_header']);
  });
});

describe('items of a current report', () => {
  test('have codes: those of titles depend on the day of the filing, stated ones are kept', () => {
    expect(itemCodeOf('Other Events', '8-K', '2004-08-22')).toBe('5');
    expect(itemCodeOf('Other Events', '8-K', '2004-08-23')).toBe('8.01');
    expect(itemCodeOf("Changes in Registrant's Certifying Accountant", '8-K/A', '1999-01-01')).toBe('4');
    expect(itemCodeOf('Material Cybersecurity Incidents', '8-K', '2024-01-02')).toBe('1.05');
    expect(itemCodeOf('Change in Shell Company Status', '8-K12B', '2010-01-02')).toBe('5.06');
    expect(itemCodeOf('Fundamental Changes', '1-U', '2020-01-02')).toBe('1');
    expect(itemCodeOf('Item 9.01: Financial Statements and Exhibits', '8-K', '2024-01-02')).toBe('9.01');
    expect(itemCodeOf('06b', 'D', '2024-01-02')).toBe('06b');
    expect(itemCodeOf('', '8-K', '2000-01-02')).toBeNull();
    expect(itemCodeOf('Fancy New Events', '8-K', '2030-01-02')).toBeNull();
    expect(itemCodeOf('Other Events', '10-D', '2024-01-02')).toBeNull();
  });
});

const US = new URL('../../../../../../shared/data/us/', import.meta.url);

function recorded(path: string): Buffer {
  const bytes = readFileSync(new URL(path, US));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

interface Expected {
  path: string;
  form: string;
  filed: string;
  accepted: string | null;
  period: string | null;
  items: string;
  documents: number;
  /** Type of the primary document. */
  primary: string;
  filers: string;
  hasXbrl?: boolean;
}

/** Read off the headers by eye. */
const EXPECTED: readonly Expected[] = [
  {
    path: '8k/0000084581-00-500009.txt',
    form: '8-K',
    filed: '2000-09-27',
    accepted: null,
    period: '2000-09-22',
    items: '',
    documents: 2,
    primary: '8-K',
    filers: 'filer 84581',
  },
  {
    path: '8k/0000320193-19-000032.txt',
    form: '8-K',
    filed: '2019-03-04',
    accepted: '2019-03-04T21:32:18Z',
    period: '2019-03-01',
    items: '5.07',
    documents: 2,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0000320193-24-000005.txt.gz',
    form: '8-K',
    filed: '2024-02-01',
    accepted: '2024-02-01T21:30:30Z',
    period: '2024-02-01',
    items: '2.02,9.01',
    documents: 15,
    primary: '8-K',
    filers: 'filer 320193',
    hasXbrl: true,
  },
  {
    path: '8k/0000320193-96-000027.txt',
    form: '8-K',
    filed: '1996-12-24',
    accepted: null,
    period: '1996-12-24',
    items: '7',
    documents: 2,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0000723533-04-000001.txt',
    form: '8-K',
    filed: '2004-01-08',
    accepted: '2004-01-07T23:05:32Z',
    period: '2003-12-31',
    items: '1',
    documents: 1,
    primary: '8-K',
    filers: 'filer 723533',
  },
  {
    path: '8k/0000796343-23-000044.txt.gz',
    form: '8-K',
    filed: '2023-03-15',
    accepted: '2023-03-15T20:06:36Z',
    period: '2023-03-15',
    items: '2.02,9.01',
    documents: 15,
    primary: '8-K',
    filers: 'filer 796343',
    hasXbrl: true,
  },
  {
    path: '8k/0000891020-98-001352.txt',
    form: '8-K',
    filed: '1998-08-27',
    accepted: null,
    period: '1998-08-12',
    items: '',
    documents: 2,
    primary: '8-K',
    filers: 'filer 1018724',
  },
  {
    path: '8k/0000891618-95-000727.txt',
    form: '8-K',
    filed: '1995-12-06',
    accepted: null,
    period: '1995-09-29',
    items: '2,7',
    documents: 2,
    primary: '8-K',
    filers: 'filer 858877',
  },
  {
    path: '8k/0000912057-00-002128.txt',
    form: '8-K',
    filed: '2000-01-24',
    accepted: null,
    period: '2000-01-19',
    items: '',
    documents: 2,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0000943374-24-000509.txt.gz',
    form: '8-K',
    filed: '2024-12-27',
    accepted: '2024-12-27T21:29:40Z',
    period: '2024-12-20',
    items: '5.02',
    documents: 12,
    primary: '8-K',
    filers: 'filer 1847360',
    hasXbrl: true,
  },
  {
    path: '8k/0001045810-26-000024.txt.gz',
    form: '8-K',
    filed: '2026-03-06',
    accepted: '2026-03-06T21:11:25Z',
    period: '2026-03-02',
    items: '5.02,9.01',
    documents: 12,
    primary: '8-K',
    filers: 'filer 1045810',
    hasXbrl: true,
  },
  {
    path: '8k/0001104659-04-019574.txt.gz',
    form: '8-K',
    filed: '2004-07-14',
    accepted: '2004-07-14T20:29:34Z',
    period: '2004-07-14',
    items: '7',
    documents: 3,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0001164150-07-000163.txt',
    form: '8-K',
    filed: '2007-11-19',
    accepted: '2007-11-19T19:48:36Z',
    period: '2007-11-19',
    items: '8.01',
    documents: 1,
    primary: '8-K',
    filers: 'filer 723533',
  },
  {
    path: '8k/0001193125-11-009392.txt.gz',
    form: '8-K',
    filed: '2011-01-18',
    accepted: '2011-01-18T21:30:27Z',
    period: '2011-01-18',
    items: '2.02,9.01',
    documents: 3,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0001193125-15-410853.txt.gz',
    form: '8-K',
    filed: '2015-12-22',
    accepted: '2015-12-22T21:33:05Z',
    period: '2015-12-21',
    items: '5.03,9.01',
    documents: 3,
    primary: '8-K',
    filers: 'filer 320193',
  },
  {
    path: '8k/0001213900-09-002194.txt',
    form: '8-K',
    filed: '2009-08-19',
    accepted: '2009-08-19T10:15:31Z',
    period: '2009-08-19',
    items: '4.01,9.01',
    documents: 2,
    primary: '8-K',
    filers: 'filer 723533',
  },
  {
    path: '8k/1000685_8K_1997_0001000685-97-000006.txt',
    form: '8-K',
    filed: '1997-01-27',
    accepted: null,
    period: '1997-01-10',
    items: '2,7',
    documents: 1,
    primary: '8-K',
    filers: 'filer 1000685',
  },
  {
    path: '8k/1000685_8K_1997_0001036050-97-000815.txt.gz',
    form: '8-K',
    filed: '1997-10-07',
    accepted: null,
    period: '1997-09-26',
    items: '',
    documents: 3,
    primary: '8-K',
    filers: 'filer 1000685',
  },
  {
    path: '8k/1001426_8K_2002_0001012870-02-001163.txt',
    form: '8-K',
    filed: '2002-03-14',
    accepted: null,
    period: '2002-03-06',
    items: '5,7',
    documents: 1,
    primary: '8-K',
    filers: 'filer 1001426',
  },
  {
    path: '8k/1001426_8K_2003_0000891092-03-001810.txt',
    form: '8-K',
    filed: '2003-07-29',
    accepted: '2003-07-29T20:12:59Z',
    period: '2003-07-29',
    items: '7,9',
    documents: 2,
    primary: '8-K',
    filers: 'filer 1001426',
  },
  {
    path: '8k/1001426_8K_2005_0001275287-05-000682.txt',
    form: '8-K',
    filed: '2005-02-23',
    accepted: '2005-02-23T21:14:29Z',
    period: '2005-02-23',
    items: '2.05,9.01',
    documents: 2,
    primary: '8-K',
    filers: 'filer 1001426',
  },
  {
    path: '8k/1001426_8K_2005_0001275287-05-002569.txt',
    form: '8-K',
    filed: '2005-07-20',
    accepted: '2005-07-19T22:02:54Z',
    period: '2005-07-19',
    items: '8.01,9.01',
    documents: 2,
    primary: '8-K',
    filers: 'filer 1001426',
  },
  {
    path: '8k/1001426_8K_2005_0001275287-05-002977.txt',
    form: '8-K',
    filed: '2005-08-03',
    accepted: '2005-08-03T10:02:26Z',
    period: '2005-08-02',
    items: '4.02,9.01',
    documents: 2,
    primary: '8-K',
    filers: 'filer 1001426',
  },
  {
    path: '8k/aapl-8k-20191115.txt.gz',
    form: '8-K',
    filed: '2019-11-15',
    accepted: '2019-11-15T11:02:24Z',
    period: '2019-11-07',
    items: '8.01,9.01',
    documents: 19,
    primary: '8-K',
    filers: 'filer 320193',
    hasXbrl: true,
  },
  {
    path: 'periodic/AAPL_10-K_FY1994_full_submission.txt.gz',
    form: '10-K',
    filed: '1994-12-13',
    accepted: null,
    period: '1994-09-30',
    items: '',
    documents: 5,
    primary: '10-K',
    filers: 'filer 320193',
  },
  {
    path: 'periodic/MSFT_10-K_FY1995_full_submission.txt.gz',
    form: '10-K',
    filed: '1995-09-25',
    accepted: null,
    period: '1995-06-30',
    items: '',
    documents: 8,
    primary: '10-K',
    filers: 'filer 789019',
  },
  {
    path: 'periodic/AAPL_10-Q_2000_0000912057-00-023442.txt.gz',
    form: '10-Q',
    filed: '2000-05-11',
    accepted: null,
    period: '2000-04-01',
    items: '',
    documents: 5,
    primary: '10-Q',
    filers: 'filer 320193',
  },
  {
    path: 'other-forms/0001104659-25-002604.txt',
    form: 'SC TO-T/A',
    filed: '2025-01-10',
    accepted: '2025-01-10T22:15:38Z',
    period: null,
    items: '',
    documents: 2,
    primary: 'SC TO-T/A',
    filers: 'subject 1376139, filed_by 1034563',
  },
  {
    path: 'other-forms/424B4_Traws.txt.gz',
    form: '424B4',
    filed: '2024-12-31',
    accepted: '2024-12-31T22:23:04Z',
    period: null,
    items: '',
    documents: 3,
    primary: '424B4',
    filers: 'filer 1130598',
  },
  {
    path: 'other-forms/CORRESP_Apple.txt',
    form: 'CORRESP',
    filed: '2024-04-29',
    accepted: '2024-04-29T13:00:18Z',
    period: null,
    items: '',
    documents: 1,
    primary: 'CORRESP',
    filers: 'filer 320193',
  },
  {
    path: 'other-forms/S-1_Acurx.txt.gz',
    form: 'S-1',
    filed: '2023-06-29',
    accepted: '2023-06-29T20:07:40Z',
    period: null,
    items: '',
    documents: 6,
    primary: 'S-1',
    filers: 'filer 1736243',
  },
  {
    path: 'other-forms/SC13GA_Coupang.txt',
    form: 'SC 13G/A',
    filed: '2024-02-08',
    accepted: '2024-02-08T14:58:25Z',
    period: null,
    items: '',
    documents: 1,
    primary: 'SC 13G/A',
    filers: 'subject 1834584, filed_by 895421',
  },
  {
    path: 'other-forms/UPLOAD_Apple.txt',
    form: 'UPLOAD',
    filed: '2024-04-02',
    accepted: '2024-04-02T16:36:07Z',
    period: null,
    items: '',
    documents: 2,
    primary: 'LETTER',
    filers: 'filer 320193',
  },
  {
    path: '13f/0001619124-21-000002.txt',
    form: '13F-HR',
    filed: '2021-02-12',
    accepted: '2021-02-12T15:06:42Z',
    period: '2020-12-31',
    items: '',
    documents: 2,
    primary: '13F-HR',
    filers: 'filer 1619124',
  },
  {
    path: '13f/13F.0001894188-23-000007.txt',
    form: '13F-HR',
    filed: '2023-11-14',
    accepted: '2023-11-14T14:38:54Z',
    period: '2023-09-30',
    items: '',
    documents: 2,
    primary: '13F-HR',
    filers: 'filer 1894188',
  },
  {
    path: '13f/Migdal_13F-NT.txt',
    form: '13F-NT',
    filed: '2020-02-13',
    accepted: '2020-02-13T11:37:35Z',
    period: '2019-12-31',
    items: '',
    documents: 1,
    primary: '13F-NT',
    filers: 'filer 1727574',
  },
  {
    path: 'ownership/0000320193-22-000061.txt',
    form: '4',
    filed: '2022-05-06',
    accepted: '2022-05-06T22:30:57Z',
    period: '2022-05-04',
    items: '',
    documents: 1,
    primary: '4',
    filers: 'reporting_owner 1462356, issuer 320193',
  },
  {
    path: 'ownership/0001127602-25-001055.txt',
    form: '4',
    filed: '2025-01-10',
    accepted: '2025-01-10T21:07:30Z',
    period: '2025-01-10',
    items: '',
    documents: 2,
    primary: '4',
    filers: 'reporting_owner 1806647, issuer 1750',
  },
  {
    path: 'ownership/ALT_form4_two_owners.txt',
    form: '4',
    filed: '2017-10-17',
    accepted: '2017-10-18T00:04:36Z',
    period: '2017-10-13',
    items: '',
    documents: 1,
    primary: '4',
    filers: 'reporting_owner 1705562, reporting_owner 1705638, issuer 1326190',
  },
  {
    path: 'ownership/NVDA_form4_2023-06-21.txt',
    form: '4',
    filed: '2023-06-23',
    accepted: '2023-06-23T23:44:09Z',
    period: '2023-06-21',
    items: '',
    documents: 1,
    primary: '4',
    filers: 'reporting_owner 1283854, issuer 1045810',
  },
  {
    path: 'ownership/0001562180-25-000280.nc',
    form: '4',
    filed: '2025-01-08',
    accepted: null,
    period: '2025-01-06',
    items: '',
    documents: 1,
    primary: '4',
    filers: 'reporting_owner 2009134, issuer 1860782',
  },
];

/** Anomalies that these submissions do have: items without titles, and documents that their text leaves out. */
const TRUE_ANOMALIES = new Set(['item_not_named', 'document_count']);

describe.skipIf(!existsSync(US))('recorded submissions (skipped if ../shared/data/us is missing)', () => {
  test.each(EXPECTED)(
    'are read with filing, files and filers: $path',
    ({ path, form, filed, accepted, period, items, documents, primary, filers, hasXbrl }) => {
      const { filing, files, anomalies, ...rest } = readSubmission(recorded(path), path);
      expect(filing).toMatchObject({ formType: form, filingDate: filed, acceptedAt: accepted, periodEnd: period });
      expect(filing?.hasXbrl).toBe(hasXbrl ?? false);
      expect(filing?.itemCodes.join(',')).toBe(items);
      expect(filing?.category).not.toBe('other');
      expect(files).toHaveLength(documents);
      expect(files.filter(file => file.role === 'primary').map(file => file.nativeType)).toEqual([primary]);
      expect(new Set(files.map(file => file.fileId)).size).toBe(documents);
      expect(rest.filers.map(filer => `${filer.role} ${filer.canonicalKey.slice(4)}`).join(', ')).toBe(filers);
      expect(anomalies.filter(anomaly => !TRUE_ANOMALIES.has(anomaly.kind))).toEqual([]);
    },
  );

  test('all name their filing and its filers', () => {
    const starts = /^(?:-----BEGIN PRIVACY-ENHANCED MESSAGE-----|<SEC-DOCUMENT>|<SUBMISSION>)/;
    const found = ['8k', 'periodic', 'other-forms', '13f', 'ownership'].flatMap(folder =>
      readdirSync(new URL(`${folder}/`, US))
        .filter(name => /\.(?:txt|nc)(?:\.gz)?$/.test(name))
        .map(name => `${folder}/${name}`)
        .filter(path => starts.test(recorded(path).toString('latin1', 0, 100))),
    );
    const others = found.filter(path => !EXPECTED.some(expected => expected.path === path));
    expect(others.length).toBeGreaterThan(0);
    const wrong = others.filter(path => {
      const { filing, filers } = readSubmission(recorded(path), path);
      return filing === null || filers.length === 0;
    });
    expect(wrong).toEqual([]);
  });

  test('have the hand-checked items if the header names all of them', () => {
    const rows = readFileSync(new URL('truth/8k_items.tsv', US), 'utf8').split('\n').slice(1);
    let compared = 0;
    for (const row of rows) {
      const [file = '', , , , , items = '', evidence = ''] = row.split('\t');
      const path = ['', '.gz']
        .map(end => `8k/${file.replace(/\.gz$/, '')}${end}`)
        .find(value => existsSync(new URL(value, US)));
      if (path === undefined || !/\.txt(?:\.gz)?$/.test(path) || !evidence.startsWith('edgar-crawler')) continue;
      const { filing, anomalies } = readSubmission(recorded(path), path);
      const isWhole = !anomalies.some(anomaly => anomaly.kind === 'item_not_named');
      if (isWhole)
        expect([path, filing?.itemCodes.toSorted().join(',')]).toEqual([path, items.split(',').toSorted().join(',')]);
      else for (const code of filing?.itemCodes ?? []) expect(items.split(',')).toContain(code);
      compared++;
    }
    expect(compared).toBe(10);
  });

  test('have decoded images and archives', () => {
    const { files } = readSubmission(recorded('8k/0000320193-24-000005.txt.gz'), 'x');
    const image = files.find(file => file.fileName === 'aapl-20240201_g1.jpg');
    expect(image).toMatchObject({ nativeType: 'GRAPHIC', contentType: 'image/jpeg', fileId: '7' });
    expect([image?.bytes.length, image?.bytes.toString('hex', 0, 4), image?.bytes.toString('hex', 1262)]).toEqual([
      1264,
      'ffd8ffe0',
      'ffd9',
    ]);
    const archive = files.find(file => file.nativeType === 'ZIP');
    expect(archive).toMatchObject({ contentType: 'application/zip', fileName: '0000320193-24-000005-xbrl.zip' });
    expect(archive?.bytes.toString('hex', 0, 4)).toBe('504b0304');
    const letter = readSubmission(recorded('other-forms/UPLOAD_Apple.txt'), 'x').files[0];
    // The size that the registry's index page gives: 0000000000-24-003505-index.html
    expect([letter?.contentType, letter?.bytes.length]).toEqual(['application/pdf', 29_688]);
    const misnamed = readSubmission(recorded('8k/0000796343-23-000044.txt.gz'), 'x').files[6];
    expect([misnamed?.fileName, misnamed?.contentType]).toEqual(['image.jpg', 'image/png']);
  });

  test('have tagged files of the same size as the registry serves them', () => {
    const { files } = readSubmission(recorded('8k/0001045810-26-000024.txt.gz'), 'x');
    const sizes = Object.fromEntries(files.map(file => [file.fileName, file.bytes.length]));
    // 0001045810-26-000024-index.html
    expect(sizes).toMatchObject({
      'nvda-20260302.htm': 31_103,
      'nvda-20260302.xsd': 1876,
      'nvda-20260302_lab.xml': 21_885,
      'nvda-20260302_pre.xml': 12_599,
      'nvda-20260302_htm.xml': 2711,
    });
  });

  test('give former names, and date correspondence by its publication', () => {
    const former = readSubmission(recorded('other-forms/MultipleFormerCompaniesHeader.txt'), 'x');
    expect(former.header?.entities[0]?.formerNames).toEqual([
      { name: 'PEPTIDE TECHNOLOGIES, INC.', changedOn: '2018-03-09' },
      { name: 'Eternelle Skincare Products Inc.', changedOn: '2017-06-21' },
      { name: 'PEPTIDE TECHNOLOGIES, INC.', changedOn: '2011-10-07' },
    ]);
    // A name ends on the day that the one before it in the list began; the newest has no stated end.
    const cik = former.header?.entities[0]?.cik ?? '';
    expect(former.header && formerNamesOf(former.header, canonicalKeyOfCik(cik))).toEqual([
      { companyName: 'PEPTIDE TECHNOLOGIES, INC.', untilDate: null },
      { companyName: 'Eternelle Skincare Products Inc.', untilDate: '2018-03-09' },
    ]);
    expect(readSubmission(recorded('other-forms/UPLOAD_Apple.txt'), 'x').filing).toMatchObject({
      acceptedAt: '2024-04-02T16:36:07Z',
      knownAt: '2024-06-14T10:00:00Z',
    });
  });
});
