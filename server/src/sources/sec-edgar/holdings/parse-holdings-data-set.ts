import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { HoldingsReport, NamedManager } from '../../../domain/ownership/holders/model/holdings-report.ts';
import { splitCells, splitLines } from '../../../formats/tsv.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import type { Parsed, SourceDocument } from '../../kit/source.ts';
import { filingIndexUrl } from '../endpoints.ts';
import { isAmendment } from '../filings/form-categories.ts';
import { accessionNumber, canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import { knownAt } from '../lists/acceptance.ts';
import { type StatedLine, Texts, toHoldingLine } from './information-table.ts';
import { amendmentOf, fileNumberOf, quarterEndOf, reportTypeOf } from './parse-cover.ts';
import { isReconciled } from './reconcile.ts';

/** The tables of a set by which its lines find their managers, the one with the managers first. */
export const HOLDINGS_TABLES = [
  'SUBMISSION',
  'COVERPAGE',
  'SUMMARYPAGE',
  'OTHERMANAGER',
  'OTHERMANAGER2',
  'INFOTABLE',
] as const;
type Table = (typeof HOLDINGS_TABLES)[number];

type Row = (column: string) => string;

/** The registry has taken no other version of the form since. */
const FIRST_DAY_OF_X0202: IsoDate = '2023-01-03';

/** Columns of the set in the words of the form's schema. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['nameOfIssuer', 'NAMEOFISSUER'],
  ['titleOfClass', 'TITLEOFCLASS'],
  ['cusip', 'CUSIP'],
  ['value', 'VALUE'],
  ['sshPrnamt', 'SSHPRNAMT'],
  ['sshPrnamtType', 'SSHPRNAMTTYPE'],
  ['putCall', 'PUTCALL'],
  ['investmentDiscretion', 'INVESTMENTDISCRETION'],
  ['otherManager', 'OTHERMANAGER'],
  ['Sole', 'VOTING_AUTH_SOLE'],
  ['Shared', 'VOTING_AUTH_SHARED'],
  ['None', 'VOTING_AUTH_NONE'],
];

/**
 * One manager's part of a Form 13F Data Set (https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets): its
 * reports of some months with their lines. The sets omit the schema version, which follows from the filing date.
 */
export function parseHoldingsDataSet(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('sec-edgar', documents[0]?.url ?? name);
  const tables = Object.fromEntries(
    HOLDINGS_TABLES.map(table => [table, rowsByAccession(documents, `${name}/${table}.tsv`)]),
  ) as Record<Table, Map<string, Row[]>>;
  const reports: NonNullable<IssuerRecords['holdings']> = [];
  const filings: Filing[] = [];
  let cik: string | null = null;
  let companyName = '';
  const texts = new Texts();
  for (const [stated, [submission]] of tables.SUBMISSION) {
    const nativeId = accessionNumber(stated);
    const filingDate = dayOf(submission?.('FILING_DATE') ?? '');
    const filer = cik10(submission?.('CIK'));
    if (submission === undefined || nativeId === null || filingDate === null || filer === null) {
      log.add('bad_row', `SUBMISSION ${stated}`, submission?.('FILING_DATE') ?? '');
      continue;
    }
    const rows = (table: Table): Row[] => tables[table].get(stated) ?? [];
    const report = toReport(submission, filingDate, rows, texts, log);
    cik = filer;
    companyName = rows('COVERPAGE')[0]?.('FILINGMANAGER_NAME') || companyName;
    filings.push(toFiling(nativeId, filer, submission('SUBMISSIONTYPE'), filingDate, report?.quarterEnd ?? null));
    if (report !== null) reports.push({ nativeId, report });
  }
  if (cik === null) return { records: [], anomalies: log.list() };
  const canonicalKey = canonicalKeyOfCik(cik);
  const issuer: IssuerRecords['issuer'] = {
    ...{ canonicalKey, companyName: companyName || canonicalKey, countryCode: null, legalForm: null, status: 'active' },
    ...{ industry: null, fiscalYearEnd: null, formerNames: [], listings: [] },
    identifiers: [{ scheme: 'cik', identifier: plainCik(cik) }],
  };
  const records = { canonicalKey, source: name, issuer, filings, facts: [], contents: null, damage: null };
  return { records: [{ ...records, holdings: reports }], anomalies: log.list() };
}

function rowsByAccession(documents: readonly SourceDocument[], url: string): Map<string, Row[]> {
  const document = documents.find(document => document.url === url);
  const [header = '', ...lines] = splitLines(document?.bytes.toString('utf8') ?? '');
  const places = new Map(splitCells(header).map((title, at) => [title.trim().toUpperCase().replace('\ufeff', ''), at]));
  const rows = lines
    .filter(line => line !== '')
    .map(line => {
      const cells = splitCells(line);
      return (column: string): string => cells[places.get(column) ?? -1]?.trim() ?? '';
    });
  return Map.groupBy(rows, row => row('ACCESSION_NUMBER'));
}

function toReport(
  submission: Row,
  filingDate: IsoDate,
  rows: (table: Table) => Row[],
  texts: Texts,
  log: AnomalyLog,
): HoldingsReport | null {
  const cover: Row = rows('COVERPAGE')[0] ?? (() => '');
  const summary: Row = rows('SUMMARYPAGE')[0] ?? (() => '');
  const stated = cover('REPORTCALENDARORQUARTER') || submission('PERIODOFREPORT');
  const quarterEnd = quarterEndOf(dayOf(stated), stated, log);
  if (quarterEnd === null) return null;
  const form = submission('SUBMISSIONTYPE');
  const lines = rows('INFOTABLE').map((row, at) => toHoldingLine(toStated(row), at + 1, texts, log));
  const report: HoldingsReport = {
    reportType: reportTypeOf(cover('REPORTTYPE'), form),
    quarterEnd,
    amendment: isAmendment(form) ? amendmentOf(cover('AMENDMENTTYPE')) : null,
    fileNumber: fileNumberOf(cover('FORM13FFILENUMBER')),
    schemaVersion: filingDate >= FIRST_DAY_OF_X0202 ? 'X0202' : null,
    isConfidential: /^(?:y|t|1)/i.test(summary('ISCONFIDENTIALOMITTED')),
    statedLines: summary('TABLEENTRYTOTAL') === '' ? null : Number(summary('TABLEENTRYTOTAL')) || 0,
    statedValue: canonicalDecimal(summary('TABLEVALUETOTAL')),
    isReconciled: null,
    managers: [
      ...rows('OTHERMANAGER').map(row => toManager(row, null)),
      ...rows('OTHERMANAGER2').map(row => toManager(row, Number(row('SEQUENCENUMBER')) || 0)),
    ],
    lines,
  };
  return { ...report, isReconciled: isReconciled(report) };
}

function toStated(row: Row): StatedLine {
  return new Map(FIELDS.flatMap(([field, column]) => (row(column) === '' ? [] : [[field, row(column)]])));
}

function toManager(row: Row, sequenceNumber: number | null): NamedManager {
  const cik = cik10(row('CIK'));
  return {
    edge: sequenceNumber === null ? 'reports_for_filer' : 'included',
    sequenceNumber,
    cik: cik === null ? null : plainCik(cik),
    fileNumber: fileNumberOf(row('FORM13FFILENUMBER')),
    name: row('NAME'),
  };
}

function toFiling(
  nativeId: string,
  cik: string,
  formType: string,
  filingDate: IsoDate,
  periodEnd: IsoDate | null,
): Filing {
  return {
    ...{ registry: 'sec-edgar', nativeId, formType, category: 'institutional_holdings', filingDate, periodEnd },
    categoryGroup: categoryGroupOf('institutional_holdings'),
    acceptedAt: null,
    knownAt: knownAt(filingDate, null),
    ...{ title: null, language: 'en', itemCodes: [], primaryDocument: null, hasXbrl: false },
    isAmendment: isAmendment(formType),
    url: filingIndexUrl(cik, nativeId),
  };
}

const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC';

/** `14-FEB-2024`. */
function dayOf(text: string): IsoDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/i.exec(text) ?? [];
  const number = MONTHS.indexOf(month.toUpperCase()) / 3 + 1;
  return dateOrNull(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
}
