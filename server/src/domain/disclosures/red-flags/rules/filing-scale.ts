import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';

/** What amounts of a filing are measured by, in whole units; null where the filing tags none. */
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

/** The newest balances that a filing tags. */
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
/** A bare number below is one of a text that writes its amounts in thousands or millions without saying so. */
const LEAST_BARE = 100_000;

/** Amounts of money in a sentence, in whole units; such as leave their scale open are left out. */
export function readAmounts(text: string): number[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, digits = '', word]) => {
    const value = Number(digits.replaceAll(',', ''));
    const scale = word === undefined ? undefined : SCALES[word.toLowerCase() as keyof typeof SCALES];
    if (scale !== undefined) return [value * scale];
    return value >= LEAST_BARE ? [value] : [];
  });
}

/** How an amount stands to what it is measured by; unknown where its scale or the balance is, unstated without an amount. */
export type Reach = 'reached' | 'missed' | 'unknown' | 'unstated';

/** Whether the largest amount of a sentence reaches a share of a balance. */
export function reaches(text: string, { pct, of }: { pct: number; of: keyof FilingScale }, scale: FilingScale): Reach {
  if (!/(?:[$€£¥]|EUR |USD )\s?\d/.test(text)) return 'unstated';
  const balance = scale[of];
  const amounts = readAmounts(text);
  if (balance === null || balance <= 0 || amounts.length === 0) return 'unknown';
  return Math.max(...amounts) >= (balance * pct) / 100 ? 'reached' : 'missed';
}
