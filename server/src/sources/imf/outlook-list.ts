import type { WeoPoint, WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { canonicalDecimal, multiplyDecimals } from '../../kernel/exact-number.ts';

/** A vintage has nine thousand series. */
const MAX_SERIES = 100_000;
const NOTE_CHARS = 2_000;
const NAME_CHARS = 200;

/** Collects each series once, in the order of the file. */
export class OutlookList {
  readonly series: WeoSeries[] = [];
  readonly #log: AnomalyLog;
  readonly #seen = new Set<string>();

  constructor(log: AnomalyLog) {
    this.#log = log;
  }

  /** Series without points are omitted. */
  add(series: WeoSeries, place: string): void {
    const key = `${series.vintage} ${series.area} ${series.subject}`;
    if (series.points.length === 0) return;
    if (this.#seen.has(key)) this.#log.add('repeated_series', place, key);
    else if (this.series.length >= MAX_SERIES) this.#log.add('too_many_series', '', `more than ${MAX_SERIES}`);
    else
      this.series.push({
        ...series,
        note: shortened(series.note, NOTE_CHARS),
        areaName: series.areaName.slice(0, NAME_CHARS),
      });
    this.#seen.add(key);
  }
}

function shortened(note: string | null, chars: number): string | null {
  const text = (note ?? '').replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().toWellFormed();
  if (text === '') return null;
  return text.length <= chars ? text : `${text.slice(0, chars - 1).toWellFormed()}…`;
}

/** The factor of each scale. */
const SCALES: Readonly<Record<string, string>> = {
  '': '1',
  units: '1',
  thousands: '1e3',
  millions: '1e6',
  billions: '1e9',
};

/** The factor of a scale, a word or a number (`1000000000.0`); null if unknown. */
export function scaleOf(text: string): string | null {
  const word = text.trim().toLowerCase();
  return canonicalDecimal(SCALES[word] ?? (/^1(?:0{3})*(?:\.0)?$/.test(word) ? word : 'none'));
}

/** Digits that a double holds. Later ones are rounding errors: `2.5309999999999997`. */
const DIGITS = 15;

/** A decimal in whole units; null if it is no decimal. */
export function scaled(digits: string, scale: string): string | null {
  const canonical = canonicalDecimal(digits);
  if (canonical === null) return null;
  const isNoisy = canonical.replace(/[-.]/g, '').replace(/^0+/, '').length > DIGITS;
  const clean = isNoisy ? canonicalDecimal(Number(canonical).toPrecision(DIGITS)) : canonical;
  return clean === null ? null : multiplyDecimals(clean, scale);
}

/** The last year that is no estimate, `2023` or `2023.0`; null for other texts. */
export function lastActualYear(text: string): number | null {
  const [, year] = /^((?:19|20)\d\d)(?:\.0)?$/.exec(text.trim()) ?? [];
  return year === undefined ? null : Number(year);
}

export function point(year: string, value: string | null): WeoPoint {
  return { year: Number(year), value };
}
