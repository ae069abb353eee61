import type { MacroRate, RateSeries } from '../../../domain/markets/macro/model/macro-rate.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';

/** Daily rates of fifty central banks over eighty years are one and a half million. */
const MAX_RATES = 2_000_000;
const RATE = /^[+-]?\d{0,9}(?:\.\d{0,30})?(?:[eE][+-]?\d{1,3})?$/;
/** Brazil and others had rates of thousands of percent, none of millions. */
const MAX_PCT = 1_000_000;
/** Cells without a rate. */
const NO_RATE = new Set(['', '.', '-', 'N/A', 'NA', 'NaN', 'ND', 'null']);

/** Collects rates in the order of the file. Invalid ones are omitted and reported. */
export class RateList {
  readonly rates: MacroRate[] = [];
  readonly #log: AnomalyLog;
  readonly #places: number;

  /** `places`: decimals beyond which digits are rounding errors of floating-point numbers. */
  constructor(log: AnomalyLog, places: number) {
    this.#log = log;
    this.#places = places;
  }

  add(series: RateSeries, date: IsoDate, text: string): void {
    const stated = text.trim();
    const ratePct = NO_RATE.has(stated) ? null : rounded(stated, this.#places);
    if (ratePct === undefined) this.#log.add('bad_rate', `${series.seriesId} ${date}`, text);
    else if (this.rates.length < MAX_RATES) this.rates.push({ series, date, ratePct });
    else if (this.rates.length === MAX_RATES) this.#log.add('too_many_rates', '', `more than ${MAX_RATES}`);
  }

  /** The day of a text; null, with an anomaly, if it is not a day. */
  dateOf(text: string, place: string): IsoDate | null {
    const date = readDate(text.trim());
    if (date === null) this.#log.add('bad_date', place, text);
    return date;
  }
}

/** The digits of a rate as stated, rounded once if it has more places than `places`; undefined if it is not a rate. */
function rounded(text: string, places: number): string | undefined {
  const digits = RATE.test(text) ? canonicalDecimal(text) : null;
  if (digits === null || Math.abs(Number(digits)) > MAX_PCT) return undefined;
  const point = digits.indexOf('.');
  if (point < 0 || digits.length - point - 1 <= places) return statedDigits(text) ?? digits;
  const kept = BigInt(digits.slice(0, point + 1 + places).replace('.', ''));
  const isUp = (digits[point + 1 + places] ?? '0') >= '5';
  const away = digits.startsWith('-') ? -1n : 1n;
  return canonicalDecimal(`${isUp ? kept + away : kept}e-${places}`) ?? undefined;
}

/** A number that is stated without an exponent, with all its decimals: `4.30`. */
function statedDigits(text: string): string | null {
  const [, sign, whole = '', decimals = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (sign === undefined) return null;
  const magnitude = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}

/** Dates in the formats of publishers: `2024-01-31`, `01/31/2024`, and `01/31/24` in files saved by others. */
function readDate(text: string): IsoDate | null {
  const [, month, dayOfMonth, year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  const iso =
    month === undefined ? text : `${fullYear(year)}-${month.padStart(2, '0')}-${(dayOfMonth ?? '').padStart(2, '0')}`;
  const day = parseDay(iso);
  return day === null ? null : toIsoDate(day);
}

/** No table with two-digit years begins before 1950. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) >= 50 ? `19${year}` : `20${year}`;
}
