import { canonicalDecimal, decimalPlaces, toScaledInteger } from '../../../../kernel/exact-number.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { KpiValue } from '../../financials/model/financials.ts';
import type { FoundFact, WantedFact } from '../model.ts';

export const VERDICTS = ['confirmed', 'refuted', 'not_verifiable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The steps from a value to the bytes that a regulator published, in order. */
export const STEPS = ['claim', 'fact', 'archive', 'element', 'registry', 'inputs', 'formula'] as const;
export type Step = (typeof STEPS)[number];

/** What a step compared, and its result; `detail` says it for readers. */
export interface Check {
  step: Step;
  result: 'confirmed' | 'refuted' | 'not_checked';
  detail: string;
}

/** The verdict of checks: refuted by one, confirmed only by all. A registry's address alone decides nothing. */
export function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.some(({ result }) => result === 'refuted')) return 'refuted';
  const open = checks.some(({ step, result }) => step !== 'registry' && result === 'not_checked');
  return open || checks.length === 0 ? 'not_verifiable' : 'confirmed';
}

/** Why a verdict is not `confirmed`: the details of the checks that decide it; null if it is. */
export function reasonOf(checks: readonly Check[]): string | null {
  const verdict = verdictOf(checks);
  if (verdict === 'confirmed') return null;
  const wanted = verdict === 'refuted' ? 'refuted' : 'not_checked';
  const deciding = checks.filter(({ step, result }) => result === wanted && step !== 'registry');
  return deciding.map(({ detail }) => detail).join(' ') || null;
}

/** Compares a value that a caller claims with the stored one, digit by digit. */
export function checkClaim(claimed: number, digits: string): Check {
  const stated = canonicalDecimal(String(claimed));
  const isSame = stated === digits;
  const detail = isSame ? `The stored value is ${digits} too.` : `The claim is ${stated}, the stored value ${digits}.`;
  return { step: 'claim', result: isSame ? 'confirmed' : 'refuted', detail };
}

/** Compares a value with the fact that the archived bytes state. A value whose sign the rules turned is flagged `negated`. */
export function checkElement(value: KpiValue, digits: string, wanted: WantedFact, found: FoundFact): Check {
  const expected = value.flags.includes('negated') ? turned(digits) : digits;
  const stated = found.value === null ? null : canonicalDecimal(found.value);
  const differing = [
    ...(stated === expected ? [] : [`value ${found.value ?? 'nil'} instead of ${expected}`]),
    ...(found.concept === wanted.concept ? [] : [`concept ${found.concept}`]),
    ...(found.unit === wanted.unit ? [] : [`unit ${found.unit ?? 'none'}`]),
    ...(found.periodStart === wanted.periodStart ? [] : [`period_start ${found.periodStart ?? 'none'}`]),
    ...(found.periodEnd === wanted.periodEnd ? [] : [`period_end ${found.periodEnd}`]),
  ];
  const where = found.element === null ? 'The document' : `Element ${found.element.elementId}`;
  if (differing.length > 0)
    return { step: 'element', result: 'refuted', detail: `${where} states ${differing.join(', ')}.` };
  return {
    step: 'element',
    result: 'confirmed',
    detail: `${where} states ${found.concept} = ${stated} ${found.unit}.`,
  };
}

function turned(digits: string): string {
  if (digits === '0') return digits;
  return digits.startsWith('-') ? digits.slice(1) : `-${digits}`;
}

/** Doubles carry about 16 digits. */
const RELATIVE_ERROR = 1e-12;

/** Recomputes a derived value from its inputs. */
export function checkFormula(value: KpiValue): Check {
  const result = recompute(value);
  if (result === null) return { step: 'formula', result: 'not_checked', detail: `${value.formula} has no result.` };
  // Ratios are rounded to their decimals.
  const isRatio = value.inputs?.[0]?.role === 'numerator';
  const half = isRatio && typeof value.decimals === 'number' ? 0.5 * 10 ** -value.decimals : 0;
  const largest = maxOf([value, ...(value.inputs ?? []).map(input => input.value)].map(of => Math.abs(of.value)));
  const isSame = Math.abs(result - value.value) <= half + RELATIVE_ERROR * largest;
  const detail = `${value.formula} = ${result}${isSame ? '' : `, not ${value.value}`}.`;
  return { step: 'formula', result: isSame ? 'confirmed' : 'refuted', detail };
}

/** The result of the inputs of a value; null without inputs, or if the denominator is zero. */
export function recompute({ inputs = [] }: KpiValue): number | null {
  const [first] = inputs;
  if (first === undefined) return null;
  if (first.role === 'term') return sumOf(inputs.map(({ value, weight }) => ({ digits: digitsOf(value), weight })));
  const of = (role: string) => inputs.find(input => input.role === role)?.value.value;
  const opening = of('opening');
  const below = of('denominator') ?? 0;
  const base = opening === undefined ? below : (opening + below) / 2;
  return base === 0 ? null : (of('numerator') ?? 0) / base;
}

/** The digits of a value without rounding. */
export function digitsOf({ exact, value }: Pick<KpiValue, 'exact' | 'value'>): string {
  return canonicalDecimal(exact ?? String(value)) ?? '0';
}

function sumOf(terms: readonly { digits: string; weight: number }[]): number {
  const places = maxOf(terms.map(({ digits }) => decimalPlaces(digits)));
  const sum = terms.reduce((total, { digits, weight }) => total + toScaledInteger(digits, places) * BigInt(weight), 0n);
  return Number(canonicalDecimal(`${sum}e-${places}`));
}
