import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { SourceDocument } from '../kit/source.ts';
import { addressOf, type PeriodicReport, REPORT_TABLES } from './endpoints.ts';
import { readDates } from './filings/report-period.ts';
import { readReportName, reportCodeOf } from './filings/report-types.ts';
import { compactDate, corpCode, receiptNumber } from './identifiers.ts';
import { type ApiResponse, type Row, readResponse, textOf } from './read-response.ts';

/** A response with its URL and its anomalies. */
export interface ReadDocument {
  url: string;
  endpoint: string;
  parameters: URLSearchParams;
  response: ApiResponse;
  log: AnomalyLog;
}

/** Statements of documents about each other. */
export interface Evidence {
  /** Ends of periods by receipt number. */
  periodEnds: ReadonlyMap<string, IsoDate>;
  /** Closing months by company. */
  yearEndMonths: ReadonlyMap<string, number>;
  /** Reports ({@link reportKey}) without consolidated statements, as stated by the registry. */
  withoutConsolidated: ReadonlySet<string>;
}

/** Reads a JSON response of a known URL; null for other documents. */
export function readDocument(document: SourceDocument): ReadDocument | null {
  const address = addressOf(document.url);
  if (address === null || !/\.json(?:\?|$)/.test(document.url)) return null;
  const log = new AnomalyLog('opendart', document.url);
  return { url: document.url, ...address, response: readResponse(document.bytes, log), log };
}

/** A company's report of a year, as the requests name it. */
export function reportKey(code: string, report: PeriodicReport): string {
  return `${code} ${report.businessYear} ${report.reportCode}`;
}

/** The report of some parameters or a row; null if they do not state it. */
export function reportOf(stated: { year: unknown; code: unknown }): PeriodicReport | null {
  const reportCode = reportCodeOf(stated.code);
  const businessYear = typeof stated.year === 'string' && /^\d{4}$/.test(stated.year) ? stated.year : null;
  return reportCode === null || businessYear === null ? null : { businessYear, reportCode };
}

/** Collects the statements that other responses lack. */
export function gatherEvidence(documents: readonly ReadDocument[]): Evidence {
  const periodEnds = new Map<string, IsoDate>();
  const yearEndMonths = new Map<string, number>();
  const withoutConsolidated = new Set<string>();
  for (const { endpoint, parameters, response } of documents) {
    for (const row of response.rows) {
      const receipt = receiptNumber(row.rcept_no);
      const end = receipt === null ? null : statedEnd(endpoint, row);
      if (receipt !== null && end !== null && !periodEnds.has(receipt)) periodEnds.set(receipt, end);
    }
    const code = corpCode(response.root.corp_code);
    const month = Number(textOf(response.root, 'acc_mt') ?? 'none');
    if (endpoint === 'company' && code !== null && month >= 1 && month <= 12) yearEndMonths.set(code, month);
    for (const key of reportsWithoutConsolidated(endpoint, parameters, response)) withoutConsolidated.add(key);
  }
  return { periodEnds, yearEndMonths, withoutConsolidated };
}

function statedEnd(endpoint: string, row: Row): IsoDate | null {
  if (REPORT_TABLES.has(endpoint)) return compactDate(textOf(row, 'stlm_dt'));
  if (endpoint === 'list') return readReportName(textOf(row, 'report_nm') ?? '').periodEnd;
  if (/^fnltt/.test(endpoint) && textOf(row, 'sj_div') === 'BS')
    return readDates(textOf(row, 'thstrm_dt'))?.end ?? null;
  return null;
}

/** `none` for the consolidated statements, or a response on both bases that has only one. */
function reportsWithoutConsolidated(endpoint: string, parameters: URLSearchParams, response: ApiResponse): string[] {
  const report = reportOf({ year: parameters.get('bsns_year'), code: parameters.get('reprt_code') });
  if (report === null) return [];
  const requested = corpCode(parameters.get('corp_code'));
  if (endpoint === 'fnlttSinglAcntAll') {
    const isNone = response.state === 'none' && parameters.get('fs_div') === 'CFS' && requested !== null;
    return isNone ? [reportKey(requested, report)] : [];
  }
  if (endpoint !== 'fnlttSinglAcnt' || response.state !== 'ok' || requested === null) return [];
  const isAlone = response.rows.length > 0 && response.rows.every(row => textOf(row, 'fs_div') === 'OFS');
  return isAlone ? [reportKey(requested, report)] : [];
}
