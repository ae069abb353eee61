import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { type Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import { appendAll, maxOf } from '../../kernel/lists.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { addressOf } from './endpoints.ts';
import { toFiling } from './filings/map-filing.ts';
import { readReportName } from './filings/report-types.ts';
import { canonicalKeyOfCorp, corpCode, receiptNumber } from './identifiers.ts';
import { toIssuer } from './map-issuer.ts';
import { type ApiResponse, type Row, readResponse, textOf } from './read-response.ts';

/** Reads the pages of one list of filings: records of each company, with damage if a page is incomplete. */
export function parseList(source: string, documents: readonly SourceDocument[]): ParsedDocuments {
  const standings: FilingStanding[] = [];
  const byCompany = new Map<string, IssuerRecords>();
  const anomalies: ParsedDocuments['anomalies'] = [];
  let damage: string | null = null;
  for (const document of documents) {
    const log = new AnomalyLog('opendart', document.url);
    const response = readResponse(document.bytes, log);
    damage ??= response.failure ?? missingRows(response, log);
    const requested = addressOf(document.url)?.parameters;
    const own = corpCode(requested?.get('corp_code'));
    if (own !== null) recordsOf(byCompany, canonicalKeyOfCorp(own), source);
    for (const [at, row] of response.rows.entries()) {
      appendAll(standings, standingOf(row));
      addRow(byCompany, source, row, requested?.get('pblntf_detail_ty') ?? null, () =>
        log.add('bad_row', `list[${at}]`, JSON.stringify(row)),
      );
    }
    appendAll(anomalies, log.list());
  }
  const rest = missingPages(documents[0]?.url ?? source, source, documents, byCompany);
  if (rest !== null) anomalies.push(rest);
  const records = [...byCompany.values()].map(issuerRecords => ({
    ...issuerRecords,
    filings: withAmended(issuerRecords.filings),
    damage,
  }));
  return { records, standings, anomalies };
}

/** A row with the mark 철 was withdrawn by its filer; the registry does not state when. */
function standingOf(row: Row): FilingStanding[] {
  const receipt = receiptNumber(row.rcept_no);
  if (receipt === null || !(textOf(row, 'rm') ?? '').includes('철')) return [];
  return [{ nativeId: receipt, status: 'withdrawn', since: null }];
}

/** The pages of one company's list are read together: counted filings that no page has are reported. */
function missingPages(
  url: string,
  source: string,
  documents: readonly SourceDocument[],
  byCompany: ReadonlyMap<string, IssuerRecords>,
): Anomaly | null {
  if (/\/\d+$/.test(source)) return null;
  const log = new AnomalyLog('opendart', url);
  const totals = documents.map(document => Number(readResponse(document.bytes, log).root.total_count ?? 0));
  const total = Math.max(0, maxOf(totals.filter(Number.isInteger)));
  const numbers = [...byCompany.values()].flatMap(records => records.filings.map(filing => filing.nativeId));
  const count = new Set(numbers).size;
  if (count >= total) return null;
  const detail = `${count} of ${total} filings are on the fetched pages`;
  return { registry: 'opendart', source: url, locator: 'list', kind: 'missing_pages', detail };
}

/** A page states the number of rows in the whole list: a page with fewer than its share lost some. */
function missingRows({ root, rows, state }: ApiResponse, log: AnomalyLog): string | null {
  const [page, size, total] = [Number(root.page_no), Number(root.page_count), Number(root.total_count)];
  if (state !== 'ok' || ![page, size, total].every(Number.isInteger)) return null;
  const expected = Math.min(size, Math.max(0, total - (page - 1) * size));
  if (rows.length >= expected) return null;
  log.add('count_out_of_range', 'list', `${rows.length} rows on page ${page}, expected ${expected} of ${total}`);
  return 'count_out_of_range';
}

function recordsOf(byCompany: Map<string, IssuerRecords>, canonicalKey: string, source: string): IssuerRecords {
  const known = byCompany.get(canonicalKey);
  if (known !== undefined) return known;
  const records = emptyRecords(canonicalKey, source);
  byCompany.set(canonicalKey, records);
  return records;
}

function addRow(
  byCompany: Map<string, IssuerRecords>,
  source: string,
  row: Row,
  kind: string | null,
  complain: () => void,
): void {
  const issuer = toIssuer(row);
  const filing = toListedFiling(row, kind);
  if (issuer === null || filing === null) {
    complain();
    return;
  }
  const records = recordsOf(byCompany, issuer.canonicalKey, source);
  records.issuer ??= issuer;
  records.filings.push(filing);
}

/** A row of `list.json`; null if it has no receipt number or name. `kind` is the requested one. */
export function toListedFiling(row: Row, kind: string | null): Filing | null {
  const receipt = receiptNumber(row.rcept_no);
  const title = textOf(row, 'report_nm')?.replace(/\s+/g, ' ') ?? null;
  if (receipt === null || title === null) return null;
  const { formType, marks, periodEnd } = readReportName(title);
  return toFiling(receipt, {
    formType,
    kind,
    remark: textOf(row, 'rm') ?? '',
    periodEnd,
    title,
    isAmendment: marks.length > 0,
    hasXbrl: /^(?:사업|반기|분기)보고서$/.test(formType) && receipt >= '2011',
    primaryDocument: null,
  });
}

/**
 * Each filing once. An amendment of a periodic report amends the newest earlier one of its kind and period in the same
 * list.
 */
function withAmended(listed: readonly Filing[]): Filing[] {
  const filings = [...new Map(listed.map(filing => [filing.nativeId, filing])).values()];
  const oldestFirst = filings.toSorted((a, b) => (a.nativeId < b.nativeId ? -1 : 1));
  const newest = new Map<string, string>();
  const amended = new Map<string, string>();
  for (const { nativeId, formType, periodEnd, isAmendment } of oldestFirst) {
    if (periodEnd === null) continue;
    const before = newest.get(`${formType} ${periodEnd}`);
    if (isAmendment && before !== undefined) amended.set(nativeId, before);
    newest.set(`${formType} ${periodEnd}`, nativeId);
  }
  return filings.map(filing => {
    const amends = amended.get(filing.nativeId);
    return amends === undefined ? filing : { ...filing, amends };
  });
}
