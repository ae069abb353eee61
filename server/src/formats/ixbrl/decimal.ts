const PLAIN = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;
/** More digits than any amount has; what is longer is no number but an attack on memory. */
const MAX_DIGITS = 1_000;

/**
 * A decimal number times a power of ten, as plain digits without needless zeros; null where the text is no number.
 * Nothing is rounded: there is no floating point in between.
 */
export function scaleDecimal(text: string, power: number): string | null {
  const [, sign = '', whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  const digits = whole + fraction;
  if (digits === '' || digits.length + Math.abs(power) > MAX_DIGITS) return null;
  const point = whole.length + power;
  const padded = point < 0 ? digits.padStart(digits.length - point, '0') : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const integer = padded.slice(0, at).replace(/^0+(?=[0-9])/, '') || '0';
  const decimals = padded.slice(at).replace(/0+$/, '');
  const value = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** The number with its sign turned; zero has none. */
export function negate(value: string): string {
  if (value === '0') return value;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** The `decimals` that a `precision` comes to for a value (XBRL 2.1 §4.6.6). */
export function decimalsOfPrecision(value: string, precision: number): number | 'INF' {
  const digits = value.replace('-', '');
  if (/^[0.]*$/.test(digits)) return 'INF';
  const [whole = '', fraction = ''] = digits.split('.');
  const magnitude = whole === '0' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) - 1 : whole.length - 1;
  return precision - magnitude - 1;
}
