import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type Instant, type IsoDate } from '../../kernel/dates.ts';
import { isJapaneseCorporateNumber } from '../../kernel/identifiers/check-digits.ts';
import { address } from '../kit/address.ts';
import { japanClock } from '../kit/clock-ahead.ts';
import { documentKind } from '../kit/document-kind.ts';
import { failed, wrongForm } from '../kit/http/response-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { API, type DocumentForm, documentUrl } from './addresses.ts';
import { listingsOf } from './code-lists.ts';
import { documentTypeOf } from './document-types.ts';
import { canonicalKeyOf, identifiersOf, isEdinetCode, isFundCode, namesOf } from './issuer-keys.ts';
import { type DocumentList, type ListedDocument, parseDocumentList } from './parse-document-list.ts';
import { classifyResponse, errorFault } from './response.ts';

/** The list of the filings of a day, one record for each filer. */
export const dayLists = documentKind({
  address: address(`${API}/documents.json?date={date}&type={type?}`, { date: /\d{4}-\d{2}-\d{2}/, type: /2/ }),
  source: 'stated/{date}/documents',
  states: 'filers, filings, and which were withdrawn or closed',
  task: 'day',
  key: ({ date }) => date,
  read: parseDocumentList,
  map: (list, { source, log }) => ({
    records: mapDocumentList(list, source, log),
    standings: list.damage === null ? list.documents.flatMap(row => standingOf(row, list.madeAt)) : [],
  }),
  validate: bytes => errorFault(bytes) ?? listFault(bytes),
  // Some days have no documents; a day of June has some 3,000.
  expect: { issuers: { min: 0, max: 50_000 }, filings: { min: 0, max: 50_000 } },
  accepts: 'lists of days',
  identify({ bytes }) {
    const { kind } = classifyResponse(bytes);
    if (kind === 'zip' || kind === 'pdf') return null;
    const { date } = parseDocumentList(bytes, new AnomalyLog('edinet', ''));
    return date === null ? null : { date, type: '2' };
  },
});

/** The URL of the list of a day. */
export function dayListUrl(date: IsoDate): string {
  return dayLists.url({ date, type: '2' });
}

/** A truncated list, or one without rows, must not count as the list of the day. */
function listFault(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['json']);
  if (form !== null) return form;
  try {
    const list: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    const hasRows = typeof list === 'object' && list !== null && 'results' in list && Array.isArray(list.results);
    return hasRows ? null : failed('changed_fields', '`results` is not a list');
  } catch (error) {
    return failed('truncated_json', String(error));
  }
}

/**
 * The standing of a document that a row states. A request to withdraw names the document as its parent, and its moment
 * counts; for withdrawn, closed and expired documents the moment of the edit by staff counts, else that of the list.
 */
function standingOf(row: ListedDocument, madeAt: string): FilingStanding[] {
  const since = momentOf(row.opeDateTime) ?? momentOf(madeAt);
  const { docID, parentDocID } = row;
  switch (row.state) {
    case 'withdrawal_request':
      return parentDocID === ''
        ? []
        : [{ nativeId: parentDocID, status: 'withdrawn', since: momentOf(row.submitDateTime) }];
    case 'withdrawn':
    case 'closed':
    case 'expired':
      return [{ nativeId: docID, status: row.state, since }];
    case 'reopened':
      return [{ nativeId: docID, status: 'current', since }];
    default:
      return [];
  }
}

function momentOf(dateTime: string): Instant | null {
  return japanClock.parse(dateTime.slice(0, 10), dateTime.slice(11, 16));
}

function mapDocumentList(list: DocumentList, source: string, log: AnomalyLog): IssuerRecords[] {
  const byKey = new Map<string, IssuerRecords>();
  for (const document of list.documents) {
    if (!isShown(document)) continue;
    const canonicalKey = issuerKeyOf(document);
    const filing = toFiling(document, log);
    if (canonicalKey === null || filing === null) {
      log.add('bad_row', document.docID, `filer ${document.edinetCode}, submitted ${document.submitDateTime}`);
      continue;
    }
    const known = byKey.get(canonicalKey);
    if (known !== undefined) {
      addFiling(known.filings, filing);
      continue;
    }
    const issuer = toIssuer(document, canonicalKey, log);
    const { damage } = list;
    byKey.set(canonicalKey, { canonicalKey, source, issuer, filings: [filing], facts: [], contents: null, damage });
  }
  return [...byKey.values()];
}

/** An event of an earlier document has the number of that document. */
function addFiling(filings: Filing[], filing: Filing): void {
  if (!filings.some(candidate => candidate.nativeId === filing.nativeId)) filings.push(filing);
}

/** False for rows of withdrawn and expired documents: they name no filer. */
export function isShown({ state, edinetCode, fundCode, submitDateTime }: ListedDocument): boolean {
  if (state === 'withdrawn' || state === 'expired') return false;
  return (edinetCode !== '' || fundCode !== '') && submitDateTime !== '';
}

/** The canonical key of a document's filer, or of the fund that it is about; null if the row has no code. */
export function issuerKeyOf({ edinetCode, fundCode, JCN }: ListedDocument): string | null {
  if (isFundCode(fundCode)) return canonicalKeyOf({ edinetCode, fundCode, corporateNumber: '' });
  if (!isEdinetCode(edinetCode)) return null;
  return canonicalKeyOf({ edinetCode, fundCode: '', corporateNumber: JCN });
}

function toIssuer(row: ListedDocument, canonicalKey: string, log: AnomalyLog): Issuer {
  const isFund = isFundCode(row.fundCode);
  if (row.JCN !== '' && !isJapaneseCorporateNumber(row.JCN)) {
    log.add('wrong_check_digit', row.docID, `corporate number ${row.JCN}`);
  }
  const ids = { edinetCode: row.edinetCode, fundCode: isFund ? row.fundCode : '', corporateNumber: row.JCN };
  const hasName = !isFund && row.filerName !== '';
  return {
    canonicalKey,
    // The list names the company that manages a fund, not the fund.
    companyName: hasName ? row.filerName : '',
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: identifiersOf(ids, row.secCode),
    alternateNames: namesOf({ local: hasName ? row.filerName : '', english: '', kana: '' }),
    formerNames: [],
    listings: listingsOf(row.secCode),
  };
}

function toFiling(row: ListedDocument, log: AnomalyLog): Filing | null {
  const filingDate = row.submitDateTime.slice(0, 10);
  const acceptedAt = japanClock.parse(filingDate, row.submitDateTime.slice(11));
  if (acceptedAt === null) return null;
  const type = documentTypeOf(row.docTypeCode, row.ordinanceCode);
  if (type === null) log.add('unknown_document_type', row.docID, `${row.docTypeCode} ${row.docDescription}`);
  return {
    registry: 'edinet',
    nativeId: row.docID,
    formType: row.docTypeCode,
    category: type?.category ?? 'other',
    categoryGroup: type?.categoryGroup ?? 'other',
    filingDate,
    acceptedAt,
    knownAt: acceptedAt,
    periodEnd: dateOrNull(row.periodEnd),
    title: row.docDescription === '' ? (type?.name ?? null) : row.docDescription,
    language: 'ja',
    itemCodes: reasonsOf(row.currentReportReason),
    isAmendment: type?.isAmendment ?? false,
    amends: type?.isAmendment === true && row.parentDocID !== '' ? row.parentDocID : null,
    primaryDocument: null,
    url: documentUrl(row.docID, formsOf(row)[0] ?? 2),
    hasXbrl: row.xbrlFlag === '1',
  };
}

/** Clauses of the ordinance by which an extraordinary report is filed: `第19条第2項第9号の2`. */
function reasonsOf(currentReportReason: string): string[] {
  return currentReportReason
    .split(',')
    .map(part => part.trim())
    .filter(value => value !== '');
}

/** The forms of a document that can be requested, in the order of preference. */
export function formsOf(row: ListedDocument): DocumentForm[] {
  const offered: [string, DocumentForm][] = [
    [row.xbrlFlag, 1],
    [row.csvFlag, 5],
    [row.pdfFlag, 2],
    [row.attachDocFlag, 3],
    [row.englishDocFlag, 4],
  ];
  return offered.filter(([flag]) => flag === '1').map(([, form]) => form);
}
