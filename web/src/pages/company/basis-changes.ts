import type { BasisChange } from '@asfiled/client';
import { formatMonthDay } from '../../format/dates.ts';
import type { Period } from './company.ts';
import type { Vintage } from './figures.ts';

/** Quarters of one year meet a change at different dates. */
const SAME_CHANGE_DAYS = 400;
const DAY_MS = 86_400_000;

/** What the periods before a change are: `before the 4-for-1 split`, `in EUR`, `years to 31 December`. */
export function describeBefore({ kind, ratio, from }: BasisChange): string {
  if (kind === 'currency') return `in ${from}`;
  if (kind === 'fiscal_year_end') return `years to ${formatMonthDay(from ?? '')}`;
  return `before the ${describeSplit(ratio ?? 1)}`;
}

/** `4-for-1 split`, `3-for-2 split`, `1-for-10 consolidation`. */
function describeSplit(ratio: number): string {
  const [name, factor] = ratio > 1 ? ['split', ratio] : ['consolidation', 1 / ratio];
  const parts = [1, 2, 3, 4].find(part => Math.abs(factor * part - Math.round(factor * part)) < 0.01) ?? 1;
  const [more, fewer] = [Math.round(factor * parts), parts];
  return ratio > 1 ? `${more}-for-${fewer} ${name}` : `${fewer}-for-${more} ${name}`;
}

/** Changes that the four responses of quarters state, each once, at its earliest date; newest first. */
export function mergeChanges(changes: readonly BasisChange[]): BasisChange[] {
  const merged: BasisChange[] = [];
  for (const change of changes.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const at = merged.findIndex(known => isSame(known, change));
    const known = merged[at];
    if (known === undefined) merged.push(change);
    else merged[at] = { ...known, codes: known.codes && [...new Set([...known.codes, ...(change.codes ?? [])])] };
  }
  return merged.reverse();
}

function isSame(a: BasisChange, b: BasisChange): boolean {
  const days = (Date.parse(b.date) - Date.parse(a.date)) / DAY_MS;
  return a.kind === b.kind && a.ratio === b.ratio && a.from === b.from && a.to === b.to && days <= SAME_CHANGE_DAYS;
}

/** The splits that the figures of a line item in a period were not restated for, newest first. */
export function splitsAfter(period: Period, code: string, changes: readonly BasisChange[]): BasisChange[] {
  return changes.filter(
    ({ kind, codes, date }) => kind === 'split' && (codes?.includes(code) ?? false) && date > period.period_start,
  );
}

/**
 * The place in a series, oldest first, of the first period on a new basis; null if the series does not reach it. As first reported, a
 * split shows after the newest period that its filing restated.
 */
export function placeOfChange(change: BasisChange, oldestFirst: readonly Period[], vintage: Vintage): number | null {
  const at =
    change.kind === 'split' && vintage === 'first'
      ? oldestFirst.findLastIndex(({ values }) => change.codes?.some(code => isRestatedBy(values[code], change))) + 1
      : oldestFirst.findIndex(({ period_start }) => period_start >= change.date);
  return at <= 0 || at >= oldestFirst.length ? null : at;
}

function isRestatedBy(value: Period['values'][string] | undefined, { filing_id }: BasisChange): boolean {
  return value?.first_reported !== undefined && value.filing_id === filing_id;
}
