/** Digits that a double would lose, by the object that contains the number. */
const digitsOf = new WeakMap<object, Map<string, string>>();

/** A double keeps every decimal of up to fifteen digits; only longer literals need a closer look. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16,}/;

type Reviver = (this: object, key: string, value: unknown, context?: { source?: string }) => unknown;

/** JSON.parse that keeps every digit of numbers for {@link exactText}. */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const keepDigits: Reviver = function (key, value, context) {
    const source = context?.source;
    if (typeof value === 'number' && source !== undefined && String(value) !== source) {
      const ofHolder = digitsOf.get(this) ?? new Map<string, string>();
      digitsOf.set(this, ofHolder.set(key, source));
    }
    return value;
  };
  return JSON.parse(text, keepDigits);
}

/**
 * The digits of a number in a response as the service wrote them: `exactText(value, 'value')`. Null if the field is no
 * number. Copies of the object have only double precision.
 */
export function exactText<Holder extends object>(holder: Holder, key: keyof Holder & string): string | null {
  const number = holder[key];
  if (typeof number !== 'number') return null;
  return digitsOf.get(holder)?.get(key) ?? String(number);
}
