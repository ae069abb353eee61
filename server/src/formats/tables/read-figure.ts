import { canonicalDecimal } from '../../kernel/exact-number.ts';

/** A figure as printed in a cell. */
export interface Figure {
  /** Canonical decimal with its sign, before any scale; null for a dash. */
  digits: string | null;
  /** Printed decimals. */
  decimals: number;
  sign: 'percent' | 'basis_points' | 'multiple' | 'currency' | null;
  /** ISO 4217; null without a currency sign. */
  currency: string | null;
  /** Of a word behind the figure, `$1.2 billion`; 1 without one. */
  scale: number;
  footnotes: string[];
}

/** Longer texts are words. */
const MAX_CHARS = 60;
const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:US\s?\$|\$|USD)$/i, 'USD'],
  [/^(?:C\s?\$|Cdn\s?\$|CA\s?\$|CAD)$/i, 'CAD'],
  [/^(?:A\s?\$|AU\s?\$|AUD)$/i, 'AUD'],
  [/^(?:HK\s?\$|HKD)$/i, 'HKD'],
  [/^(?:NT\s?\$|TWD)$/i, 'TWD'],
  [/^(?:S\s?\$|SGD)$/i, 'SGD'],
  [/^(?:R\s?\$|BRL)$/i, 'BRL'],
  [/^(?:€|EUR)$/i, 'EUR'],
  [/^(?:£|GBP)$/i, 'GBP'],
  [/^(?:RMB|CNY)$/i, 'CNY'],
  [/^(?:¥|JPY)$/i, 'JPY'],
  [/^(?:₹|INR|Rs\.?)$/i, 'INR'],
  [/^(?:₩|KRW)$/i, 'KRW'],
  [/^(?:CHF|Fr\.)$/i, 'CHF'],
];
const CURRENCY = String.raw`(?:US|C|Cdn|CA|A|AU|HK|NT|S|R)?\s?\$|[€£¥₹₩]|USD|CAD|AUD|HKD|EUR|GBP|RMB|CNY|JPY|INR|CHF|Rs\.?`;
const MARK = String.raw`(?:\((?:\d{1,2}|[a-zA-Z]{1,2}|\*{1,3})\)|[*†‡§#^¹²³⁴⁵⁶⁷⁸⁹]{1,3})`;
const FIGURE = new RegExp(
  String.raw`^(?<open>[-–—−(+△▲]\s?|\(\s?[-–—−]\s?)?(?<sign>${CURRENCY})?\s?(?<inner>[-–—−(]\s?)?(?<number>\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?<fraction>-\d\/\d{1,2})?(?<close>\s?\))?\s?(?<unit>%|per ?cent|bps|basis points|bp|pts?|ppts?|x|thousand|million|billion)?(?<closeAfter>\s?\))?\s?(?<late>%)?(?<marks>(?:\s?,?${MARK})*)$`,
  'i',
);
const NIL = new RegExp(
  String.raw`^(?:${CURRENCY})?\s?(?:[-–—−]{1,3}|nil|none|zero)\s?%?(?<marks>(?:\s?${MARK})*)$`,
  'i',
);
const WORDS: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** The figure that a cell's text is; null if it is anything else. */
export function readFigure(text: string): Figure | null {
  if (text.length > MAX_CHARS) return null;
  const nil = NIL.exec(text);
  if (nil !== null)
    return {
      digits: null,
      decimals: 0,
      sign: null,
      currency: currencyIn(text),
      scale: 1,
      footnotes: marksIn(nil.groups?.marks),
    };
  const groups = FIGURE.exec(text)?.groups;
  if (groups?.number === undefined) return null;
  const plain = groups.number.replace(/[,\s]/g, '');
  const digits = canonicalDecimal(groups.fraction === undefined ? plain : withFraction(plain, groups.fraction));
  if (digits === null) return null;
  // `(1` without its end is negative too: filers put the closing parenthesis into a cell that was dropped.
  const isNegative = /[-–—−(△▲]/.test(`${groups.open ?? ''}${groups.inner ?? ''}`);
  const unit = (groups.unit ?? groups.late ?? '').toLowerCase();
  const currency = groups.sign === undefined ? null : currencyOf(groups.sign);
  return {
    digits: isNegative && digits !== '0' ? `-${digits}` : digits,
    decimals: (plain.split('.')[1] ?? '').length,
    sign: signOf(unit) ?? (groups.late === '%' ? 'percent' : currency === null ? null : 'currency'),
    currency,
    scale: WORDS[unit] ?? 1,
    footnotes: marksIn(groups.marks),
  };
}

function signOf(unit: string): Figure['sign'] {
  if (/^(?:%|per ?cent|pts?|ppts?)$/.test(unit)) return 'percent';
  if (/^(?:bps|bp|basis points)$/.test(unit)) return 'basis_points';
  return unit === 'x' ? 'multiple' : null;
}

/** `7-1/4` */
function withFraction(whole: string, fraction: string): string {
  const [, over = '0', under = '1'] = /^-(\d)\/(\d{1,2})$/.exec(fraction) ?? [];
  return Number(under) === 0 ? whole : String(Number(whole) + Number(over) / Number(under));
}

function marksIn(marks: string | undefined): string[] {
  return (marks ?? '').match(new RegExp(MARK, 'g'))?.map(bareMark) ?? [];
}

function bareMark(mark: string): string {
  return mark.replace(/[()]/g, '');
}

/** ISO 4217 of a currency sign. */
function currencyOf(sign: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(sign.trim()))?.[1] ?? null;
}

const SIGN_IN_TEXT = new RegExp(`(?<![A-Za-z])(?:${CURRENCY})`);

/** The currency of the first sign in a text; null if it has none. */
export function currencyIn(text: string): string | null {
  const sign = SIGN_IN_TEXT.exec(text)?.[0];
  return sign === undefined ? null : currencyOf(sign);
}

// `Section 12(b)` ends with no mark.
const LABEL_MARKS = new RegExp(String.raw`(?<!\d)(?:\s?,?${MARK})+$`);
/** `share2`: a raised number after a word loses its place in plain text. */
const RAISED_MARKS = /(?<=\p{Ll}{3}|\)|[’'"”])\d{1,2}(?:,\s?\d{1,2})*$/u;

/** A label without the footnote marks at its end, and the marks. */
export function splitMarks(label: string): { text: string; footnotes: string[] } {
  const marks = (LABEL_MARKS.exec(label) ?? RAISED_MARKS.exec(label))?.[0];
  if (marks === undefined || marks.length === label.length) return { text: label, footnotes: [] };
  const footnotes = /^\d/.test(marks) ? marks.split(/,\s?/) : marksIn(marks);
  return { text: label.slice(0, -marks.length).trimEnd(), footnotes };
}
