import { type Decimal, parseDecimal, scaleDown, toText } from './decimal.ts';
import { formatExact } from './numbers.ts';

/** Suffixes for powers of ten, as analysts of several languages write them. */
const POWERS: Record<string, number> = {
  k: 3,
  thousand: 3,
  thousands: 3,
  m: 6,
  mn: 6,
  mm: 6,
  mio: 6,
  million: 6,
  millions: 6,
  b: 9,
  bn: 9,
  billion: 9,
  billions: 9,
  t: 12,
  tn: 12,
  trn: 12,
  trillion: 12,
  trillions: 12,
  万: 4,
  만: 4,
  億: 8,
  亿: 8,
  억: 8,
  兆: 12,
  조: 12,
};

// Commas and spaces only between thousands: `1,5` may mean 1.5.
const TYPED = /^([-−+(]?)((?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e(\d{1,2}))?\s*(\p{L}*)\)?\s*(%?)$/iu;

/**
 * Parses a typed number: `400 M`, `1.2bn`, `-3,000`, `4e8`, `30%`. In a percent field the sign is optional. Null if the
 * text is no number.
 */
export function parseNumber(typed: string, { isPercent }: { isPercent: boolean }): Decimal | null {
  const [, sign = '', digits = '', exponent = '0', word = '', percent] = TYPED.exec(typed.trim()) ?? [];
  const power = word === '' ? 0 : POWERS[word.toLowerCase()];
  if (digits === '' || power === undefined) return null;
  const isNegative = sign === '-' || sign === '−' || sign === '(';
  const plain = digits.replace(/[, ]/g, '').replace(/^\./, '0.');
  const hundredths = isPercent || percent === '%' ? 2 : 0;
  const number = parseDecimal((isNegative ? '-' : '') + plain);
  return tidied(scaleDown(number, hundredths - power - Number(exponent)));
}

/** Removes negative places and trailing zeros. */
function tidied({ units, places }: Decimal): Decimal {
  if (places < 0) return { units: units * 10n ** BigInt(-places), places: 0 };
  let [left, at] = [units, places];
  while (at > 0 && left % 10n === 0n) {
    left /= 10n;
    at -= 1;
  }
  return { units: left, places: at };
}

/** The shortest exact form for a URL: `4e8`, `-12.5`. */
export function serialiseNumber(number: Decimal): string {
  const { units, places } = tidied(number);
  const zeros = /0{4,}$/.exec(String(units))?.[0].length ?? 0;
  if (places > 0 || zeros === 0) return toText({ units, places });
  return `${units / 10n ** BigInt(zeros)}e${zeros}`;
}

const WORDS: readonly [power: number, word: string][] = [
  [12, 'tn'],
  [9, 'bn'],
  [6, 'm'],
];

/** A readable form with every digit: `400 m`, `1.25 bn`, `412,345,678`. */
export function describeNumber(number: Decimal, { isPercent }: { isPercent: boolean }): string {
  if (isPercent) return `${formatExact(toText(tidied(scaleDown(number, -2))))}%`;
  const magnitude = number.units < 0n ? -number.units : number.units;
  for (const [power, word] of WORDS) {
    const scaled = tidied(scaleDown(number, power));
    if (scaled.places <= 3 && magnitude >= 10n ** BigInt(power + number.places))
      return `${formatExact(toText(scaled))} ${word}`;
  }
  return formatExact(toText(tidied(number)));
}
