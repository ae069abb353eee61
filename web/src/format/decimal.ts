/** An exact decimal: `units` × 10^−`places`. */
export interface Decimal {
  units: bigint;
  places: number;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Parses `-12.50` or `1e-7`. Throws RangeError for anything else. */
export function parseDecimal(text: string): Decimal {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const units = BigInt(sign + whole + fraction);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

/** Rounds half to even. */
export function roundTo({ units, places }: Decimal, wanted: number): Decimal {
  if (places <= wanted) return { units: units * 10n ** BigInt(wanted - places), places: wanted };
  return { units: divideHalfEven(units, 10n ** BigInt(places - wanted)), places: wanted };
}

/** The decimal divided by a power of ten. */
export function scaleDown({ units, places }: Decimal, power: number): Decimal {
  return { units, places: places + power };
}

/** a ÷ b, rounded half to even; null if b is zero. */
export function quotient(a: Decimal, b: Decimal, wanted: number): Decimal | null {
  if (b.units === 0n) return null;
  const power = wanted + b.places - a.places;
  const [over, under] =
    power >= 0 ? [a.units * 10n ** BigInt(power), b.units] : [a.units, b.units * 10n ** BigInt(-power)];
  return { units: divideHalfEven(over, under), places: wanted };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  return { units: roundTo(a, places).units - roundTo(b, places).units, places };
}

export function negate({ units, places }: Decimal): Decimal {
  return { units: -units, places };
}

/** Below, at or above zero: −1, 0, 1. */
export function signOf({ units }: Decimal): -1 | 0 | 1 {
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** The nearest double, for drawing and comparing, never for display. */
export function toNumber({ units, places }: Decimal): number {
  return Number(`${units}e-${places}`);
}

/** `-1234.50`, with every decimal place. */
export function toText({ units, places }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function divideHalfEven(over: bigint, under: bigint): bigint {
  const isNegative = over < 0n !== under < 0n;
  const [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const whole = a / b;
  const twiceRest = (a % b) * 2n;
  const up = twiceRest > b || (twiceRest === b && whole % 2n === 1n);
  const magnitude = up ? whole + 1n : whole;
  return isNegative ? -magnitude : magnitude;
}
