import { describe, expect, test } from 'vitest';
import { splitSubmission } from './split-submission.ts';
import type { Submission } from './submission.ts';

const HEADER = `<SEC-DOCUMENT>0009999999-24-000007.txt : 20240605
<SEC-HEADER>0009999999-24-000007.hdr.sgml : 20240605
<ACCEPTANCE-DATETIME>20240605163015
ACCESSION NUMBER:		0009999999-24-000007
CONFORMED SUBMISSION TYPE:	8-K/A
PUBLIC DOCUMENT COUNT:		3
CONFORMED PERIOD OF REPORT:	20240531
ITEM INFORMATION:		Results of Operations and Financial Condition
ITEM INFORMATION:		
FILED AS OF DATE:		20240605
DATE AS OF CHANGE:		20240606

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			FICTIONAL BOLTS &amp; NUTS: A COMPANY
		CENTRAL INDEX KEY:			0009999999
		STANDARD INDUSTRIAL CLASSIFICATION:	BOLTS, NUTS & SCREWS [3452]
		IRS NUMBER:				000000000
		STATE OF INCORPORATION:			DE
		FISCAL YEAR END:			1231

	FILING VALUES:
		FORM TYPE:		8-K/A
		SEC ACT:		1934 Act
		SEC FILE NUMBER:	001-99999
		FILM NUMBER:		24000000

	FORMER COMPANY:	
		FORMER CONFORMED NAME:	FICTIONAL SCREWS INC
		DATE OF NAME CHANGE:	20010102

	FORMER COMPANY:	
		FORMER CONFORMED NAME:	FICTIONAL NAILS INC
		DATE OF NAME CHANGE:	19991231
</SEC-HEADER>
`;

const TAGGED_HEADER = `<SUBMISSION>
<ACCESSION-NUMBER>0009999999-24-000007
<TYPE>8-K/A
<PUBLIC-DOCUMENT-COUNT>3
<PERIOD>20240531
<ITEMS>2.02
<ITEMS>9.01
<FILING-DATE>20240605
<DATE-OF-FILING-DATE-CHANGE>20240606
<FILER>
<COMPANY-DATA>
<CONFORMED-NAME>FICTIONAL BOLTS & NUTS: A COMPANY
<CIK>0009999999
<ASSIGNED-SIC>3452
<IRS-NUMBER>000000000
<STATE-OF-INCORPORATION>DE
<FISCAL-YEAR-END>1231
</COMPANY-DATA>
<FILING-VALUES>
<FORM-TYPE>8-K/A
<ACT>34
<FILE-NUMBER>001-99999
<FILM-NUMBER>24000000
</FILING-VALUES>
<FORMER-COMPANY>
<FORMER-CONFORMED-NAME>FICTIONAL SCREWS INC
<DATE-CHANGED>20010102
</FORMER-COMPANY>
<FORMER-COMPANY>
<FORMER-CONFORMED-NAME>FICTIONAL NAILS INC
<DATE-CHANGED>19991231
</FORMER-COMPANY>
</FILER>
`;

const document = (type: string, sequence: number, text: string, more = '') =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n${more}<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`;

const MAIN = document(
  '8-K/A',
  1,
  '<XBRL>\n<html>\n<p>Bolts\n</html>\n</XBRL>',
  '<FILENAME>bolts.htm\n<DESCRIPTION>A <B> CASE & MORE\n',
);
/** "Cat" uuencoded, with a data line that looks like a closing tag: 28 bytes, trailing blanks cut. */
const IMAGE = document('GRAPHIC', 2, 'begin 644 cat.jpg\n</TEXT>\n#0V%T\n`\nend', '<FILENAME>cat.jpg\n');
const EXHIBIT = document('EX-99.1', 3, 'Text of the exhibit.\n<PAGE>\n  <DOCUMENT>\nIts end.', '<FILENAME>ex99.txt\n');
const WHOLE = `${HEADER}${MAIN}${IMAGE}${EXHIBIT}</SEC-DOCUMENT>\n`;

const split = (text: string) => splitSubmission(Buffer.from(text, 'latin1'));
const texts = (submission: Submission) => submission.documents.map(document => document.bytes.toString('latin1'));
const kinds = (submission: Submission) => submission.anomalies.map(anomaly => anomaly.kind);

describe('splitSubmission on a complete submission', () => {
  test('reads the indented header', () => {
    expect(split(WHOLE).header).toEqual({
      accession: '0009999999-24-000007',
      form: '8-K/A',
      documentCount: 3,
      periodOfReport: '2024-05-31',
      filedAsOf: '2024-06-05',
      changedAsOf: '2024-06-06',
      effectiveAsOf: null,
      acceptance: '20240605163015',
      publishedOn: '2024-06-05',
      items: ['Results of Operations and Financial Condition', ''],
      isPrivateToPublic: false,
      previousAccession: null,
      entities: [
        {
          role: 'FILER',
          name: 'FICTIONAL BOLTS & NUTS: A COMPANY',
          cik: '0009999999',
          industryCode: '3452',
          taxNumber: '000000000',
          stateOfIncorporation: 'DE',
          fiscalYearEnd: '1231',
          formType: '8-K/A',
          fileNumber: '001-99999',
          filmNumber: '24000000',
          formerNames: [
            { name: 'FICTIONAL SCREWS INC', changedOn: '2001-01-02' },
            { name: 'FICTIONAL NAILS INC', changedOn: '1999-12-31' },
          ],
        },
      ],
      series: [],
    });
  });

  test('reads the same record from the one-tag-per-line form', () => {
    const feed = split(`${TAGGED_HEADER}${MAIN}${IMAGE}${EXHIBIT}</SUBMISSION>\n`);
    const { acceptance, publishedOn, items, ...same } = split(WHOLE).header ?? {};
    expect(feed.header).toMatchObject(same);
    expect(feed.header?.items).toEqual(['2.02', '9.01']);
    expect(feed.documents).toEqual(split(WHOLE).documents);
    expect(feed.anomalies).toEqual([]);
  });

  test('reads feeds with carriage returns only, or without any line ends', () => {
    const returns = split(`${TAGGED_HEADER}${MAIN}${EXHIBIT}</SUBMISSION>\n`.replaceAll('\n', '\r'));
    expect(returns.header?.entities[0]?.formerNames).toHaveLength(2);
    expect(texts(returns)).toEqual([
      '<html>\r<p>Bolts\r</html>\r',
      'Text of the exhibit.\r<PAGE>\r  <DOCUMENT>\rIts end.\r',
    ]);
    expect(returns.anomalies).toEqual([]);
    const joined = split(
      '<SUBMISSION><ACCESSION-NUMBER>0009999999-24-000008<TYPE>4<FILING-DATE>20240606<ISSUER><COMPANY-DATA>' +
        '<CONFORMED-NAME>BOLTS<CIK>0009999999</COMPANY-DATA></ISSUER><DOCUMENT><TYPE>4<SEQUENCE>1<FILENAME>a.xml<TEXT>' +
        '<XML><a/></XML></TEXT></DOCUMENT><DOCUMENT><TYPE>EX-24<SEQUENCE>2<TEXT>Power</TEXT></DOCUMENT></SUBMISSION>',
    );
    expect(joined.header).toMatchObject({
      form: '4',
      filedAsOf: '2024-06-06',
      entities: [{ role: 'ISSUER', name: 'BOLTS' }],
    });
    expect(joined.documents).toMatchObject([
      { type: '4', sequence: 1, fileName: 'a.xml', wrapper: 'XML' },
      { type: 'EX-24', sequence: 2, fileName: null },
    ]);
    expect(texts(joined)).toEqual(['<a/>', 'Power']);
  });

  test('unwraps and uudecodes documents; tags count only at line starts and outside data', () => {
    const submission = split(WHOLE);
    expect(submission.documents).toMatchObject([
      {
        type: '8-K/A',
        sequence: 1,
        fileName: 'bolts.htm',
        description: 'A <B> CASE & MORE',
        wrapper: 'XBRL',
        wasEncoded: false,
        isComplete: true,
      },
      {
        type: 'GRAPHIC',
        sequence: 2,
        fileName: 'cat.jpg',
        description: null,
        wrapper: null,
        wasEncoded: true,
        isComplete: true,
      },
      { type: 'EX-99.1', sequence: 3, fileName: 'ex99.txt', wrapper: null, wasEncoded: false, isComplete: true },
    ]);
    const [html, image, exhibit] = submission.documents;
    expect(html?.bytes.toString()).toBe('<html>\n<p>Bolts\n</html>\n');
    expect(image?.bytes).toHaveLength(28 + 3);
    expect(image?.bytes.subarray(28).toString()).toBe('Cat');
    expect(exhibit?.bytes.toString()).toBe('Text of the exhibit.\n<PAGE>\n  <DOCUMENT>\nIts end.\n');
    expect(submission.anomalies).toEqual([]);
  });

  test.each(['XML', 'PDF', 'JSON'])('removes a wrapper <%s>', wrapper => {
    const one = split(document('X', 1, `<${wrapper}>\nbegin 644 cat\n#0V%T\n\`\nend\n</${wrapper}>`)).documents[0];
    expect(one).toMatchObject({ wrapper, wasEncoded: true, isComplete: true });
    expect(one?.bytes.toString()).toBe('Cat');
  });

  test('removes the dash escapes of the mail wrapper in early filings', () => {
    const mailed = split(
      `-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\nMIC-Info: RSA-MD5,RSA,\n abc==\n\n` +
        `${HEADER}${document('10-K', 1, 'Exhibit\n- -------\n- - one\n- two')}</SEC-DOCUMENT>\n-----END PRIVACY-ENHANCED MESSAGE-----\n`,
    );
    expect(texts(mailed)).toEqual(['Exhibit\n-------\n- one\n- two\n']);
    expect(mailed.header?.form).toBe('8-K/A');
    expect(mailed.anomalies).toEqual([]);
  });

  test('decodes windows-1252 and its numeric references in headers', () => {
    const odd = split(`${HEADER.replace('FICTIONAL BOLTS', 'SOCI\u00c9T\u00c9 \u0093BOLTS\u0094 &#146;')}${EXHIBIT}`);
    expect(odd.header?.entities[0]?.name).toBe('SOCIÉTÉ “BOLTS” ’ & NUTS: A COMPANY');
  });

  test("reads a fund's series, which are tags inside the indented header", () => {
    const fund = split(
      HEADER.replace(
        '</SEC-HEADER>',
        '\n<SERIES-AND-CLASSES-CONTRACTS-DATA>\n<EXISTING-SERIES-AND-CLASSES-CONTRACTS>\n<SERIES>\n<OWNER-CIK>0009999999\n' +
          '<SERIES-ID>S000099999\n<SERIES-NAME>Bolt Index Fund\n<CLASS-CONTRACT>\n<CLASS-CONTRACT-ID>C000099999\n' +
          '<CLASS-CONTRACT-NAME>Class A\n</CLASS-CONTRACT>\n</SERIES>\n</EXISTING-SERIES-AND-CLASSES-CONTRACTS>\n</SEC-HEADER>',
      ),
    );
    expect(fund.header?.series).toEqual([{ seriesId: 'S000099999', name: 'Bolt Index Fund', ownerCik: '0009999999' }]);
    expect(fund.anomalies).toEqual([]);
  });
});

describe('splitSubmission on damaged input', () => {
  test('accepts a missing </DOCUMENT>, and two missing closing tags', () => {
    const open = split(
      `${HEADER}${MAIN.replace('</DOCUMENT>\n', '')}${EXHIBIT.replace('</TEXT>\n</DOCUMENT>\n', '')}${MAIN}`,
    );
    expect(open.documents.map(document => [document.type, document.isComplete])).toEqual([
      ['8-K/A', true],
      ['EX-99.1', true],
      ['8-K/A', true],
    ]);
    expect(texts(open)[0]).toBe('<html>\n<p>Bolts\n</html>\n');
    expect(texts(open)[1]).toBe('Text of the exhibit.\n<PAGE>\n  <DOCUMENT>\nIts end.\n');
    expect(kinds(open)).toEqual(['missing_document_end', 'missing_text_end', 'missing_document_end']);
  });

  test('treats closing tags inside a text as text if the document continues', () => {
    const nested = split(document('EX-99', 1, 'one\n</TEXT>\ntwo\n</DOCUMENT>\nthree\n<DOCUMENT>\nfour'));
    expect(texts(nested)).toEqual(['one\n</TEXT>\ntwo\n</DOCUMENT>\nthree\n<DOCUMENT>\nfour\n']);
    expect(nested.anomalies).toEqual([]);
  });

  test('words that look like a begin line hide nothing', () => {
    const text = split(document('10-K', 1, 'we\nbegin 100 stores\nmore each year'));
    expect(texts(text)).toEqual(['we\nbegin 100 stores\nmore each year\n']);
    expect(text.anomalies).toEqual([]);
  });

  test('uuencoded data without its end does not swallow the next document', () => {
    const open = split(`${document('GRAPHIC', 1, 'begin 644 a.jpg\n#0V%T')}${EXHIBIT}`);
    expect(open.documents.map(document => [document.type, document.isComplete])).toEqual([
      ['GRAPHIC', false],
      ['EX-99.1', true],
    ]);
    expect(kinds(open)).toEqual(['uuencode_damaged']);
  });

  test('returns the documents before a break, the partial last one, and an anomaly', () => {
    const whole = Buffer.from(WHOLE);
    for (let length = 0; length < whole.length; length++) {
      const { documents, anomalies } = splitSubmission(whole.subarray(0, length));
      expect(documents.length + anomalies.length).toBeGreaterThanOrEqual(length < HEADER.length + 10 ? 0 : 1);
    }
    const cut = split(WHOLE.slice(0, WHOLE.indexOf('Its end')));
    expect(cut.documents.at(-1)).toMatchObject({ type: 'EX-99.1', isComplete: false });
    expect(kinds(cut)).toEqual(['truncated_document']);
  });

  test('handles NULs, text before the first tag, a document without text, and text without its tag', () => {
    const odd = split(
      `HTTP/1.1 200 OK\n\n${HEADER.replace('FICTIONAL', 'FICT\u0000IONAL')}<DOCUMENT>\n<TYPE>EX-1\u0000\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-2\nWords\n</TEXT>\n</DOCUMENT>\n`,
    );
    expect(odd.header?.entities[0]?.name).toContain('FICTIONAL');
    expect(odd.documents.map(document => [document.type, document.bytes.toString()])).toEqual([
      ['EX-1', ''],
      ['EX-2', 'Words\n'],
    ]);
    expect(kinds(odd)).toEqual(['text_before_header', 'missing_text', 'missing_text_tag']);
  });

  test('counts a repeated header once and reports a different one', () => {
    expect(split(`${HEADER}${HEADER}${EXHIBIT}`).header?.entities).toHaveLength(1);
    expect(kinds(split(`${HEADER}${HEADER}${EXHIBIT}`))).toEqual([]);
    const other = split(`${HEADER}${HEADER.replaceAll('000007', '000008')}${EXHIBIT}`);
    expect(kinds(other)).toEqual(['second_header']);
  });

  test('reports bad dates and unknown fields as anomalies without values', () => {
    const bad = split(
      HEADER.replace('PERIOD OF REPORT:	20240531', 'PERIOD OF REPORT:	20240231')
        .replace('20240605163015', '20240605993015')
        .replace('FILED AS OF DATE', 'FANCY NEW FIELD:	1\nFILED AS OF DATE'),
    );
    expect(bad.header).toMatchObject({ periodOfReport: null, acceptance: null, filedAsOf: '2024-06-05' });
    expect(kinds(bad)).toEqual(['bad_date', 'bad_date', 'unknown_header_field']);
  });

  test.each([
    ['an empty file', ''],
    ['an HTML page', '<!DOCTYPE html><html><body>Request Rate Threshold Exceeded</body></html>'],
    ['binary noise', '\u0000\u0001\u0002'.repeat(5000)],
  ])('%s is not a submission', (_, text) => {
    const none = split(text);
    expect(none.header).toBeNull();
    expect(none.documents).toEqual([]);
    expect(kinds(none)).toContain('not_a_submission');
  });

  test('limits the work on hostile headers and counts', () => {
    const long = split(`<SEC-HEADER>x : 20240605\nACCESSION NUMBER: ${'9'.repeat(2_000_000)}\n${EXHIBIT}`);
    expect(long.documents).toHaveLength(1);
    const fields = split(
      `<SEC-HEADER>x : 20240605\n${'ITEM INFORMATION: x\nODD FIELD: y\nFILER:\n'.repeat(100_000)}${EXHIBIT}`,
    );
    expect(fields.header?.items).toHaveLength(100);
    expect(fields.header?.entities).toHaveLength(10_000);
    const many = split(EXHIBIT.repeat(25_000));
    expect(many.documents).toHaveLength(20_000);
    expect(kinds(many)).toEqual(['too_many_documents']);
    const stray = split(`${EXHIBIT}${'stray\n'.repeat(5000)}`);
    expect(stray.anomalies.length).toBeLessThanOrEqual(500);
    const tags = split(`<DOCUMENT>\n${'<TYPE>'.repeat(500_000)}\n<TEXT>\nx\n</TEXT>\n</DOCUMENT>\n`);
    expect(tags.documents).toHaveLength(1);
  });
});

describe('random damage', () => {
  test('never throws, and time stays proportional to size', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const tags = [
      '<DOCUMENT>\n',
      '</TEXT>\n',
      '<TEXT>\n',
      'begin 644 x\n',
      'end\n',
      '\u0000',
      '\r',
      '<TYPE>',
      '</SEC-HEADER>',
      '\n',
    ];
    for (let round = 0; round < 300; round++) {
      let text = WHOLE;
      for (let n = 0; n < 5; n++) {
        const at = random(text.length);
        text = text.slice(0, at) + (tags[random(tags.length)] ?? '') + text.slice(at + random(20));
      }
      const bytes = Buffer.from(text, 'latin1');
      const whole = splitSubmission(bytes);
      const size = whole.documents.reduce((sum, document) => sum + document.bytes.length, 0);
      expect(size).toBeLessThanOrEqual(bytes.length * 5);
    }
  });
});

describe('a submission without tags', () => {
  const stripped = `0009999999-24-000007.txt : 20240605
${HEADER.replace(/<[^>]*>[^\n]*\n/g, '')}10-K
1
The annual report of a fictional company.
EX-27
2
Financial data schedule.
`;

  test('has the documents that begin at a type and their number, and an anomaly', () => {
    const { header, documents, anomalies } = splitSubmission(Buffer.from(stripped));
    expect(header).toMatchObject({ accession: '0009999999-24-000007', form: '8-K/A' });
    expect(documents.map(({ type, sequence, bytes }) => [type, sequence, bytes.toString().trim()])).toEqual([
      ['10-K', 1, 'The annual report of a fictional company.'],
      ['EX-27', 2, 'Financial data schedule.'],
    ]);
    expect(anomalies.map(({ kind }) => kind)).toContain('tags_missing');
  });

  test('takes no number below a word of a table for the sequence of a document', () => {
    const cells = 'Loaves sold\nTOTAL\n2\n357\n3\nEX-21\n4\nFictional Bakeries Ltd.\n';
    const text = stripped.replace('EX-27\n2\nFinancial data schedule.\n', cells);
    expect(splitSubmission(Buffer.from(text)).documents.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['10-K', 1],
      ['EX-21', 4],
    ]);
  });

  test('is a header alone if no document begins', () => {
    expect(splitSubmission(Buffer.from(stripped.slice(0, stripped.indexOf('10-K\n1'))))).toMatchObject({
      documents: [],
    });
  });
});
