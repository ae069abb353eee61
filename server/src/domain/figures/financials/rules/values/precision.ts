/** Rounding is inferred up to millions; beyond that round figures are chance. */
const MAX_ZEROS = 6;

/** Small figures are amounts per share or ratios, stated to the hundredth even if they end in zeros. */
export const SMALL = 1000;

/**
 * Half the distance between two neighbouring filed values: by `decimals` if stated, otherwise by trailing zeros (at
 * most six) or the digits after the point.
 */
export function halfWidth(value: number, decimals: number | 'INF' | null): number {
  if (decimals === 'INF') return 0;
  if (decimals !== null) return 0.5 * 10 ** -decimals;
  if (!Number.isInteger(value) || Math.abs(value) < SMALL) return 0.5 * 10 ** -Math.max(2, decimalPlaces(value));
  let rest = Math.abs(value);
  if (rest === 0) return 0;
  let half = 0.5;
  for (let zeros = 0; zeros < MAX_ZEROS && rest % 10 === 0; zeros++) {
    rest /= 10;
    half *= 10;
  }
  return half;
}

/** Digits after the point of the shortest decimal that reads back as the same double. */
export function decimalPlaces(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = String(value);
  const exponent = text.indexOf('e');
  const digits = exponent < 0 ? text : text.slice(0, exponent);
  const point = digits.indexOf('.');
  const places = point < 0 ? 0 : digits.length - point - 1;
  return Math.max(0, places - (exponent < 0 ? 0 : Number(text.slice(exponent + 1))));
}

/**
 * Whether two statements of one quantity agree within `width`, the coarser rounding of the two. Rounding never turns a
 * value into zero or its opposite, and changes it only slightly.
 */
export function isSameWithin(a: number, b: number, width: number): boolean {
  if (a === b) return true;
  const difference = Math.abs(a - b);
  if (difference > width || Math.sign(a) !== Math.sign(b)) return false;
  return difference <= 0.05 * Math.max(Math.abs(a), Math.abs(b));
}

/** The weighted sum of filed values without binary noise: rounded to the most decimal places of any of them. */
export function exactSum(values: readonly number[], weights: ArrayLike<number>): number {
  let sum = 0;
  let places = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    sum += value * (weights[at] ?? 1);
    if (!Number.isInteger(value)) places = Math.max(places, decimalPlaces(value));
  }
  if (places === 0) return sum + 0;
  return Number(sum.toFixed(Math.min(places, 20))) + 0;
}
