import { compareText } from '../../../../kernel/compare-text.ts';
import type { HoldingsReport } from './holdings-report.ts';

/** A report of a quarter as the book is put together from. */
export interface BookReport extends Pick<HoldingsReport, 'amendment' | 'reportType'> {
  nativeId: string;
  knownAt: string;
  /** True where the table that its cover tells of is missing: that says nothing of what was held. */
  lacksTable: boolean;
}

/**
 * The reports that make up a manager's book of one quarter, in the order in which they became known: the newest original or
 * restatement, and all that was added later.
 */
export function bookOf<Report extends BookReport>(reports: readonly Report[]): Report[] {
  const inOrder = reports
    .filter(one => !one.lacksTable)
    .toSorted((a, b) => compareText(a.knownAt, b.knownAt) || compareText(a.nativeId, b.nativeId));
  const base = inOrder.findLastIndex(one => one.amendment !== 'new_holdings');
  return inOrder.slice(Math.max(0, base));
}
