import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/write-zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { correctionOf, documentTypeOf } from './document-types.ts';
import { dayList, listRow, MILL } from './fictional-documents.ts';
import { tickerOf } from './issuer-keys.ts';
import { parseDocumentList } from './parse-document-list.ts';
import { classifyResponse } from './response.ts';
import { edinet } from './source.ts';

const { parse: parseDocuments, identifyImport, sourceOf } = edinet;

const DAY = 'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2024-06-28&type=2';
const CODES = 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip#2024-07-21';

async function parse(url: string, bytes: Buffer | string) {
  const { records, anomalies } = await parseDocuments([{ url, sha256: '', bytes: Buffer.from(bytes) }]);
  return { records, kinds: anomalies.map(anomaly => anomaly.kind) };
}

describe('a list of codes in CP932', () => {
  // 髙 (FB FC) and ① (87 40) are of code page 932 and not of JIS X 0208.
  const name = Buffer.from([0xfb, 0xfc, 0x93, 0x87, 0x87, 0x40]);
  const header = encode(
    'ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,所在地,提出者業種,証券コード,提出者法人番号',
  );
  const banner = encode('ダウンロード実行日,2024年07月21日現在,件数,2件');
  const row = (code: string, listed: string) =>
    Buffer.concat([
      encode(`"${code}","内国法人・組合","${listed}","有","10","2月末日","`),
      name,
      encode(`","Takashima","タカシマ","東京都","水産・農林業","${listed === '上場' ? '13760' : ''}","${MILL.number}"`),
    ]);
  const lines = (...parts: Buffer[]) => Buffer.concat(parts.flatMap(part => [part, Buffer.from('\r\n')]));

  test('gives names, closing day and listing, and one issuer for two codes of a corporation', async () => {
    const csv = lines(banner, header, row('E90002', ''), row('E90001', '上場'));
    const { records, kinds } = await parse(CODES, makeZip({ 'EdinetcodeDlInfo.csv': csv }));
    expect(kinds).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      canonicalKey: `jcn:${MILL.number}`,
      source: 'stated/2024-07/filers',
      issuer: { companyName: '髙島①', fiscalYearEnd: '02-28', listings: [{ ticker: '1376', marketId: 'jp' }] },
    });
    const codes = records[0]?.issuer?.identifiers
      .filter(identifier => identifier.scheme === 'edinet')
      .map(identifier => identifier.identifier);
    expect(codes).toEqual(['E90001', 'E90002']);
  });

  test('reports changed columns, invalid rows, a wrong count, and a page in its place', async () => {
    const renamed = Buffer.from(header.toString('latin1').replace(encode('決算日').toString('latin1'), 'x'), 'latin1');
    expect((await parse(CODES, lines(banner, renamed, row('E90001', '上場')))).kinds).toEqual(['changed_columns']);
    expect((await parse(CODES, lines(banner, header, row('E90001', '上場'), encode('"?"')))).kinds).toEqual([
      'bad_row',
      'count_mismatch',
    ]);
    expect(await parse(CODES, '<html>メンテナンス</html>')).toEqual({ records: [], kinds: ['error_answer'] });
    expect((await parse(CODES, makeZip({ 'other.csv': 'x' }))).kinds).toEqual(['not_a_zip']);
  });

  test('is identified by its content when imported', () => {
    expect(sourceOf(identifyImport('any.csv', lines(banner, header)))).toBe('stated/2024-07/filers');
  });

  test('is the same list when saved as UTF-8, with any length of its first piece', async () => {
    const text = new TextDecoder('shift_jis').decode(lines(banner, header, row('E00012', '上場')));
    for (const filler of ['', 'x', 'xx']) {
      const long = Buffer.from(`${text}"${filler}${'漢'.repeat(20_000)}"\r\n`);
      expect(sourceOf(identifyImport('any.csv', long))).toBe('stated/2024-07/filers');
    }
    expect((await parse(CODES, text)).records[0]?.issuer?.companyName).toBe('髙島①');
  });
});

/** The few characters of these tests in CP932, found by decoding. */
function encode(text: string): Buffer {
  const decoder = new TextDecoder('shift_jis');
  encodings ??= new Map(
    Array.from({ length: 0x7e }, (_, high) => high + 0x81).flatMap(high =>
      Array.from({ length: 0xbd }, (_, low) => [high, low + 0x40]).map(
        pair => [decoder.decode(Buffer.from(pair)), Buffer.from(pair)] as const,
      ),
    ),
  );
  return Buffer.concat(
    [...text].map(char => (char < '\u0080' ? Buffer.from(char) : (encodings?.get(char) ?? Buffer.from('?')))),
  );
}
let encodings: Map<string, Buffer> | null = null;

describe("a day's list", () => {
  test('gives each filer once with its filings, by Japan’s clock', async () => {
    const { records, kinds } = await parse(
      DAY,
      dayList([listRow({}), listRow({ docID: 'S100ZZ02', docTypeCode: '235' })]),
    );
    expect(kinds).toEqual([]);
    expect(records.map(record => record.filings.map(filing => filing.nativeId))).toEqual([['S100ZZ01', 'S100ZZ02']]);
    expect(records[0]?.filings[0]).toMatchObject({
      acceptedAt: '2024-06-28T06:30:00Z',
      filingDate: '2024-06-28',
      periodEnd: '2024-03-31',
      category: 'annual_report',
    });
  });

  test('gives the status of documents: withdrawal and its request, edit, closing, reopening, end of inspection', () => {
    const gone = Object.fromEntries(
      ['edinetCode', 'secCode', 'JCN', 'filerName', 'ordinanceCode', 'docTypeCode', 'submitDateTime'].map(name => [
        name,
        null,
      ]),
    );
    const rows = [
      listRow({}),
      listRow({ ...gone, submitDateTime: '2024-06-28 09:00', withdrawalStatus: '1', parentDocID: 'S100ZZ09' }),
      listRow({ ...gone, withdrawalStatus: '2' }),
      listRow({ docInfoEditStatus: '1', opeDateTime: '2024-06-28 13:54' }),
      listRow({ ...gone, disclosureStatus: '1', opeDateTime: '2024-06-28 13:54' }),
      listRow({ disclosureStatus: '3' }),
      listRow({ ...gone, legalStatus: '0' }),
    ];
    const log = new AnomalyLog('edinet', DAY);
    const records = parseDocumentList(Buffer.from(dayList(rows)), log);
    const anomalies = log.list();
    expect(anomalies).toEqual([]);
    expect(records.documents.map(document => document.state)).toEqual([
      'filed',
      'withdrawal_request',
      'withdrawn',
      'edited',
      'closed',
      'reopened',
      'expired',
    ]);
  });

  test('assigns documents to funds, and to filers by their code if they have no number, and reports invalid numbers', async () => {
    const rows = [
      listRow({ fundCode: 'G99901', ordinanceCode: '030' }),
      listRow({ docID: 'S100ZZ02', edinetCode: 'E99902', JCN: null }),
      listRow({ docID: 'S100ZZ03', edinetCode: 'E99903', JCN: '2010001999906' }),
    ];
    const { records, kinds } = await parse(DAY, dayList(rows));
    expect(records.map(record => record.canonicalKey)).toEqual(['edinet:G99901', 'edinet:E99902', 'edinet:E99903']);
    expect(records[0]?.filings[0]?.category).toBe('fund_report');
    expect(kinds).toEqual(['wrong_check_digit']);
  });

  test.each([
    ['{"StatusCode": 401,"message": "Access denied"}', 'error_answer'],
    ['{"metadata":{"status":"404","message":"Not Found"}}', 'error_answer'],
    ['{"metadata":{"status":"500","message":"Internal Server Error"}}', 'error_answer'],
    ['<html><body>captcha</body></html>', 'error_answer'],
    ['', 'error_answer'],
    [dayList([listRow({})]).slice(0, -30), 'truncated_json'],
    [dayList([listRow({})], 2), 'count_mismatch'],
    [dayList([{ docID: 'S100ZZ01' }]), 'changed_fields'],
    [dayList([listRow({ docID: '<script>' })]), 'bad_row'],
    ['seqNumber,docID\n1,S100ZZ01\n', 'changed_columns'],
  ])('is reported and rejected if it is not a complete list: %s', async (text, kind) => {
    const { records, kinds } = await parse(DAY, text);
    expect(kinds).toEqual([kind]);
    expect(records.every(record => record.damage !== null)).toBe(true);
  });

  test('keeps an unknown type as other, and reports it', async () => {
    const { records, kinds } = await parse(DAY, dayList([listRow({ docTypeCode: '999' })]));
    expect(records[0]?.filings[0]).toMatchObject({ formType: '999', category: 'other' });
    expect(kinds).toEqual(['unknown_document_type']);
  });
});

describe('rules of the registry', () => {
  test('give tickers as the first four characters of a code that ends in 0', () => {
    expect(['79740', '330A0', '25935', '7974', ''].map(tickerOf)).toEqual(['7974', '330A', null, null, null]);
  });

  test('give corrections a separate type', () => {
    expect(['120', '180', '235', '350', '100'].map(correctionOf)).toEqual(['130', '190', '236', '360', '100']);
    expect(documentTypeOf('130', '010')).toMatchObject({ category: 'annual_report', isAmendment: true });
    expect(documentTypeOf('160', '030')?.category).toBe('fund_report');
  });

  test('distinguish responses by their first bytes', () => {
    expect(classifyResponse(makeZip({ a: 'b' })).kind).toBe('zip');
    expect(classifyResponse(Buffer.from('%PDF-1.7')).kind).toBe('pdf');
    expect(classifyResponse(Buffer.from(dayList([])))).toEqual({ kind: 'json' });
    expect(classifyResponse(Buffer.from('\u0000\u0001')).kind).toBe('other');
  });
});
