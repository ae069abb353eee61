import { type IsoDate, parseDay } from '../../kernel/dates.ts';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const WRITTEN_DAY = new RegExp(`\\b(${MONTHS})\\s+(\\d{1,2}),?\\s+(\\d{4})\\b`, 'gi');

/** The days that an English text names in full (`May 13, 2019`), in its order. */
export function writtenDays(text: string): IsoDate[] {
  return [...text.matchAll(WRITTEN_DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = MONTHS.split('|').findIndex(name => name.toLowerCase() === month.toLowerCase()) + 1;
    const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return parseDay(date) === null ? [] : [date];
  });
}
