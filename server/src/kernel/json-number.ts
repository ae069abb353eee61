import { canonicalDecimal } from './exact-number.ts';

/** JSON.rawJSON of ECMAScript's "JSON.parse source text access", which TypeScript's library does not declare yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * A number for JSON.stringify that is written in plain decimals, never with an exponent; where `exact` digits are at
 * hand they are written. Numbers that are plain already come back as they are.
 */
export function plainNumber(value: number, exact?: string): number {
  if (exact === undefined && isPlain(value)) return value;
  const digits = exact ?? canonicalDecimal(String(value));
  if (digits === null) throw new RangeError(`not a finite number: ${value}`);
  // JSON.stringify writes the digits; the type says what a reader of the text gets.
  return rawJSON(digits) as number;
}

/** JavaScript writes numbers from 1e-6 up to below 1e21 without an exponent. */
function isPlain(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= 1e-6 && magnitude < 1e21);
}
