import type { Day } from '../../../../kernel/dates.ts';
import { countLeading } from '../../../../kernel/lists.ts';

/** The rates of one currency: units per euro, by day in ascending order. */
export interface RateSeries {
  days: readonly Day[];
  perEuro: readonly number[];
}

/** The amount of one currency per unit of another. */
export interface CrossRate {
  /** Twelve significant digits. */
  rate: number;
  /** First and last day of the rates used. */
  from: Day;
  to: Day;
  /** Number of days of the rates used. */
  days: number;
}

/** Weekends and holidays leave at most four days without a rate; a longer gap is missing data. */
const LONGEST_GAP = 7;
const DIGITS = 12;
export const EURO = 'EUR';

/** Rates of one currency in another by day, with running sums, so that the average of any span is one subtraction. */
interface PairSeries {
  days: readonly Day[];
  rates: readonly number[];
  /** `sums[n]` is the sum of the first n rates. */
  sums: Float64Array;
  /** `gaps[n]` is the number of the first n days that are more than {@link LONGEST_GAP} after the previous one. */
  gaps: Uint32Array;
}

/** Daily rates of one publisher against the euro, from which rates of any pair of its currencies are computed. */
export class ExchangeRates {
  readonly #series: ReadonlyMap<string, RateSeries>;
  readonly #pairs = new Map<string, PairSeries>();

  /** Keyed by ISO 4217 code, without the euro. */
  constructor(series: ReadonlyMap<string, RateSeries>) {
    this.#series = series;
  }

  /** Sorted codes, including the euro if any rate is stored. */
  currencies(): string[] {
    return this.#series.size === 0 ? [] : [...this.#series.keys(), EURO].sort();
  }

  /** Whether any rate of a currency is stored. */
  has(currency: string): boolean {
    return currency === EURO ? this.#series.size > 0 : this.#series.has(currency);
  }

  /** The rate of the last day up to `day` with quotes of both currencies; null if that is over a week earlier or never. */
  closing(from: string, to: string, day: Day): CrossRate | null {
    const { days, rates } = this.#pair(from, to);
    const at = countUpTo(days, day) - 1;
    const [quoted, rate] = [days[at], rates[at]];
    if (quoted === undefined || rate === undefined || day - quoted > LONGEST_GAP) return null;
    return { rate: rounded(rate), from: quoted, to: quoted, days: 1 };
  }

  /**
   * The mean rate of all days from `start` to `end` with quotes of both currencies; null if more than a week of the
   * span lacks quotes, at either end or within.
   */
  average(from: string, to: string, start: Day, end: Day): CrossRate | null {
    const { days, sums, gaps } = this.#pair(from, to);
    const first = countUpTo(days, start - 1);
    const after = countUpTo(days, end);
    const [firstDay, lastDay] = [days[first], days[after - 1]];
    if (after <= first || firstDay === undefined || lastDay === undefined) return null;
    if (firstDay - start > LONGEST_GAP || end - lastDay > LONGEST_GAP) return null;
    if ((gaps[after] ?? 0) > (gaps[first + 1] ?? 0)) return null;
    const rate = ((sums[after] ?? 0) - (sums[first] ?? 0)) / (after - first);
    return { rate: rounded(rate), from: firstDay, to: lastDay, days: after - first };
  }

  #pair(from: string, to: string): PairSeries {
    const key = `${from} ${to}`;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const pair = withSums(crossed(this.#seriesOf(from, to), this.#seriesOf(to, from)));
    this.#pairs.set(key, pair);
    return pair;
  }

  /** The euro is one euro on every day that has a quote of the other currency. */
  #seriesOf(currency: string, other: string): RateSeries {
    if (currency !== EURO) return this.#series.get(currency) ?? { days: [], perEuro: [] };
    const days = this.#series.get(other)?.days ?? [];
    return { days, perEuro: days.map(() => 1) };
  }
}

/** Rates of the days with quotes of both currencies. */
function crossed(from: RateSeries, to: RateSeries): { days: Day[]; rates: number[] } {
  const days: Day[] = [];
  const rates: number[] = [];
  let at = 0;
  for (const [index, day] of to.days.entries()) {
    while ((from.days[at] ?? Number.POSITIVE_INFINITY) < day) at++;
    const [of, into] = [from.perEuro[at], to.perEuro[index]];
    if (from.days[at] !== day || of === undefined || into === undefined) continue;
    days.push(day);
    rates.push(into / of);
  }
  return { days, rates };
}

function withSums({ days, rates }: { days: Day[]; rates: number[] }): PairSeries {
  const sums = new Float64Array(days.length + 1);
  const gaps = new Uint32Array(days.length + 1);
  let previous: Day | null = null;
  for (const [at, day] of days.entries()) {
    sums[at + 1] = (sums[at] ?? 0) + (rates[at] ?? 0);
    gaps[at + 1] = (gaps[at] ?? 0) + (previous !== null && day - previous > LONGEST_GAP ? 1 : 0);
    previous = day;
  }
  return { days, rates, sums, gaps };
}

/** The number of ascending days that are not after `day`. */
function countUpTo(days: readonly Day[], day: Day): number {
  return countLeading(days, candidate => candidate <= day);
}

function rounded(rate: number): number {
  return Number(rate.toPrecision(DIGITS));
}
