import type { Filer, FilingFile } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { HoldingLine, HoldingsReport } from '../../../domain/ownership/holders/model/holdings-report.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import { decodeText } from '../../../formats/sgml/decode-text.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { canonicalKeyOfCik } from '../identifiers.ts';
import { readInformationTable } from './information-table.ts';
import { type HoldingsCover, parseCover } from './parse-cover.ts';
import { isReconciled, totalOf } from './reconcile.ts';
import { parseTextReport } from './text-report.ts';

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
    const told = `${lines.length} lines of ${totalOf(lines)}`;
    log.add('unreconciled', fileName, `${told}; the cover page states ${cover.statedLines} of ${cover.statedValue}`);
  }
  return { report: { ...cover, isReconciled: reconciled, lines }, cover: { managerCik, managerName } };
}

/** The filer of a report without a header. */
export function filersOfHoldings(holdings: HoldingsDocument | null): Filer[] {
  if (holdings === null || holdings.cover.managerCik === null) return [];
  const { managerCik, managerName } = holdings.cover;
  return [{ canonicalKey: canonicalKeyOfCik(managerCik), companyName: managerName ?? '', role: 'filer' }];
}
