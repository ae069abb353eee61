import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import { ANY_MONTH, MONTH_NAMES } from '../../kernel/months.ts';

const WRITTEN_DAY = new RegExp(`\\b(${ANY_MONTH})\\s+(\\d{1,2}),?\\s+(\\d{4})\\b`, 'gi');

/** The days that an English text names in full (`May 13, 2019`), in its order. */
export function writtenDays(text: string): IsoDate[] {
  return [...text.matchAll(WRITTEN_DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = MONTH_NAMES.findIndex(name => name.toLowerCase() === month.toLowerCase()) + 1;
    const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return parseDay(date) === null ? [] : [date];
  });
}
