import { canonicalDecimal } from './exact-number.ts';

/** JSON.rawJSON of ECMAScript's "JSON.parse source text access", which TypeScript's library does not declare yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * Prepares a number for JSON.stringify in plain decimals, never with an exponent. Writes the `exact` digits if there
 * are any; returns numbers that are plain already unchanged.
 */
export function plainNumber(value: number, exact?: string): number {
  if (exact === undefined && isPlain(value)) return value;
  const digits = exact ?? canonicalDecimal(String(value));
  if (digits === null) throw new RangeError(`not a finite number: ${value}`);
  // JSON.stringify writes the digits; the declared type is what a client parses.
  return rawJSON(digits) as number;
}

/** JavaScript writes numbers from 1e-6 up to below 1e21 without an exponent. */
function isPlain(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= 1e-6 && magnitude < 1e21);
}
