import { compareText } from '../../../../kernel/compare-text.ts';
import { type Instant, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import type { InsiderLine } from './insider-report.ts';

/** The parts of a report that decide what amends it. */
export interface AmendableReport {
  nativeId: string;
  baseForm: string;
  isAmendment: boolean;
  originalDate: IsoDate | null;
  filingDate: IsoDate;
  knownAt: Instant;
  /** Ids of the reporting persons. */
  owners: readonly string[];
  lines: readonly AmendableLine[];
}

export interface AmendableLine {
  transactionId: string;
  line: InsiderLine;
}

export interface AmendedLines {
  /** Native id of the original, by native id of the amendment. */
  amends: Map<string, string>;
  /** Native id of the amendment that replaces a line, by line id. */
  superseded: Map<string, string>;
}

/** Filers type the date of the original, which may be off by a long weekend. */
export const DAYS_OFF = 4;

/**
 * Finds which lines the amendments among an issuer's reports replace. An amendment with every current line restates the
 * report; any other replaces the lines of the same security, day and code, and adds the rest. Amendments apply in the order
 * in which they became known. An amendment whose original is missing or ambiguous replaces nothing.
 */
export function resolveInsiderAmendments(reports: readonly AmendableReport[]): AmendedLines {
  const amends = new Map<string, string>();
  const superseded = new Map<string, string>();
  const standing = new Map<string, readonly AmendableLine[]>();
  const inOrder = reports.toSorted((a, b) => compareText(a.knownAt, b.knownAt) || compareText(a.nativeId, b.nativeId));
  for (const report of inOrder.filter(amendableReport => amendableReport.isAmendment)) {
    const original = originalOf(report, inOrder);
    if (original === null) continue;
    amends.set(report.nativeId, original.nativeId);
    const before = standing.get(original.nativeId) ?? original.lines;
    const replaced = new Set(replacedBy(report, before));
    for (const { transactionId } of replaced) superseded.set(transactionId, report.nativeId);
    standing.set(original.nativeId, [...before.filter(line => !replaced.has(line)), ...report.lines]);
  }
  return { amends, superseded };
}

/** The filing of the same form and owners nearest to the date that the amendment states; ties go to the one with most of its lines. */
function originalOf(amendment: AmendableReport, reports: readonly AmendableReport[]): AmendableReport | null {
  const { originalDate } = amendment;
  if (originalDate === null) return null;
  const candidates = reports.filter(
    report =>
      !report.isAmendment &&
      report.baseForm === amendment.baseForm &&
      report.knownAt <= amendment.knownAt &&
      daysApart(report.filingDate, originalDate) <= DAYS_OFF &&
      report.owners.some(owner => amendment.owners.includes(owner)),
  );
  const scored = candidates
    .map(report => ({
      report,
      distance: daysApart(report.filingDate, originalDate),
      shared: replacedBy(amendment, report.lines).length,
    }))
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared);
  const [best, next] = scored;
  if (best === undefined) return null;
  const isTie = next !== undefined && next.distance === best.distance && next.shared === best.shared;
  return isTie ? null : best.report;
}

function daysApart(a: IsoDate, b: IsoDate): number {
  return Math.abs((parseDay(a) ?? 0) - (parseDay(b) ?? 0));
}

function replacedBy(amendment: AmendableReport, standing: readonly AmendableLine[]): readonly AmendableLine[] {
  if (hasEvery(amendment.lines, standing)) return standing;
  const named = new Set(amendment.lines.map(({ line }) => ownKey(line)));
  return standing.filter(({ line }) => named.has(ownKey(line)));
}

/** Whether `lines` has a line of the same security, day and code for each of `others`. */
function hasEvery(lines: readonly AmendableLine[], others: readonly AmendableLine[]): boolean {
  const left = new Map<string, number>();
  for (const { line } of lines) left.set(tradeKey(line), (left.get(tradeKey(line)) ?? 0) + 1);
  return others.every(({ line }) => {
    const count = left.get(tradeKey(line)) ?? 0;
    left.set(tradeKey(line), count - 1);
    return count > 0;
  });
}

function tradeKey({ isDerivative, isHolding, securityTitle, transactionDate, transactionCode }: InsiderLine): string {
  const title = securityTitle
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return JSON.stringify([isDerivative, isHolding, title, transactionDate, transactionCode]);
}

/** Holdings have neither day nor code, so the form of ownership distinguishes them. */
function ownKey(line: InsiderLine): string {
  if (!line.isHolding) return tradeKey(line);
  return JSON.stringify([tradeKey(line), line.directIndirect, line.natureOfOwnership?.toLowerCase() ?? null]);
}
