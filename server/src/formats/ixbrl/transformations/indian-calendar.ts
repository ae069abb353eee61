import { daysInMonth } from '../../../kernel/dates.ts';

/**
 * Patterns for the months of the Indian national calendar: Devanagari names, and the common part of the many Latin
 * spellings.
 */
const MONTHS = [
  'C\\S*ait|चैत्र',
  'Vai|वैशाख|बैसाख',
  'Jy|ज्येष्ठ',
  'dha|ḍha|आषाढ|आषाढ़',
  'vana|Śrāvaṇa|श्रावण|सावन',
  'Bh\\S+dra|Proṣṭhapada|भाद्रपद|भादो',
  'in|आश्विन',
  'K\\S+rti|कार्तिक',
  'M\\S+rga|Agra|मार्गशीर्ष|अगहन',
  'Pau|पौष',
  'M\\S+gh|माघ',
  'Ph\\S+lg|फाल्गुन',
];

/** A pattern with a group `m1` to `m12` for each month. */
export const INDIAN_MONTHS: string = `(?:${MONTHS.map((names, index) => `(?<m${index + 1}>${names})`).join('|')})`;

/** Gregorian month and day on which each month starts; the first one starts a day earlier in leap years. */
const STARTS: readonly (readonly [number, number])[] = [
  [3, 22],
  [4, 21],
  [5, 22],
  [6, 22],
  [7, 23],
  [8, 23],
  [9, 23],
  [10, 23],
  [11, 22],
  [12, 22],
  [1, 21],
  [2, 20],
];

/**
 * Converts a day of the Indian national calendar (Saka era: year 0 began in 78) to a Gregorian date. Two-digit years
 * belong to the twenty-first Gregorian century, which starts on 11 Pausa 1921. Null if there is no such day.
 */
export function fromIndianCalendar(
  year: string,
  groups: Readonly<Record<string, string | undefined>>,
  day: number,
): string | null {
  const month = MONTHS.findIndex((_, index) => groups[`m${index + 1}`] !== undefined) + 1;
  const fullYear = year.length === 2 ? century(year, month, day) + Number(year) : Number(year);
  let gregorianYear = fullYear + 78;
  const isLeap = daysInMonth(gregorianYear, 2) === 29;
  const length = (month >= 2 && month <= 6) || (month === 1 && isLeap) ? 31 : 30;
  const start = STARTS[month - 1];
  if (start === undefined || day < 1 || day > length) return null;

  let [gregorianMonth, firstDay] = start;
  if (month === 1 && isLeap) firstDay--;
  if (month > 10) gregorianYear++;
  let gregorianDay = firstDay + day - 1;
  const daysThere = daysInMonth(gregorianYear, gregorianMonth);
  if (gregorianDay > daysThere) {
    gregorianDay -= daysThere;
    gregorianMonth = (gregorianMonth % 12) + 1;
    if (gregorianMonth === 1) gregorianYear++;
  }
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${gregorianYear}-${two(gregorianMonth)}-${two(gregorianDay)}`;
}

function century(year: string, month: number, day: number): number {
  const isBeforeTurn = Number(year) < 21 || (year === '21' && (month < 10 || (month === 10 && day < 11)));
  return isBeforeTurn ? 2000 : 1900;
}
