import { maxOf } from '../../../../kernel/lists.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';

/** Balances that amounts of a filing are compared with, in whole units; null if the filing tags none. */
export interface FilingScale {
  assets: number | null;
  equity: number | null;
}

const CONCEPTS: Record<keyof FilingScale, readonly string[]> = {
  assets: ['us-gaap:Assets', 'ifrs-full:Assets'],
  equity: [
    'us-gaap:StockholdersEquity',
    'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
    'ifrs-full:Equity',
  ],
};

/** Reads the newest tagged balances of a filing. */
export function readScale({ report }: FilingContents): FilingScale {
  return { assets: newest(report, 'assets'), equity: newest(report, 'equity') };
}

function newest(report: FilingContents['report'], of: keyof FilingScale): number | null {
  for (const concept of CONCEPTS[of]) {
    const stated = (report?.facts ?? []).filter(
      fact => fact.concept === concept && fact.value !== null && Object.keys(fact.dimensions).length === 0,
    );
    const last = stated.reduce<(typeof stated)[number] | null>(
      (best, fact) => (best === null || fact.periodEnd > best.periodEnd ? fact : best),
      null,
    );
    if (last?.value != null && Number.isFinite(Number(last.value))) return Number(last.value);
  }
  return null;
}

const AMOUNT = /(?:US\$|C\$|[$€£¥]|EUR |USD )\s?(\d[\d,]*(?:\.\d+)?)(?: (thousand|million|billion))?/gi;
const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9 };
/** A smaller amount without a scale word may be stated in thousands or millions. */
const MIN_UNSCALED_AMOUNT = 100_000;

/** Reads the amounts of money in a sentence, in whole units. Amounts of unknown scale are skipped. */
export function readAmounts(text: string): number[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, digits = '', word]) => {
    const value = Number(digits.replaceAll(',', ''));
    const scale = word === undefined ? undefined : SCALES[word.toLowerCase() as keyof typeof SCALES];
    if (scale !== undefined) return [value * scale];
    return value >= MIN_UNSCALED_AMOUNT ? [value] : [];
  });
}

/** unknown: the scale of the amount or the balance is unknown. unstated: the sentence states no amount. */
export type ThresholdResult = 'reached' | 'missed' | 'unknown' | 'unstated';

/** Compares the largest amount of a sentence with a percentage of a balance. */
export function compareToThreshold(
  text: string,
  { pct, of }: { pct: number; of: keyof FilingScale },
  scale: FilingScale,
): ThresholdResult {
  if (!/(?:[$€£¥]|EUR |USD )\s?\d/.test(text)) return 'unstated';
  const balance = scale[of];
  const amounts = readAmounts(text);
  if (balance === null || balance <= 0 || amounts.length === 0) return 'unknown';
  return maxOf(amounts) >= (balance * pct) / 100 ? 'reached' : 'missed';
}
