import type { Bars, CloseBasis, PriceActions } from '../../../domain/markets/prices/model/price-series.ts';
import { parseDelimited } from '../../../formats/delimited.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Day, parseDay } from '../../../kernel/dates.ts';

/** What the columns of a table of closes are called, in lower case, in whatever languages a publisher has it. */
export interface PriceColumns {
  date: readonly string[];
  /** By the basis that their closes are on; columns of a basis that a table lacks are not looked for. */
  closes: Readonly<Partial<Record<CloseBasis, readonly string[]>>>;
  volume: readonly string[];
  /** New shares for each old one on the day; 0 or 1 for none. */
  splits?: readonly string[];
  dividends?: readonly string[];
  /** How a date is written, where it is not YYYY-MM-DD with or without a time. */
  parseDate?: (text: string) => Day | null;
}

export interface PriceTable {
  bars: Bars;
  /** Null where the table has no column of them. */
  actions: PriceActions | null;
}

/** Days since 1789 that any index has; what is longer is no table of closes. */
const MOST_ROWS = 100_000;
const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;
/** What stands where nothing was traded. */
const NOTHING = new Set(['', 'null', 'nan', 'n/a', '-', '.']);

/**
 * A table with a row a day, in whichever order. What can't be read is left out and told; days on which nothing is stated
 * are left out in silence, as holidays are. Null, with an anomaly, where it is no such table.
 */
export function parsePriceTable(text: string, columns: PriceColumns, log: AnomalyLog): PriceTable | null {
  const [header = [], ...rows] = parseDelimited(text, ',');
  const names = header.map(name => name.trim().toLowerCase());
  const placeOf = (wanted: readonly string[] | undefined): number => names.findIndex(name => wanted?.includes(name));
  const date = placeOf(columns.date);
  const bases = (['raw', 'split_adjusted', 'adjusted'] as const)
    .map(basis => ({ basis, place: placeOf(columns.closes[basis]) }))
    .filter(one => one.place >= 0);
  if (date < 0 || bases.length === 0) {
    log.add('unexpected_document', 'line 1', header.join().slice(0, 200));
    return null;
  }
  if (rows.length > MOST_ROWS) log.add('too_many_rows', '', `${rows.length}`);
  const [volume, split = -1, dividend] = [columns.volume, columns.splits, columns.dividends].map(placeOf);
  const list = new BarList(
    bases.map(one => one.basis),
    { actions: split >= 0 },
  );
  for (const [at, row] of rows.slice(0, MOST_ROWS).entries()) {
    const place = `line ${at + 2}`;
    const cell = (index: number | undefined): number | null => (index === undefined ? null : toNumber(row[index]));
    const day = (columns.parseDate ?? dayOfStamp)(row[date]?.trim() ?? '');
    if (day === null) {
      log.add('bad_date', place, row[date] ?? '');
      continue;
    }
    const texts = bases.map(one => row[one.place]?.trim().toLowerCase() ?? '');
    if (texts.every(one => NOTHING.has(one))) continue;
    const closes = texts.map(toNumber);
    if (closes.some(one => one === null || !(one > 0))) log.add('bad_close', place, texts.join());
    else if (!list.add(day, closes, cell(volume))) log.add('repeated_day', place, row[date] ?? '');
    else list.act(day, cell(split), cell(dividend));
  }
  return list.table();
}

/** A number as it is written, with or without commas between thousands; null where there is none. */
export function toNumber(text: string | undefined): number | null {
  const plain = text?.trim() ?? '';
  return NUMBER.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** A date, with or without a time and zone behind it. */
function dayOfStamp(text: string): Day | null {
  return parseDay(text.slice(0, 10));
}

/** Gathers days in any order; each counts once, the first time. */
export class BarList {
  readonly #bases: readonly CloseBasis[];
  readonly #rows = new Map<Day, { closes: readonly (number | null)[]; volume: number | null }>();
  readonly #actions: PriceActions | null;

  constructor(bases: readonly CloseBasis[], tells: { actions: boolean }) {
    this.#bases = bases;
    this.#actions = tells.actions ? { splits: [], dividends: [] } : null;
  }

  /** False where the day is there already. `closes` in the order of the bases, each positive. */
  add(day: Day, closes: readonly (number | null)[], volume: number | null): boolean {
    if (this.#rows.has(day)) return false;
    this.#rows.set(day, { closes, volume: volume !== null && volume >= 0 ? volume : null });
    return true;
  }

  /** Tells of a split and of a dividend of a day, where they are any. */
  act(day: Day, ratio: number | null, amount: number | null): void {
    if (ratio !== null && ratio > 0 && ratio !== 1) this.#actions?.splits.push({ day, ratio });
    if (amount !== null && amount > 0) this.#actions?.dividends.push({ day, amount });
  }

  /** Oldest first. */
  table(): PriceTable {
    const rows = [...this.#rows].sort(([a], [b]) => a - b);
    const closes: Partial<Record<CloseBasis, number[]>> = {};
    for (const [at, basis] of this.#bases.entries()) closes[basis] = rows.map(([, row]) => row.closes[at] ?? 0);
    const volumes = rows.map(([, row]) => row.volume);
    const byDay = (a: { day: Day }, b: { day: Day }) => a.day - b.day;
    return {
      bars: { days: rows.map(([day]) => day), closes, volumes: volumes.some(one => one !== null) ? volumes : null },
      actions: this.#actions && {
        splits: this.#actions.splits.sort(byDay),
        dividends: this.#actions.dividends.sort(byDay),
      },
    };
  }
}
