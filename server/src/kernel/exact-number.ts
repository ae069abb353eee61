const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Beyond this many places either side of the point a text is no amount that anybody filed. */
const MAX_PLACES = 400;

/**
 * One spelling for each decimal number: no exponent, no leading or trailing zeros, `-0` as `0`. Null where the text is
 * no finite decimal number, or one of absurd size (over 400 places).
 */
export function canonicalDecimal(text: string): string | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (Math.abs(point) > MAX_PLACES || digits.length > MAX_PLACES) return null;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const after = padded.slice(at).replace(/0+$/, '');
  const magnitude = after === '' ? before : `${before}.${after}`;
  return sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/**
 * A filed number as a double, with its digits where the double does not carry them: `exact` is then the canonical
 * decimal, else null. Null where the text is no finite number.
 */
export function readExactNumber(text: string): { value: number; exact: string | null } | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  // Any decimal of up to 15 significant digits survives the way through a double.
  if (text.length <= 15) return { value: value + 0, exact: null };
  const canonical = canonicalDecimal(text);
  if (canonical === null) return null;
  return { value, exact: canonicalDecimal(String(value)) === canonical ? null : canonical };
}

/** The number of decimals of a number that is written without an exponent. */
export function decimalPlaces(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point - 1;
}

/** A number that is written without an exponent, in units of the `places`th decimal; it must have no more decimals. */
export function toWhole(digits: string, places: number): bigint {
  return BigInt(digits.replace('.', '') + '0'.repeat(places - decimalPlaces(digits)));
}

/** The exact product of two numbers that are written without an exponent, as canonical decimal. */
export function productOf(a: string, b: string): string {
  const places = decimalPlaces(a) + decimalPlaces(b);
  const whole = toWhole(a, decimalPlaces(a)) * toWhole(b, decimalPlaces(b));
  const product = canonicalDecimal(`${whole}e-${places}`);
  if (product === null) throw new RangeError(`not two finite numbers: ${a}, ${b}`);
  return product;
}
