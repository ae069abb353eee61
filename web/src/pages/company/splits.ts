import type { Period } from './company.ts';
import { periodKey } from './figures.ts';

/** A share split, detected from a filing that multiplied the shares of an earlier one. */
export interface Split {
  /** Shares after the split per share before: 4 for a 4-for-1 split, 0.1 for a 1-for-10 consolidation. */
  factor: number;
  /** The oldest period restated for the split; earlier ones still count shares before it. */
  since: string;
}

const COUNTS = ['weighted_shares_diluted', 'weighted_shares_basic'] as const;
/** Restated counts are rounded and may include other corrections. */
const TOLERANCE = 0.01;

/**
 * Splits between periods, newest first. Filings restate only two or three years, so without a note the older share counts
 * and per-share figures would look like a real change.
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

/** The whole-number factor, or its inverse, by which a period's shares were restated; 1 if they were not. */
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
export function describeSplit({ factor }: Split): string {
  return factor > 1 ? `${factor}-for-1 split` : `1-for-${Math.round(1 / factor)} consolidation`;
}

/** Splits that a period's figures were not restated for. `newestFirst` are the periods of `splits`. */
export function splitsAfter(key: string, splits: readonly Split[], newestFirst: readonly Period[]): Split[] {
  const place = (wanted: string) => newestFirst.findIndex(period => periodKey(period) === wanted);
  return splits.filter(({ since }) => place(since) !== -1 && place(since) < place(key));
}
