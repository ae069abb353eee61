import { LRUCache } from 'lru-cache';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import { uniqueBy } from '../../../../kernel/lists.ts';
import { type Conversion, rateKindOf } from '../../currencies/rules/convert-period.ts';
import { loadExchangeRates, requireRates } from '../../currencies/views/load-exchange-rates.ts';
import { lineItemOf } from '../rules/line-items.ts';
import { MARKET_CAP, trailingAmount } from '../rules/periods/current-amounts.ts';

/** A currency with a span for which rates are needed. */
export interface Span {
  currency: string;
  period_start: IsoDate;
  period_end: IsoDate;
}

/** The rates of all spans of a screen's years, ready to join. */
export interface ScreenConversion {
  /** JSON of {@link RateRow}s. */
  rows: string;
  /** How amounts of a span were converted to the requested currency: rates of flows and of balances. */
  of(span: Span): { average: Conversion; closing: Conversion };
}

/** Rates of a span: null = no rate. */
interface RateRow extends Span {
  average: number | null;
  closing: number | null;
}

/** Number of cached years; each has about a hundred spans. */
const YEARS_KEPT = 32;
const spansOf = new WeakMap<Database, LRUCache<string, Promise<Span[]>>>();

/**
 * The spans of some rows, given as the rest of a statement from the table on. They are cached until {@link forgetSpans}, because finding them reads
 * every row.
 */
function readSpans(db: Database, rows: Sql): Promise<Span[]> {
  const kept = spansOf.get(db) ?? new LRUCache({ max: YEARS_KEPT });
  spansOf.set(db, kept);
  const key = JSON.stringify([rows.sql, rows.values]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const reading = db.query<Span>(sql`select distinct currency, period_start, period_end from ${rows}`);
  kept.set(key, reading);
  reading.catch(() => kept.delete(key));
  return reading;
}

/** Reloads spans after rows with an unknown span were found. */
export function forgetSpans(db: Database): void {
  spansOf.delete(db);
}

/**
 * Computes the rates of every span of some rows, given as the rest of a statement from the table on: few, because most years
 * end with a month. With `day`, also those of the day for each of their currencies. Throws AsfiledError `not_found` if there
 * are no rates of the currency.
 */
export async function convertSpans(
  db: Database,
  to: string,
  tables: readonly Sql[],
  day: IsoDate | null,
): Promise<ScreenConversion> {
  const { rates } = requireRates(await loadExchangeRates(db), to);
  const known = new Map<string, { average: Conversion; closing: Conversion }>();
  const spans = (await Promise.all(tables.map(rows => readSpans(db, rows)))).flat();
  const ofDay =
    day === null ? [] : spans.map(({ currency }): Span => ({ currency, period_start: day, period_end: day }));
  const rows = uniqueBy([...spans, ...ofDay], keyOf).map((span): RateRow => {
    const { currency: from } = span;
    const [start, end] = [parseDay(span.period_start) ?? 0, parseDay(span.period_end) ?? 0];
    const average: Conversion = { from, to, kind: 'average', rate: rates.average(from, to, start, end) };
    const closing: Conversion = { from, to, kind: 'closing', rate: rates.closing(from, to, end) };
    known.set(keyOf(span), { average, closing });
    if (from === to) return { ...span, average: 1, closing: 1 };
    return { ...span, average: average.rate?.rate ?? null, closing: closing.rate?.rate ?? null };
  });
  return {
    rows: JSON.stringify(rows),
    of(span) {
      const conversions = known.get(keyOf(span));
      if (conversions === undefined) throw new Error(`no rates were requested for ${keyOf(span)}`);
      return conversions;
    },
  };
}

/** The rate of a span that multiplies an amount of a code; null if the code is not an amount of money. */
export function rateKindOfCode(code: string): 'average' | 'closing' | null {
  if (code === MARKET_CAP) return 'closing';
  const item = lineItemOf(code) ?? trailingAmount(code)?.item;
  return item === undefined ? null : rateKindOf(item);
}

function keyOf({ currency, period_start: start, period_end: end }: Span): string {
  return `${currency} ${start} ${end}`;
}
