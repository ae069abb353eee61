import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { lastDayOf } from './report-types.ts';

/** What the amounts of a table are in. */
export interface TableUnit {
  /** ISO 4217 */
  currency: string;
  /** Power of ten: 6 for millions. */
  scale: number;
}

const UNIT = /단\s*위\s*[:：]?\s*([^)）\],;/]{1,20})/;

const SCALES: readonly [RegExp, number][] = [
  [/조/, 12],
  [/십억/, 9],
  [/억/, 8],
  [/천만/, 7],
  [/백만/, 6],
  [/십만/, 5],
  [/만/, 4],
  [/천/, 3],
];

const CURRENCIES: readonly [RegExp, string][] = [
  [/USD|US\$|달러|불$/i, 'USD'],
  [/JPY|엔/i, 'JPY'],
  [/CNY|RMB|위안/i, 'CNY'],
  [/EUR|유로/i, 'EUR'],
  [/HKD/i, 'HKD'],
  [/KRW|원/i, 'KRW'],
];

/** The unit that a text states: `(단위 : 백만원)`; null if it states none, or one of no amounts (`개`, `%`). */
export function readTableUnit(text: string): TableUnit | null {
  const stated = UNIT.exec(text)?.[1]?.replace(/\s+/g, '');
  const currency = CURRENCIES.find(([words]) => words.test(stated ?? ''))?.[1];
  if (stated === undefined || currency === undefined) return null;
  return { currency, scale: SCALES.find(([words]) => words.test(stated))?.[1] ?? 0 };
}

/** An amount of a cell. */
export interface CellAmount {
  digits: string;
  decimals: number;
}

const GROUPED = /^(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?$/;

/**
 * The amount of a cell: negative in parentheses, or after a minus or a triangle. Null for a dash, an empty cell and words;
 * `unreadable` for digits that are no number, such as `59,296,34,150`.
 */
export function readAmount(text: string): CellAmount | 'unreadable' | null {
  const plain = text.replace(/[\s　]+/g, '');
  const [, open, body = '', close] = /^([(（]?)(?:[△▲∆−–-]?)([\d,.]+)([)）]?)$/.exec(plain) ?? [];
  if (open === undefined) return /\d/.test(plain) && /^[\d,.()（）△▲∆−–-]+$/.test(plain) ? 'unreadable' : null;
  const number = GROUPED.exec(body);
  if (number === null || (open === '') !== (close === '')) return 'unreadable';
  const isNegative = open !== '' || /^[△▲∆−–-]/.test(plain);
  const digits = `${number[1]?.replaceAll(',', '') ?? ''}${number[2] ?? ''}`;
  return { digits: isNegative && /[1-9]/.test(digits) ? `-${digits}` : digits, decimals: (number[2]?.length ?? 1) - 1 };
}

/** The period of a column; `start` is null for a day. */
export interface ColumnPeriod {
  start: IsoDate | null;
  end: IsoDate;
}

const DATE =
  /((?:19|20)\d{2}|['’]\d{2})\s*[년.\-/]\s*(\d{1,2})\s*(?:[월.\-/]|$|(?=\s|말|[)）~∼～]))\s*(?:(\d{1,2})\s*일?|말)?/g;
const MONTHS = /((?:19|20)\d{2})\s*년?\s*[.]?\s*(\d{1,2})\s*월?\s*[~∼～]\s*(\d{1,2})\s*월/;
/** Words that make a date the last day of a period of months. */
const RANGE = /[~∼～]|부터/;

/**
 * The period that the head of a column states: `2021년 12월말`, `2022.09.30 현재`, `2021.01.01 ~ 2021.12.31`,
 * `2022년 1월~6월`. Null if it states none.
 */
export function readColumnPeriod(text: string): ColumnPeriod | null {
  const months = MONTHS.exec(text);
  if (months !== null) {
    const start = lastDayOf(Number(months[1]), Number(months[2]))?.replace(/\d\d$/, '01') ?? null;
    const end = lastDayOf(Number(months[1]), Number(months[3]));
    return start === null || end === null ? null : { start, end };
  }
  const dates = [...text.matchAll(DATE)];
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return null;
  const end = endOf(last);
  if (end === null) return null;
  const start = dates.length > 1 && RANGE.test(text) ? startOf(first) : null;
  return start !== null && start >= end ? null : { start, end };
}

function yearOf([, year = '']: RegExpMatchArray): number {
  return /^\d{4}$/.test(year) ? Number(year) : 2000 + Number(year.slice(1));
}

/** The day of a date; the last of its month if it has none. */
function endOf(date: RegExpMatchArray): IsoDate | null {
  const [, , month = '', day] = date;
  if (day === undefined) return lastDayOf(yearOf(date), Number(month));
  return dayOf(date, Number(month), Number(day));
}

function startOf(date: RegExpMatchArray): IsoDate | null {
  const [, , month = '', day = '1'] = date;
  return dayOf(date, Number(month), Number(day));
}

function dayOf(date: RegExpMatchArray, month: number, day: number): IsoDate | null {
  const text = `${yearOf(date)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return parseDay(text) === null ? null : text;
}
