import { basename } from 'node:path';
import { extractInline } from '../../server/src/formats/ixbrl/extract-inline.ts';
import type { XbrlFact } from '../../server/src/formats/xbrl/report.ts';
import { listZipBuffer, readZipBufferMember } from '../../server/src/formats/zip.ts';
import { documentUrl } from '../../server/src/sources/edinet/addresses.ts';
import { codeListUrl } from '../../server/src/sources/edinet/code-lists.ts';
import { dayListUrl } from '../../server/src/sources/edinet/day-lists.ts';
import { LIST_FIELDS } from '../../server/src/sources/edinet/parse-document-list.ts';
import { makeZip } from '../../server/test/write-zip.ts';
import { isFigure, readPlain } from './corpus.ts';
import { writeInstance } from './write-instance.ts';

/** Annual reports with recorded packages: Nintendo to March 2024, Raccoon Holdings to April 2024. */
const PACKAGES = ['jp/edinet/docs/S100TMMG_type1.zip', 'jp/edinet/docs/S100U4EY_type1.zip'];
const CODE_LIST = 'jp/edinet/codelist/EdinetcodeDlInfo_2024-07-21.csv.gz';
/** Days on which one of the filers filed. */
const DAYS = ['2024-06-28', '2025-06-26'];
const FILERS = ['E02367', 'E05563'];

/** Axes of statements: basis, segments, columns of the changes in equity. Others are of officers, holders, funds. */
const AXES = /:(?:ConsolidatedOrNonConsolidatedAxis|OperatingSegmentsAxis|ComponentsOfEquityAxis)$/;
/** Summary and segment figures. Other parts of a report contain people and holdings. */
const REPORT_FIGURES =
  /SummaryOfBusinessResults$|^ResearchAndDevelopment|^CapitalExpenditures|^NumberOfEmployees$|^RevenuesFromExternalCustomers|^TransactionsWithOtherSegments$|SegmentInformation$/;
const COVER = /DEI$|^DocumentTitleCoverPage$/;

/** Responses of EDINET with the figures of statements, by URL. */
export function edinetResponses(corpus: string): Map<string, Buffer> {
  const responses = new Map<string, Buffer>([[codeListUrl('filers'), codeList(corpus)]]);
  for (const day of DAYS) responses.set(dayListUrl(day), dayList(corpus, day));
  for (const path of PACKAGES) responses.set(documentUrl(basename(path).slice(0, 8), 1), barePackage(corpus, path));
  return responses;
}

/** A package with one instance: cover facts and the figures of the statements. */
function barePackage(corpus: string, path: string): Buffer {
  const zip = readPlain(corpus, path);
  const members = listZipBuffer(zip).filter(({ name }) => /XBRL\/PublicDoc\/[^/]+$/.test(name));
  const inline = members
    .filter(({ name }) => name.endsWith('_ixbrl.htm'))
    .map(member => ({ name: basename(member.name), source: readZipBufferMember(zip, member) }));
  const instance = members.find(({ name }) => name.endsWith('.xbrl'))?.name;
  if (instance === undefined) throw new Error(`${path} has no instance`);
  const facts = extractInline(inline).facts.filter(fact => isCover(fact) || isStatementFigure(fact));
  const schema = basename(instance).replace('.xbrl', '.xsd');
  return makeZip({ [`XBRL/PublicDoc/${basename(instance)}`]: writeInstance(facts, schema) });
}

function isCover({ localName, unit, dimensions }: XbrlFact): boolean {
  return COVER.test(localName) && unit === null && dimensions.length === 0;
}

function isStatementFigure(fact: XbrlFact): boolean {
  return isFigure(fact, AXES) && (fact.prefix !== 'jpcrp_cor' || REPORT_FIGURES.test(fact.localName));
}

/**
 * The code list with the rows of our filers, in its original code page. It is split as single bytes, because no second
 * byte of a character is a quote or a comma. Capital and address are omitted.
 */
function codeList(corpus: string): Buffer {
  const [banner = '', header = '', ...lines] = readPlain(corpus, CODE_LIST).toString('latin1').split('\r\n');
  const rows = lines.filter(line => FILERS.includes(line.slice(1, 7))).map(withoutAddress);
  const count = banner.replace(/,\d+(?=[^,\d]+$)/, `,${rows.length}`);
  const csv = Buffer.from([count, header, ...rows, ''].join('\r\n'), 'latin1');
  return makeZip({ 'EdinetcodeDlInfo.csv': csv });
}

const CAPITAL = 4;
const ADDRESS = 9;

function withoutAddress(line: string): string {
  const cells = line.split('","');
  return cells.map((cell, at) => (at === CAPITAL || at === ADDRESS ? '' : cell)).join('","');
}

/** The list of a day with the rows of our filers. */
function dayList(corpus: string, date: string): Buffer {
  const table = readPlain(corpus, `jp/edinet/list/documents_${date}.csv.gz`).toString('utf8');
  const rows = table.split(/\r?\n/).map(line => line.split(','));
  const results = rows
    .filter(cells => FILERS.includes(cells[LIST_FIELDS.indexOf('edinetCode')] ?? ''))
    .map(cells => Object.fromEntries(LIST_FIELDS.map((field, at) => [field, cellOf(field, cells[at] ?? '')])));
  const parameter = { date, type: '2' };
  const metadata = { parameter, resultset: { count: results.length }, status: '200', message: 'OK' };
  return Buffer.from(JSON.stringify({ metadata, results }));
}

function cellOf(field: string, cell: string): string | number | null {
  if (field === 'seqNumber') return Number(cell);
  return cell === '' ? null : cell;
}
