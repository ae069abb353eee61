import type { Period } from './company.ts';
import { periodKey } from './figures.ts';

/** A split of shares as filings show it: a later one multiplied the shares that an earlier one had stated. */
export interface Split {
  /** Shares after it for each one before: 4 for a 4-for-1 split, 0.1 for a 1-for-10 consolidation. */
  factor: number;
  /** The oldest period that was restated for it: those before are still told in shares of before. */
  since: string;
}

const COUNTS = ['weighted_shares_diluted', 'weighted_shares_basic'] as const;
/** Restated counts are rounded, and other corrections may come with the same filing. */
const TOLERANCE = 0.01;

/**
 * Splits between periods, newest first. Filings restate two or three years and leave the older ones: without a word, a row
 * of shares or earnings per share would read as if the company had changed by as much.
 */
export function findSplits(newestFirst: readonly Period[]): Split[] {
  const splits: Split[] = [];
  newestFirst.forEach((period, index) => {
    const factor = factorOf(period);
    const older = newestFirst[index + 1];
    if (factor === 1 || !older || factorOf(older) === factor) return;
    splits.push({ factor, since: periodKey(period) });
  });
  return splits;
}

/** By what whole number, or part of one, the shares of a period were restated; 1 where they were not. */
function factorOf({ values }: Period): number {
  for (const code of COUNTS) {
    const { value, first_reported: first } = values[code] ?? {};
    if (typeof value !== 'number' || !first || first.value === 0 || value === 0) continue;
    const ratio = value / first.value;
    const whole = Math.round(ratio > 1 ? ratio : 1 / ratio);
    if (whole >= 2 && Math.abs((ratio > 1 ? ratio : 1 / ratio) / whole - 1) < TOLERANCE)
      return ratio > 1 ? whole : 1 / whole;
  }
  return 1;
}

/** `4-for-1 split`, `1-for-10 consolidation`. */
export function splitWords({ factor }: Split): string {
  return factor > 1 ? `${factor}-for-1 split` : `1-for-${Math.round(1 / factor)} consolidation`;
}

/** Splits that the figures of a period were not restated for. `newestFirst` are the periods that they were found in. */
export function splitsAfter(key: string, splits: readonly Split[], newestFirst: readonly Period[]): Split[] {
  const place = (wanted: string) => newestFirst.findIndex(period => periodKey(period) === wanted);
  return splits.filter(({ since }) => place(since) !== -1 && place(since) < place(key));
}
