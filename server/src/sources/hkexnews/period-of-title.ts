import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import { MONTH_NAMES } from '../../kernel/months.ts';

const MONTHS = MONTH_NAMES.map(name => name.toLowerCase());
const DIGITS = '〇一二三四五六七八九';

/**
 * The end of the period that a title names: `… for the year ended 31 March 2025`, `… as at December 31, 2024`,
 * `截至二零二五年三月三十一日止…`, `截至2019年4月30日止…`, `截至30/04/2019`. Null if it names none.
 */
export function periodOfTitle(title: string): IsoDate | null {
  return englishPeriod(title) ?? chinesePeriod(title) ?? numericPeriod(title);
}

function englishPeriod(title: string): IsoDate | null {
  const words = title.toLowerCase();
  const dayFirst = /\b(?:ended|ending|as at)\s+(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]+),?\s+(\d{4})\b/.exec(words);
  if (dayFirst !== null) return toDate(dayFirst[3], MONTHS.indexOf(dayFirst[2] ?? '') + 1, Number(dayFirst[1]));
  const monthFirst = /\b(?:ended|ending|as at)\s+([a-z]+)\s+(\d{1,2}),?\s+(\d{4})\b/.exec(words);
  if (monthFirst === null) return null;
  return toDate(monthFirst[3], MONTHS.indexOf(monthFirst[1] ?? '') + 1, Number(monthFirst[2]));
}

function chinesePeriod(title: string): IsoDate | null {
  const text = title.normalize('NFKC').replace(/[零○]/g, '〇');
  const match =
    /截至\s*([\d〇一二三四五六七八九]{4})\s*年\s*([\d一二三四五六七八九十]{1,3})\s*月\s*([\d一二三四五六七八九十]{1,3})\s*日/.exec(
      text,
    );
  if (match === null) return null;
  const year = [...(match[1] ?? '')].map(digit => (DIGITS.includes(digit) ? DIGITS.indexOf(digit) : digit)).join('');
  return toDate(year, chineseNumber(match[2] ?? ''), chineseNumber(match[3] ?? ''));
}

function numericPeriod(title: string): IsoDate | null {
  const match = /(?:截至|ended|as at)\s*(\d{1,2})\/(\d{1,2})\/(\d{4})/i.exec(title);
  return match === null ? null : toDate(match[3], Number(match[2]), Number(match[1]));
}

/** `三十一` and `31` → 31: numbers up to 39. */
function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['〇', text];
  return (tens === '' ? 1 : DIGITS.indexOf(tens)) * 10 + (ones === '' ? 0 : DIGITS.indexOf(ones));
}

function toDate(year: string | undefined, month: number, day: number): IsoDate | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return parseDay(date) === null ? null : date;
}
