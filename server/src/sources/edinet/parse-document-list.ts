import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import { decodeText } from './decode-text.ts';
import { classifyResponse } from './response.ts';

const NO_LIST = { date: null, madeAt: '', documents: [] };

/** The 29 fields of a row, as the registry names them. */
export const LIST_FIELDS = [
  'seqNumber',
  'docID',
  'edinetCode',
  'secCode',
  'JCN',
  'filerName',
  'fundCode',
  'ordinanceCode',
  'formCode',
  'docTypeCode',
  'periodStart',
  'periodEnd',
  'submitDateTime',
  'docDescription',
  'issuerEdinetCode',
  'subjectEdinetCode',
  'subsidiaryEdinetCode',
  'currentReportReason',
  'parentDocID',
  'opeDateTime',
  'withdrawalStatus',
  'docInfoEditStatus',
  'disclosureStatus',
  'xbrlFlag',
  'pdfFlag',
  'attachDocFlag',
  'englishDocFlag',
  'csvFlag',
  'legalStatus',
] as const;

export type ListField = (typeof LIST_FIELDS)[number];

/**
 * The state in a row: a document was filed, its withdrawal was requested, its data were edited, it was closed to inspection
 * or reopened (events); or that it is withdrawn or expired.
 */
export type RowState = 'filed' | 'withdrawal_request' | 'edited' | 'closed' | 'reopened' | 'withdrawn' | 'expired';

/** A row of a day's list: absent fields are empty. */
export type ListedDocument = Record<ListField, string> & { state: RowState };

/** The documents of a day, in the order of the list. */
export interface DocumentList {
  date: IsoDate | null;
  /** When the registry made the list, `YYYY-MM-DD HH:MM` in Japan; `''` if it does not state it. */
  madeAt: string;
  documents: ListedDocument[];
  /** Why the list is incomplete; null if it is whole. */
  damage: string | null;
}

/**
 * Reads a day's list (EDINET API specification, version 2, 2-1), as JSON or as a table of the same 29 columns. Error
 * responses, wrong counts and missing fields are anomalies.
 */
export function parseDocumentList(bytes: Buffer, log: AnomalyLog): DocumentList {
  const response = classifyResponse(bytes);
  if (response.kind === 'error') {
    log.add('error_answer', '', `${response.status} ${response.message}`);
    return { ...NO_LIST, damage: 'error_answer' };
  }
  const text = decodeText(bytes);
  if (response.kind === 'json') return readJson(text, log);
  return readTable(text, log);
}

function readJson(text: string, log: AnomalyLog): DocumentList {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    log.add('truncated_json', '', String(error));
    return { ...NO_LIST, damage: 'truncated_json' };
  }
  const metadata = memberOf(root, 'metadata');
  const results = memberOf(root, 'results');
  const date = memberOf(memberOf(metadata, 'parameter'), 'date');
  const madeAt = memberOf(metadata, 'processDateTime');
  const list: DocumentList = {
    date: typeof date === 'string' ? date : null,
    madeAt: typeof madeAt === 'string' ? madeAt : '',
    documents: [],
    damage: null,
  };
  if (!Array.isArray(results)) {
    log.add('changed_fields', 'results', 'expected a list');
    return { ...list, damage: 'changed_fields' };
  }
  for (const [index, row] of results.entries()) addDocument(list, name => fieldOf(row, name), `results[${index}]`, log);
  const count = memberOf(memberOf(metadata, 'resultset'), 'count');
  if (count !== results.length) {
    log.add('count_mismatch', 'metadata.resultset.count', `${String(count)} stated, ${results.length} there`);
    return { ...list, damage: 'count_mismatch' };
  }
  return list;
}

function readTable(text: string, log: AnomalyLog): DocumentList {
  const [header = [], ...rows] = parseDelimited(text, ',');
  const missing = LIST_FIELDS.filter(name => !header.includes(name));
  if (missing.length > 0) {
    log.add('changed_columns', 'header', `no column ${missing.join(', ')}`);
    return { ...NO_LIST, damage: 'changed_columns' };
  }
  const places = new Map(header.map((name, at) => [name, at]));
  const list: DocumentList = { ...NO_LIST, documents: [], damage: null };
  for (const [index, row] of rows.entries()) {
    addDocument(list, name => row[places.get(name) ?? -1], `row ${index + 2}`, log);
  }
  const first = list.documents.find(document => document.submitDateTime !== '');
  return { ...list, date: first?.submitDateTime.slice(0, 10) ?? null };
}

function addDocument(
  list: DocumentList,
  fieldNamed: (name: ListField) => string | undefined,
  place: string,
  log: AnomalyLog,
): void {
  const missing = LIST_FIELDS.filter(name => fieldNamed(name) === undefined);
  if (missing.length > 0) {
    log.add('changed_fields', place, `no field ${missing.join(', ')}`);
    return;
  }
  const fields = Object.fromEntries(LIST_FIELDS.map(name => [name, fieldNamed(name)?.trim() ?? '']));
  const document = fields as Record<ListField, string>;
  if (!/^[A-Z0-9]{8}$/.test(document.docID)) {
    log.add('bad_row', place, `docID ${document.docID}`);
    return;
  }
  list.documents.push({ ...document, state: stateOf(document) });
}

/** Rows of documents that are withdrawn, or no longer open to inspection, hold their numbers only. */
function stateOf(row: Record<ListField, string>): RowState {
  if (row.withdrawalStatus === '1') return 'withdrawal_request';
  if (row.withdrawalStatus === '2') return 'withdrawn';
  if (row.disclosureStatus === '1' || row.disclosureStatus === '2') return 'closed';
  if (row.disclosureStatus === '3') return 'reopened';
  if (row.docInfoEditStatus === '1') return 'edited';
  return row.docTypeCode === '' || parseDay(row.submitDateTime.slice(0, 10)) === null ? 'expired' : 'filed';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Undefined if the field is absent; fields without a value are null. */
function fieldOf(row: unknown, name: string): string | undefined {
  const value = memberOf(row, name);
  if (value === undefined) return undefined;
  return value === null ? '' : String(value);
}
