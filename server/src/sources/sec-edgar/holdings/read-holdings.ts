import type { Filer, FilingFile } from '../../../domain/filings/filings/model/filing-contents.ts';
import type {
  HoldingLine,
  HoldingsReport,
  NamedManager,
} from '../../../domain/ownership/holders/model/holdings-report.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import { decodeText } from '../../../formats/sgml/decode-text.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { isAmendment } from '../filings/form-categories.ts';
import { canonicalKeyOfCik } from '../identifiers.ts';
import { writtenDays } from '../written-days.ts';
import { readInformationTable } from './information-table.ts';
import {
  amendmentOf,
  fileNumberOf,
  type HoldingsCover,
  parseCover,
  quarterEndOf,
  reportTypeOf,
} from './parse-cover.ts';
import { isReconciled, totalOf } from './reconcile.ts';
import { readTextTable } from './text-table.ts';

const MARK = '[\\[(]\\s*[Xx]\\s*[\\])]';
const QUARTER = /(?:CALENDAR\s+YEAR\s+OR\s+QUARTER|QUARTER|PERIOD)\s+ENDED\s*:?\s*/i;
const SUMMARY_LINES = /INFORMATION\s+TABLE\s+ENTRY\s+TOTAL\s*:?\s*([\d,]+)/i;
const SUMMARY_VALUE = /INFORMATION\s+TABLE\s+VALUE\s+TOTAL\s*:?\s*\$?\s*([\d,]+(?:\.\d+)?)/i;
const CONFIDENTIAL = /confidential\s+(?:information|treatment)[^.]{0,200}(?:omitted|requested|filed\s+separately)/i;

const INCLUDED = /LIST\s+OF\s+OTHER\s+INCLUDED\s+MANAGERS\s*:/i;
const REPORTING = /LIST\s+OF\s+OTHER\s+MANAGERS\s+REPORTING\s+FOR\s+THIS\s+MANAGER\s*:/i;
const LIST_CHARACTERS = 6_000;
const ENTRY = /^[ \t]*(?:(\d{1,3})\.?[ \t]+)?(0*28-\d{1,6})[ \t]+(\S.*)$/gm;

/** A report with the manager that files it. */
export interface HoldingsDocument {
  report: HoldingsReport;
  cover: Pick<HoldingsCover, 'managerCik' | 'managerName'>;
}

const FORM = /^13F-(?:HR|NT|E)/i;
const LOOKED_AT_BYTES = 1 << 14;

/** Form 13F: cover and table in XML from 2013-05 on, one text before that. */
export function readHoldings(files: readonly FilingFile[], log: AnomalyLog): HoldingsDocument | null {
  const main = files.find(file => FORM.test(file.nativeType));
  if (main === undefined) return null;
  if (!main.bytes.toString('latin1', 0, LOOKED_AT_BYTES).includes('edgarSubmission')) {
    const document = { fileName: main.fileName, form: main.nativeType, text: decodeText(main.bytes) };
    const read = parseTextReport(document, log);
    return read === null ? null : finish(read.cover, read.lines, main.fileName, log);
  }
  const cover = parseCover({ fileName: main.fileName, source: decodeDocument(main.bytes) }, log);
  if (cover === null) return null;
  const tables = files.filter(isTable);
  const lines = tables.flatMap(table => readInformationTable(table.fileName, table.bytes, log));
  const placed = tables.length > 1 ? lines.map((line, at) => ({ ...line, place: at + 1 })) : lines;
  return finish(cover, placed, main.fileName, log);
}

/** Form 13F as one text (until 2013-05): cover, summary and table. Null if it names no quarter. */
function parseTextReport(
  { fileName, form, text }: { fileName: string; form: string; text: string },
  log: AnomalyLog,
): { cover: HoldingsCover; lines: HoldingLine[] } | null {
  const label = QUARTER.exec(text);
  const behind = label === null ? '' : text.slice(label.index + label[0].length, label.index + label[0].length + 60);
  const quarterEnd = quarterEndOf(dayOf(behind), behind.trim().slice(0, 40), log);
  if (quarterEnd === null) return null;
  const box = new RegExp(`${MARK}\\s*13F\\s+(HOLDINGS|NOTICE|COMBINATION)`, 'i').exec(text)?.[1] ?? null;
  const adds = new RegExp(`${MARK}\\s*adds\\s+new\\s+holdings`, 'i').test(text);
  const reportType = reportTypeOf(box, form);
  const cover: HoldingsCover = {
    reportType,
    quarterEnd,
    amendment: isAmendment(form) ? amendmentOf(adds ? 'NEW HOLDINGS' : null) : null,
    fileNumber: fileNumberOf(/13F\s+File\s+Number\s*:?\s*(0*28-\d+)/i.exec(text)?.[1] ?? null),
    schemaVersion: null,
    isConfidential: CONFIDENTIAL.test(text),
    statedLines: Number(SUMMARY_LINES.exec(text)?.[1]?.replace(/,/g, '') ?? Number.NaN) || null,
    statedValue: canonicalDecimal((SUMMARY_VALUE.exec(text)?.[1] ?? '').replace(/,/g, '')),
    managers: managersOf(text),
    managerCik: null,
    managerName: null,
  };
  return { cover, lines: reportType === 'notice' ? [] : readTextTable(fileName, text, log) };
}

/** `March 31, 2005`, `3/31/2005`, `03-31-05` at the beginning of a text. */
function dayOf(text: string): string | null {
  const [, month = '', day = '', year = ''] = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})\b/.exec(text) ?? [];
  if (month === '') return writtenDays(text)[0] ?? null;
  const century = year.length === 4 ? '' : Number(year) > 90 ? '19' : '20';
  return dateOrNull(`${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function managersOf(text: string): NamedManager[] {
  const listed = (heading: RegExp, edge: NamedManager['edge']): NamedManager[] => {
    const start = heading.exec(text);
    if (start === null) return [];
    const rest = text.slice(start.index, start.index + LIST_CHARACTERS);
    const end =
      /<TABLE>|INFORMATION\s+TABLE\b(?!\s+(?:ENTRY|VALUE))|FORM\s+13F\s+SUMMARY/i.exec(rest)?.index ?? rest.length;
    return [...rest.slice(0, end).matchAll(ENTRY)].map(([, sequence, number = '', name = '']) => ({
      edge,
      sequenceNumber: sequence === undefined ? null : Number(sequence),
      cik: null,
      fileNumber: fileNumberOf(number),
      name: name.replace(/\s+/g, ' ').trim(),
    }));
  };
  return [...listed(REPORTING, 'reports_for_filer'), ...listed(INCLUDED, 'included')];
}

function isTable(file: FilingFile): boolean {
  if (!/xml/.test(file.contentType)) return false;
  return /^INFORMATION TABLE$/i.test(file.nativeType) || hasTable(file);
}

function hasTable({ bytes }: FilingFile): boolean {
  return /<(?:[\w.-]+:)?informationTable[\s>]/.test(bytes.toString('latin1', 0, LOOKED_AT_BYTES));
}

/** Compares the table with its cover. */
function finish(stated: HoldingsCover, lines: HoldingLine[], fileName: string, log: AnomalyLog): HoldingsDocument {
  const { managerCik, managerName, ...cover } = stated;
  const reconciled = isReconciled({ ...cover, lines });
  if (reconciled === false) {
    const reported = `${lines.length} lines of ${totalOf(lines)}`;
    log.add(
      'unreconciled',
      fileName,
      `${reported}; the cover page states ${cover.statedLines} of ${cover.statedValue}`,
    );
  }
  return { report: { ...cover, isReconciled: reconciled, lines }, cover: { managerCik, managerName } };
}

/** The filer of a report without a header. */
export function filersOfHoldings(holdings: HoldingsDocument | null): Filer[] {
  if (holdings === null || holdings.cover.managerCik === null) return [];
  const { managerCik, managerName } = holdings.cover;
  return [{ canonicalKey: canonicalKeyOfCik(managerCik), companyName: managerName ?? '', role: 'filer' }];
}
