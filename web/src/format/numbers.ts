import {
  type Decimal,
  negate,
  parseDecimal,
  quotient,
  roundTo,
  scaleDown,
  signOf,
  subtract,
  toNumber,
  toText,
} from './decimal.ts';

/** The power of ten by which a table's amounts are divided. */
export type Scale = 0 | 3 | 6 | 9;

export const SCALE_LABELS: Record<Scale, string> = { 0: 'units', 3: 'thousands', 6: 'millions', 9: 'billions' };

/** U+2212, as wide as a plus. */
const MINUS = '−';

/** The largest scale at which the median is at least 1,000. */
export function chooseScale(amounts: readonly number[]): Scale {
  const sorted = amounts.map(Math.abs).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const scales: readonly Scale[] = [9, 6, 3];
  return scales.find(scale => median >= 1000 * 10 ** scale) ?? 0;
}

/** A table figure: the right-aligned text, and the bracket or sign outside the column. */
export interface Figure {
  text: string;
  hanging: string;
}

/** An amount in statement format: `416,161`, `(321)`. */
export function formatAmount(amount: Decimal, scale: Scale, places = 0): Figure {
  const rounded = roundTo(scaleDown(amount, scale), places);
  if (signOf(rounded) >= 0) return { text: grouped(rounded), hanging: '' };
  return { text: `(${grouped(negate(rounded))}`, hanging: ')' };
}

/** A fraction as percent: 0.469 is `46.9` and a hanging `%`. */
export function formatPercent(fraction: Decimal): Figure {
  return { text: signed(roundTo(scaleDown(fraction, -2), 1), ''), hanging: '%' };
}

/** A relative change as signed percent: 0.064 is `+6.4` and a hanging `%`. */
export function formatGrowth(fraction: Decimal): Figure {
  return { text: signed(roundTo(scaleDown(fraction, -2), 1), '+'), hanging: '%' };
}

/**
 * The change from one amount to another in percent: `+6.4%`, `−2.8%`; `n.m.` (not meaningful) from or to a negative
 * amount; null without a base.
 */
export function formatChange(from: Decimal | null, to: Decimal | null): Figure | null {
  if (from === null || to === null) return null;
  if (signOf(from) < 0 || signOf(to) < 0) return { text: 'n.m.', hanging: '' };
  const change = quotient(scaleDown(subtract(to, from), -2), from, 1);
  return change && { text: signed(change, '+'), hanging: '%' };
}

const SHORT: readonly [power: number, word: string][] = [
  [12, 'tn'],
  [9, 'bn'],
  [6, 'm'],
];

/** A short form for running text: `1.2 tn`, `416.2 bn`, `1.9 m`; smaller amounts in full. */
export function formatShort(amount: Decimal): { number: string; word: string } {
  const magnitude = Math.abs(toNumber(amount));
  const [power, word] = SHORT.find(([least]) => magnitude >= 10 ** least) ?? [0, ''];
  const rounded = roundTo(scaleDown(amount, power), power === 0 ? Math.min(2, amount.places) : 1);
  return { number: signed(rounded, ''), word };
}

/** A count: `25,469`; `1.9 M` from a million. */
export function formatCount(count: number): string {
  if (count < 1_000_000) return grouped(parseDecimal(String(count)));
  return `${grouped(roundTo(scaleDown(parseDecimal(String(count)), 6), 1))} M`;
}

/** Every digit, grouped: `64,225,000,000`. */
export function formatExact(text: string): string {
  const decimal = parseDecimal(text);
  return signed(decimal, '');
}

function signed(decimal: Decimal, plus: string): string {
  const sign = signOf(decimal);
  if (sign < 0) return MINUS + grouped(negate(decimal));
  return (sign > 0 ? plus : '') + grouped(decimal);
}

function grouped(decimal: Decimal): string {
  const [whole = '', fraction] = toText(decimal).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
