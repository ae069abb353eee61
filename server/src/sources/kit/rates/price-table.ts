import type { Bars, CloseBasis, PriceActions } from '../../../domain/markets/prices/model/price-series.ts';
import { parseDelimited } from '../../../formats/delimited.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Day, parseDay } from '../../../kernel/dates.ts';

/** Names of the columns of a table of closes, in lower case and in any language. */
export interface PriceColumns {
  date: readonly string[];
  /** By the basis of the closes. A table has columns of some bases only. */
  closes: Readonly<Partial<Record<CloseBasis, readonly string[]>>>;
  volume: readonly string[];
  /** New shares for each old one on the day; 0 or 1 if there is no split. */
  splits?: readonly string[];
  dividends?: readonly string[];
  /** Absent if dates are YYYY-MM-DD, with or without a time. */
  parseDate?: (text: string) => Day | null;
}

export interface PriceTable {
  bars: Bars;
  /** Null if the table has no column of splits. */
  actions: PriceActions | null;
}

/** More days than any index has since 1789. */
const MAX_ROWS = 100_000;
const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;
/** Cells of days without trades. */
const NOTHING = new Set(['', 'null', 'nan', 'n/a', '-', '.']);

/**
 * A table with one row per day, in any order. Invalid rows are omitted and reported. Days without closes, such as holidays,
 * are omitted silently. Null, with an anomaly, if the document is not such a table.
 */
export function parsePriceTable(text: string, columns: PriceColumns, log: AnomalyLog): PriceTable | null {
  const [header = [], ...rows] = parseDelimited(text, ',');
  const names = header.map(name => name.trim().toLowerCase());
  const placeOf = (wanted: readonly string[] | undefined): number => names.findIndex(name => wanted?.includes(name));
  const date = placeOf(columns.date);
  const bases = (['raw', 'split_adjusted', 'adjusted'] as const)
    .map(basis => ({ basis, place: placeOf(columns.closes[basis]) }))
    .filter(item => item.place >= 0);
  if (date < 0 || bases.length === 0) {
    log.add('unexpected_document', 'line 1', header.join().slice(0, 200));
    return null;
  }
  if (rows.length > MAX_ROWS) log.add('too_many_rows', '', `${rows.length}`);
  const [volume, split = -1, dividend] = [columns.volume, columns.splits, columns.dividends].map(placeOf);
  const list = new BarList(
    bases.map(base => base.basis),
    { actions: split >= 0 },
  );
  for (const [at, row] of rows.slice(0, MAX_ROWS).entries()) {
    const place = `line ${at + 2}`;
    const cell = (index: number | undefined): number | null => (index === undefined ? null : toNumber(row[index]));
    const day = (columns.parseDate ?? dayOfStamp)(row[date]?.trim() ?? '');
    if (day === null) {
      log.add('bad_date', place, row[date] ?? '');
      continue;
    }
    const texts = bases.map(basis => row[basis.place]?.trim().toLowerCase() ?? '');
    if (texts.every(text => NOTHING.has(text))) continue;
    const closes = texts.map(toNumber);
    if (closes.some(close => close === null || !(close > 0))) log.add('bad_close', place, texts.join());
    else if (!list.add(day, closes, cell(volume))) log.add('repeated_day', place, row[date] ?? '');
    else list.act(day, cell(split), cell(dividend));
  }
  return list.table();
}

/** A number with or without commas between thousands; null if the text is not a number. */
export function toNumber(text: string | undefined): number | null {
  const plain = text?.trim() ?? '';
  return NUMBER.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** A date, with or without a time and a time zone. */
function dayOfStamp(text: string): Day | null {
  return parseDay(text.slice(0, 10));
}

/** Collects days in any order; of a repeated day the first counts. */
export class BarList {
  readonly #bases: readonly CloseBasis[];
  readonly #rows = new Map<Day, { closes: readonly (number | null)[]; volume: number | null }>();
  readonly #actions: PriceActions | null;

  constructor(bases: readonly CloseBasis[], reports: { actions: boolean }) {
    this.#bases = bases;
    this.#actions = reports.actions ? { splits: [], dividends: [] } : null;
  }

  /** False if the day is repeated. `closes` are positive, in the order of the bases. */
  add(day: Day, closes: readonly (number | null)[], volume: number | null): boolean {
    if (this.#rows.has(day)) return false;
    this.#rows.set(day, { closes, volume: volume !== null && volume >= 0 ? volume : null });
    return true;
  }

  /** Adds the split and the dividend of a day, if there are any. */
  act(day: Day, ratio: number | null, amount: number | null): void {
    if (ratio !== null && ratio > 0 && ratio !== 1) this.#actions?.splits.push({ day, ratio });
    if (amount !== null && amount > 0) this.#actions?.dividends.push({ day, amount });
  }

  /** The table, with the oldest day first. */
  table(): PriceTable {
    const rows = [...this.#rows].sort(([a], [b]) => a - b);
    const closes: Partial<Record<CloseBasis, number[]>> = {};
    for (const [at, basis] of this.#bases.entries()) closes[basis] = rows.map(([, row]) => row.closes[at] ?? 0);
    const volumes = rows.map(([, row]) => row.volume);
    const byDay = (a: { day: Day }, b: { day: Day }) => a.day - b.day;
    return {
      bars: {
        days: rows.map(([day]) => day),
        closes,
        volumes: volumes.some(volume => volume !== null) ? volumes : null,
      },
      actions: this.#actions && {
        splits: this.#actions.splits.sort(byDay),
        dividends: this.#actions.dividends.sort(byDay),
      },
    };
  }
}
