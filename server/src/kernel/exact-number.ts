const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Amounts in filings never have more places than this before or after the decimal point. */
const MAX_PLACES = 400;

/**
 * The canonical spelling of a decimal number: no exponent, no leading or trailing zeros, `-0` as `0`. Null if the text
 * is not a finite decimal number or has over 400 places.
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
 * A filed number as a double, with its digits if the double does not carry them: `exact` is then the canonical decimal,
 * otherwise null. Null if the text is not a finite number.
 */
export function readExactNumber(text: string): { value: number; exact: string | null } | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  // Any decimal of up to 15 significant digits survives conversion to a double and back.
  if (text.length <= 15) return { value: value + 0, exact: null };
  const canonical = canonicalDecimal(text);
  if (canonical === null) return null;
  return { value, exact: canonicalDecimal(String(value)) === canonical ? null : canonical };
}

/** The number of decimals of a number written without an exponent. */
export function decimalPlaces(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point - 1;
}

/**
 * A number written without an exponent, in units of its `places`th decimal. It must not have more decimals than that.
 */
export function toScaledInteger(digits: string, places: number): bigint {
  return BigInt(digits.replace('.', '') + '0'.repeat(places - decimalPlaces(digits)));
}

/** The exact product of two numbers written without an exponent, as a canonical decimal. */
export function multiplyDecimals(a: string, b: string): string {
  const places = decimalPlaces(a) + decimalPlaces(b);
  const whole = toScaledInteger(a, decimalPlaces(a)) * toScaledInteger(b, decimalPlaces(b));
  const product = canonicalDecimal(`${whole}e-${places}`);
  if (product === null) throw new RangeError(`Cannot multiply ${a} by ${b}: both must be finite numbers`);
  return product;
}
