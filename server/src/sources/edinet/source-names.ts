import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { codeListOf, dayOfList, documentAddressOf, noteOf } from './addresses.ts';

/** Beginning of the names of lists: what follows is their day or month, so that the newest one says it. */
export const STATED = 'stated/';

/**
 * The name of the source that a document belongs to; null where it is of none. A list of codes replaces the one before in
 * the same month; it says more than the days of that month do.
 */
export function sourceNameOf(url: string): string | null {
  const day = dayOfList(url);
  if (day !== null) return `${STATED}${day}/documents`;
  const codes = codeListOf(url);
  if (codes !== null) return `${STATED}${/^\d{4}-\d{2}/.exec(noteOf(url))?.[0] ?? '0000-00'}/${codes}`;
  const address = documentAddressOf(url);
  return address === null ? null : FILING_SOURCE + address.filingId;
}
