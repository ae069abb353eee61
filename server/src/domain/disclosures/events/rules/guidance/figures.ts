/** An amount, percentage or number of shares that a text states, or a range of these. */
export interface StatedFigure {
  unit: 'money' | 'per_share' | 'percent' | 'shares';
  /** ISO 4217; null if the figure is no amount of money. */
  currency: string | null;
  /** In whole units, percentages in percent. Null for an open end: `at least $5 million`. */
  low: number | null;
  high: number | null;
  start: number;
  end: number;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
};
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+`;
const UNIT = String.raw`\s?(?:(?<SCALE>thousand|million|billion)\b)?\s?(?<PERCENT>%|percent(?:age points?)?\b)?`;
const ONE = (name: string) =>
  String.raw`(?<${name}Sign>US\$|C\$|[$€£¥])?\s?(?<${name}>${NUMBER})${UNIT.replace('SCALE', `${name}Scale`).replace('PERCENT', `${name}Percent`)}`;
const FIGURE = new RegExp(
  String.raw`(?<bound>\b(?:at least|more than|above|over|up to|less than|below|under|no more than)\s+(?:approximately |about |~)?)?(?<![\d.,\p{L}])${ONE('low')}(?:(?:\s?(?:to|and|-|–|—|through)\s?|,?\s?(?<spread>plus or minus)\s)${ONE('high')})?(?![\d\p{L}])`,
  'gu',
);
const AT_LEAST = /^(?:at least|more than|above|over)/;
/** In millions of shares at least; smaller numbers are counts of something else. */
const LEAST_SHARES = 1e5;

/** Returns the figures of a text, in text order. Numbers without currency, percent sign or scale are none. */
export function readFigures(text: string): StatedFigure[] {
  return [...text.matchAll(FIGURE)].flatMap(({ index, 0: words, groups = {} }) => {
    const figure = toFigure(groups, text.slice(index + words.length));
    if (figure === null) return [];
    const start = index + (words.length - words.trimStart().length);
    return [{ ...figure, start, end: index + words.trimEnd().length }];
  });
}

function toFigure(
  groups: Record<string, string | undefined>,
  after: string,
): Omit<StatedFigure, 'start' | 'end'> | null {
  const sign = groups.lowSign ?? groups.highSign;
  const isPercent = groups.lowPercent !== undefined || groups.highPercent !== undefined;
  const scale = groups.highScale ?? groups.lowScale;
  const low = numberOf(groups.low, groups.lowScale ?? (groups.high === undefined ? undefined : groups.highScale));
  const high = groups.high === undefined ? low : numberOf(groups.high, groups.highScale);
  const unit = isPercent ? 'percent' : sign === undefined ? 'shares' : PER_SHARE.test(after) ? 'per_share' : 'money';
  if (low === null || high === null || (unit === 'shares' && (scale === undefined || low < LEAST_SHARES))) return null;
  const currency = unit === 'money' || unit === 'per_share' ? (CURRENCIES[sign ?? ''] ?? null) : null;
  const base = { unit, currency } as const;
  if (groups.spread !== undefined) return { ...base, low: exact(low - high), high: exact(low + high) };
  if (low > high) return null;
  if (groups.bound === undefined) return { ...base, low, high };
  return AT_LEAST.test(groups.bound) ? { ...base, low, high: null } : { ...base, low: null, high };
}

const PER_SHARE = /^\s?(?:per|a) (?:\p{L}+ ){0,2}share\b/u;

function numberOf(digits: string | undefined, scale: string | undefined): number | null {
  if (digits === undefined) return null;
  const number = Number(digits.replaceAll(',', '')) * (SCALES[scale ?? ''] ?? 1);
  return Number.isFinite(number) ? exact(number) : null;
}

/** Removes the error of floating-point products: 21.7 × 1e6 is not exact. */
function exact(number: number): number {
  return Number(number.toPrecision(12));
}
