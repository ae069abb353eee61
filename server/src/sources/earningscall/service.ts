import type { FiscalPeriod } from '../../domain/figures/financials/model/financials.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { type Instant, toInstant } from '../../kernel/dates.ts';
import { plainText } from '../kit/calls/spoken-turns.ts';

export const API_HOST = 'v2.api.earningscall.biz';

export const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,15}$/;

/** Exchanges of the United States, in the order in which a ticker without exchange is looked up. */
export const US_EXCHANGES = ['NASDAQ', 'NYSE', 'AMEX', 'OTC'] as const;

/** The market of an exchange; null if unknown. FICTIONAL is the exchange of the sample's fictional companies. */
export function marketOf(exchange: string): string | null {
  if (US_EXCHANGES.some(known => known === exchange)) return 'us';
  return exchange === 'FICTIONAL' ? 'demo' : null;
}

export const PERIODS: readonly FiscalPeriod[] = ['q1', 'q2', 'q3', 'q4'];

/** A call in a list of calls. */
export interface ListedCall {
  year: number;
  quarter: number;
  moment: CallMoment | null;
}

export interface CallMoment {
  instant: Instant;
  /** The local date of the call. */
  date: string;
}

export function toListed(row: unknown): ListedCall | null {
  if (!isJsonObject(row)) return null;
  const { year, quarter } = row;
  if (typeof year !== 'number' || typeof quarter !== 'number') return null;
  return { year, quarter, moment: momentOf(row.conference_date) };
}

/** `2022-01-27T14:00:00.000-08:00`: an instant with its offset from UTC. */
function momentOf(value: unknown): CallMoment | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value))
    return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : { instant: toInstant(at), date: value.slice(0, 10) };
}

export function textOf(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  const text = typeof value === 'string' ? plainText(value) : '';
  return text === '' ? null : text;
}
