import { canonicalDecimal } from '../../kernel/exact-number.ts';
import type { TagAttributes } from './attributes.ts';
import type { NamespaceScope } from './namespace-scope.ts';
import { findTransformation } from './transformations/registries.ts';
import { type Transformation, trimBlank } from './transformations/transformation.ts';

/** Why a fact has no valid value. */
export interface ValueProblem {
  kind: string;
  detail: string;
}

export type Value = { value: string } | ValueProblem;

/** How the attributes of an inline element turn its text into its value. */
export interface ValueRules {
  /** null if the text is the value. */
  transform: Transformation | null;
  scale: number;
  isNegative: boolean;
}

/** The canonical form of an `order`, which is an xs:decimal; null if it is not. */
export function decimalOrder(text: string): string | null {
  return /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*$/.test(text) ? canonicalDecimal(text.trim()) : null;
}

/** Whether a result is a problem instead of a value. */
export function isProblem(value: object): value is ValueProblem {
  return 'kind' in value;
}

/** A problem that does not invalidate the value: the format's name is not in the declared registry but in another. */
export interface FoundFormat {
  transform: Transformation | null;
  remark: string | null;
}

/** The transformation named by a `format` attribute; a problem if no registry has it, since nothing may be guessed. */
export function readFormat(format: string | undefined, scope: NamespaceScope): FoundFormat | ValueProblem {
  if (format === undefined) return { transform: null, remark: null };
  const { localName, namespace } = scope.qualify(format.trim());
  if (namespace === undefined)
    return { kind: 'unknown_format', detail: `the prefix of format ${format} is not declared` };
  const found = findTransformation(namespace, localName);
  if (found === null) return { kind: 'unknown_format', detail: `no registry has format ${format} (${namespace})` };
  const remark = found.isOfOtherRegistry ? `format ${format} is not of ${namespace}, but of another registry` : null;
  return { transform: found.transform, remark };
}

/** `scale` and `sign` of a number (Inline XBRL 1.1 §10.1.1). */
export function readScaleAndSign(attributes: TagAttributes): { scale: number; isNegative: boolean } | ValueProblem {
  const scale = attributes.get('scale');
  if (scale !== undefined && !/^\s*[+-]?[0-9]{1,3}\s*$/.test(scale)) {
    return { kind: 'invalid_scale', detail: `scale "${scale}" is not an integer` };
  }
  const sign = attributes.get('sign');
  if (sign !== undefined && sign !== '-') return { kind: 'invalid_sign', detail: `sign "${sign}" is not "-"` };
  return { scale: Number(scale ?? 0), isNegative: sign === '-' };
}

/** The number of a text: transformed, scaled, and with its sign. */
export function numberOf(text: string, rules: ValueRules): Value {
  const plain = transformed(text, rules.transform);
  if (isProblem(plain)) return plain;
  const value = UNSIGNED_DECIMAL.test(plain.value) ? scaleDecimal(plain.value, rules.scale) : null;
  if (value === null) return { kind: 'not_a_number', detail: `"${shown(plain.value)}" is not a decimal number` };
  return { value: rules.isNegative ? negate(value) : value };
}

/** A number without a format must not have a sign of its own. */
const UNSIGNED_DECIMAL = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** The text, transformed if there is a format. */
export function textOf(text: string, transform: Transformation | null): Value {
  return transform === null ? { value: text } : transformed(text, transform);
}

function transformed(text: string, transform: Transformation | null): Value {
  if (transform === null) return { value: trimBlank(text) };
  const value = transform(text);
  return value === null
    ? { kind: 'format_mismatch', detail: `"${shown(text)}" is not what its format takes` }
    : { value };
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The accuracy of a number from `decimals` or `precision`; null if neither is given or the precision is 0. */
export function readAccuracy(
  attributes: TagAttributes,
): { decimalsFor: (value: string) => number | 'INF' | null; isStated: boolean; areBoth: boolean } | ValueProblem {
  const [decimals, precision] = [attributes.get('decimals')?.trim(), attributes.get('precision')?.trim()];
  if (decimals !== undefined && decimals !== 'INF' && !/^[+-]?[0-9]{1,6}$/.test(decimals)) {
    return { kind: 'invalid_decimals', detail: `decimals "${decimals}" is neither an integer nor INF` };
  }
  if (precision !== undefined && precision !== 'INF' && !/^\+?[0-9]{1,6}$/.test(precision)) {
    return { kind: 'invalid_decimals', detail: `precision "${precision}" is neither an integer nor INF` };
  }
  const decimalsFor = (value: string): number | 'INF' | null => {
    if (decimals !== undefined) return decimals === 'INF' ? 'INF' : Number(decimals);
    if (precision === undefined || Number(precision) === 0) return null;
    return precision === 'INF' ? 'INF' : decimalsOfPrecision(value, Number(precision));
  };
  const isStated = decimals !== undefined || precision !== undefined;
  return { decimalsFor, isStated, areBoth: decimals !== undefined && precision !== undefined };
}

const PLAIN = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;
/** No amount has more digits; longer input is treated as an attack on memory. */
const MAX_DIGITS = 1_000;

/**
 * Multiplies a decimal number by a power of ten and returns plain digits without superfluous zeros; null if the text is
 * not a number. Exact: uses no floating point.
 */
function scaleDecimal(text: string, power: number): string | null {
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

/** Negates a number; zero stays zero. */
function negate(value: string): string {
  if (value === '0') return value;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** The `decimals` equivalent of a `precision` for a value (XBRL 2.1 §4.6.6). */
function decimalsOfPrecision(value: string, precision: number): number | 'INF' {
  const digits = value.replace('-', '');
  if (/^[0.]*$/.test(digits)) return 'INF';
  const [whole = '', fraction = ''] = digits.split('.');
  const magnitude = whole === '0' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) - 1 : whole.length - 1;
  return precision - magnitude - 1;
}
