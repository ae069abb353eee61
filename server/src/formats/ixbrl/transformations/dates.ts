import { daysInMonth } from '../../../kernel/dates.ts';
import { fromIndianCalendar, INDIAN_MONTHS } from './indian-calendar.ts';
import {
  CZECH_BESIDE_DAY,
  CZECH_BESIDE_YEAR,
  ENGLISH_ANY,
  ENGLISH_LONG,
  ENGLISH_SHORT,
  HINDI_FULL,
  type MonthNames,
  monthNames,
  ROMAN,
  WELSH_BESIDE_YEAR,
} from './month-names.ts';
import { asciiDigits, matching, type Transformation } from './transformation.ts';

const DAY = '(?<day>[0-9]{1,2})';
const MONTH = '(?<month>[0-9]{1,2})';
const YEAR = '(?<year>[0-9]{1,2}|[0-9]{4})';
const SEP = '[^0-9]+';
/** A name that must not be the end of a longer word in Latin letters. */
const SEP_BEFORE_WORD = '[^0-9]+(?<=[^0-9a-zA-Z])';

/** ASCII or Devanagari digits. */
const DAY_IN = '(?<day>[0-9०-९]{1,2})';
const MONTH_IN = '(?<month>[0-9०-९]{1,2})';
const YEAR_IN = '(?<year>[0-9०-९]{1,2}|[0-9०-९]{4})';
const LONG_YEAR_IN = '(?<year>[0-9]{2}|[0-9]{4}|[०-९]{2}|[०-९]{4})';
const SEP_IN = '[^0-9०-९]+';

/** ASCII or full-width digits. */
const DAY_WIDE = '(?<day>[0-9０-９]{1,2})';
const MONTH_WIDE = '(?<month>[0-9０-９]{1,2})';
const YEAR_WIDE = '(?<year>[0-9０-９]{1,2}|[0-9０-９]{4})';
const SEP_WIDE = '[^0-9０-９]+';
/** Digits of all three scripts. */
const DIGITS = '0-9\\u0966-\\u096F\\uFF10-\\uFF19';
const YEAR_ANY = `(?<year>[${DIGITS}]{1,2}|[${DIGITS}]{4})`;
const MONTH_ANY = `(?<month>[${DIGITS}]{1,2})`;
const SEP_ANY = `[^${DIGITS}]+`;
const BLANK = '[\\s\\u00A0]*';

const ERAS: Record<string, number> = { 明: 1868, 大: 1912, 昭: 1926, 平: 1989, 令: 2019 };
const ERA_YEAR = `(?<era>明治|明|大正|大|昭和|昭|平成|平|令和|令)${BLANK}(?<eraYear>[0-9０-９]{1,2}|元)${BLANK}年`;

/**
 * A pattern whose `name` group is a month, or which has month, day and year in digits, and the parts of a date that it
 * yields.
 */
function date(pattern: string, names?: MonthNames): Transformation {
  return matching(new RegExp(pattern, 'u'), groups => {
    const { name, month, day, year } = groups;
    const number = name === undefined ? Number(asciiDigits(month ?? '')) : names?.monthOf.get(name);
    const fullYear = groups.era === undefined ? gregorianYear(year) : eraYear(groups.era, groups.eraYear ?? '');
    return dateParts(fullYear, number, day === undefined ? null : Number(asciiDigits(day)));
  });
}

/** One- and two-digit years belong to the 2000s. */
function gregorianYear(year: string | undefined): string | null {
  if (year === undefined) return null;
  const digits = asciiDigits(year);
  return digits.length > 2 ? digits : `20${digits.padStart(2, '0')}`;
}

function eraYear(era: string, year: string): string {
  const first = ERAS[era.charAt(0)] ?? 0;
  return String(first + (year === '元' ? 1 : Number(asciiDigits(year))) - 1);
}

/** `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`; null if the calendar has no such day. */
function dateParts(year: string | null, month: number | undefined, day: number | null): string | null {
  if (month === undefined || month < 1 || month > 12) return null;
  const mm = String(month).padStart(2, '0');
  if (day === null) return year === null ? null : `${year}-${mm}`;
  // A month and day without a year may be 29 February.
  if (day < 1 || day > daysInMonth(year === null ? 2000 : Number(year), month)) return null;
  const dd = String(day).padStart(2, '0');
  return `${year ?? '-'}-${mm}-${dd}`;
}

function named(names: MonthNames): string {
  return `(?<name>${names.alternatives})`;
}

const english = named(ENGLISH_ANY);

const DANISH = monthNames('da');
/** The rest of a word or a full stop may follow an abbreviation, not both; no separator is required before the year. */
const danish = `${named(DANISH)}(?:[A-Za-z]+(?![A-Za-z.])|(?![A-Za-z])\\.*)`;
const DANISH_DAY_MONTH = date(`${DAY}${SEP}${danish}`, DANISH);
const DANISH_DAY_MONTH_YEAR = date(`${DAY}${SEP}${danish}[^0-9]*${YEAR}`, DANISH);
const DANISH_MONTH_YEAR = date(`${danish}[^0-9]*${YEAR}`, DANISH);

const DAY_MONTH = date(`${DAY}${SEP}${MONTH}`);
const DAY_MONTH_YEAR = date(`${DAY_IN}${SEP_IN}${MONTH_IN}${SEP_IN}${YEAR_IN}`);
const MONTH_DAY = date(`${MONTH}${SEP}${DAY}`);
const MONTH_DAY_YEAR = date(`${MONTH}${SEP}${DAY}${SEP}${YEAR}`);
const MONTH_YEAR = date(`${MONTH_IN}${SEP_IN}${YEAR_IN}`);
const YEAR_MONTH_DAY = date(`${YEAR_WIDE}${SEP_WIDE}${MONTH_WIDE}${SEP_WIDE}${DAY_WIDE}[^0-9０-９]*`);
const DAY_MONTHNAME_EN = date(`${DAY}${SEP}${english}`, ENGLISH_ANY);
const DAY_MONTHNAME_YEAR_EN = date(`${DAY}${SEP}${english}${SEP}${YEAR}`, ENGLISH_ANY);
const MONTHNAME_DAY_EN = date(`${english}${SEP}${DAY}[a-zA-Z]{0,2}`, ENGLISH_ANY);
const MONTHNAME_DAY_YEAR_EN = date(`${english}${SEP}${DAY}${SEP}${YEAR}`, ENGLISH_ANY);
const MONTHNAME_YEAR_EN = date(`${english}${SEP}${YEAR}`, ENGLISH_ANY);
const YEAR_MONTHNAME_EN = date(`${YEAR}${SEP}${english}`, ENGLISH_ANY);
const ERA_MONTH = date(`${BLANK}${ERA_YEAR}${BLANK}${MONTH_WIDE}${BLANK}月${BLANK}`);
const ERA_MONTH_DAY = date(`${BLANK}${ERA_YEAR}${BLANK}${MONTH_WIDE}${BLANK}月${BLANK}${DAY_WIDE}${BLANK}日${BLANK}`);
const YEAR_MONTH_CJK = date(`${BLANK}${YEAR_WIDE}${BLANK}年${BLANK}${MONTH_WIDE}${BLANK}月${BLANK}`);
const YEAR_MONTH_DAY_CJK = date(
  `${BLANK}${YEAR_WIDE}${BLANK}年${BLANK}${MONTH_WIDE}${BLANK}月${BLANK}${DAY_WIDE}${BLANK}日${BLANK}`,
);
const HINDI_MONTH_YEAR = date(`${named(HINDI_FULL)}${SEP_IN}${LONG_YEAR_IN}`, HINDI_FULL);

const INDIAN_DAY_MONTH_YEAR = matching(
  new RegExp(`(?<day>[0-9]{1,2}|[०-९]{1,2})${SEP_IN}${INDIAN_MONTHS}${SEP_IN}${LONG_YEAR_IN}`, 'u'),
  groups => fromIndianCalendar(asciiDigits(groups.year ?? ''), groups, Number(asciiDigits(groups.day ?? ''))),
);

/** Registry 1 only rearranges dates in digits and does not check the calendar. */
function placed(pattern: string): Transformation {
  return matching(new RegExp(pattern), ({ month = '', day = '', year }) => {
    return `${gregorianYear(year) ?? '-'}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
}

/** A day before or after a month name, with blanks as in registry 1. */
function placedNamed(names: MonthNames): Record<'dm' | 'md' | 'my' | 'ym' | 'dmy' | 'mdy', Transformation> {
  const name = named(names);
  const year = '(?<year>[0-9]{2}|[0-9]{4})';
  return {
    dm: date(`${DAY} ${name}`, names),
    md: date(`${name} ${DAY}`, names),
    my: date(`${name}\\s+${year}`, names),
    ym: date(`${year}\\s+${name}`, names),
    dmy: date(`${DAY} ${name} ${year}`, names),
    mdy: date(`${name} ${DAY}, ${year}`, names),
  };
}

const long = placedNamed(ENGLISH_LONG);
const short = placedNamed(ENGLISH_SHORT);
const SHORT_OR_LONG_YEAR = '(?<year>[0-9]{2}|[0-9]{4})';

/** Transformation Registry 1 (2010-04-20). */
export const DATES_1: Record<string, Transformation> = {
  datedoteu: placed(`${DAY}\\.${MONTH}\\.${SHORT_OR_LONG_YEAR}`),
  datedotus: placed(`${MONTH}\\.${DAY}\\.${SHORT_OR_LONG_YEAR}`),
  datelongdaymonthuk: long.dm,
  datelongmonthdayus: long.md,
  datelongmonthyear: long.my,
  datelonguk: long.dmy,
  datelongus: long.mdy,
  datelongyearmonth: long.ym,
  dateshortdaymonthuk: date(`${DAY}\\s+${named(ENGLISH_SHORT)}`, ENGLISH_SHORT),
  dateshortmonthdayus: date(`${named(ENGLISH_SHORT)}\\s+${DAY}[A-Za-z]{0,2}`, ENGLISH_SHORT),
  dateshortmonthyear: short.my,
  dateshortuk: short.dmy,
  dateshortus: short.mdy,
  dateshortyearmonth: short.ym,
  dateslashdaymontheu: placed(`${DAY}/${MONTH}`),
  dateslasheu: placed(`${DAY}/${MONTH}/${SHORT_OR_LONG_YEAR}`),
  dateslashmonthdayus: placed(`${MONTH}/${DAY}`),
  dateslashus: placed(`${MONTH}/${DAY}/${SHORT_OR_LONG_YEAR}`),
};

/** Transformation Registry 2 (2011-07-31). */
export const DATES_2: Record<string, Transformation> = {
  datedaymonth: DAY_MONTH,
  datedaymonthen: DAY_MONTHNAME_EN,
  datedaymonthyear: date(`${DAY}${SEP}${MONTH}${SEP}${YEAR}`),
  datedaymonthyearen: DAY_MONTHNAME_YEAR_EN,
  dateerayearmonthdayjp: ERA_MONTH_DAY,
  dateerayearmonthjp: ERA_MONTH,
  datemonthday: MONTH_DAY,
  datemonthdayen: MONTHNAME_DAY_EN,
  datemonthdayyear: MONTH_DAY_YEAR,
  datemonthdayyearen: MONTHNAME_DAY_YEAR_EN,
  datemonthyearen: MONTHNAME_YEAR_EN,
  dateyearmonthcjk: YEAR_MONTH_CJK,
  dateyearmonthdaycjk: YEAR_MONTH_DAY_CJK,
  dateyearmonthen: YEAR_MONTHNAME_EN,
};

/** Transformation Registry 3 (2015-02-26): registry 2 plus Danish, Hindi and the Indian calendar. */
export const DATES_3: Record<string, Transformation> = {
  ...DATES_2,
  calindaymonthyear: INDIAN_DAY_MONTH_YEAR,
  datedaymonthdk: DANISH_DAY_MONTH,
  datedaymonthyeardk: DANISH_DAY_MONTH_YEAR,
  datedaymonthyearin: date(
    `(?<day>[0-9]{1,2}|[०-९]{1,2})${SEP_IN}(?:${named(HINDI_FULL)}|(?<month>[०-९]{1,2}))${SEP_IN}${LONG_YEAR_IN}`,
    HINDI_FULL,
  ),
  datemonthyear: MONTH_YEAR,
  datemonthyeardk: DANISH_MONTH_YEAR,
  datemonthyearin: HINDI_MONTH_YEAR,
  dateyearmonthday: YEAR_MONTH_DAY,
};

/** Languages with day, month name, year, and what may follow the name at the end. */
const DAY_FIRST: Record<string, { sep?: string; afterName: string; end?: string }> = {
  bg: { afterName: '[^0-9]{0,6}', end: '[^0-9]*' },
  de: { afterName: '[^0-9]{0,6}' },
  el: { afterName: '[^0-9]{0,8}' },
  es: { afterName: '[^0-9]{0,7}' },
  et: { afterName: '[^0-9]{0,5}' },
  fi: { sep: SEP_BEFORE_WORD, afterName: '[^0-9]{0,8}' },
  fr: { afterName: '[^0-9]{0,5}' },
  hr: { afterName: '[^0-9]{0,6}' },
  it: { afterName: '[^0-9]{0,6}' },
  nl: { afterName: '[^0-9]{0,6}' },
  no: { afterName: '[^0-9]{0,6}' },
  pl: { sep: SEP_BEFORE_WORD, afterName: '[^0-9]{0,9}', end: '[^0-9]*' },
  pt: { afterName: '[^0-9]{0,6}' },
  ro: { afterName: '[^0-9]{0,7}' },
  sk: { afterName: '[^0-9]{0,6}' },
  sl: { afterName: '[^0-9]{0,6}' },
};

function dayFirst(): Record<string, Transformation> {
  const functions: Record<string, Transformation> = {};
  for (const [language, { sep = SEP, afterName, end = '' }] of Object.entries(DAY_FIRST)) {
    const names = monthNames(language);
    const name = named(names);
    functions[`date-day-monthname-${language}`] = date(`${DAY}${sep}${name}${afterName}`, names);
    functions[`date-day-monthname-year-${language}`] = date(`${DAY}${sep}${name}${SEP}${YEAR}${end}`, names);
    functions[`date-monthname-year-${language}`] = date(`${name}${SEP}${YEAR}${end}`, names);
  }
  return functions;
}

const [hu, lt, lv] = [monthNames('hu'), monthNames('lt'), monthNames('lv')];
const SEP_AFTER_CZECH = '(?=[^0-9a-zA-Z])[^0-9]+';

/** Transformation Registry 4 (2020-02-12). */
export const DATES_4: Record<string, Transformation> = {
  ...dayFirst(),
  // Swedish abbreviates the months as Danish does.
  'date-day-monthname-da': DANISH_DAY_MONTH,
  'date-day-monthname-sv': DANISH_DAY_MONTH,
  'date-day-monthname-year-da': DANISH_DAY_MONTH_YEAR,
  'date-day-monthname-year-sv': DANISH_DAY_MONTH_YEAR,
  'date-monthname-year-da': DANISH_MONTH_YEAR,
  'date-monthname-year-sv': DANISH_MONTH_YEAR,
  'date-day-month': DAY_MONTH,
  'date-day-month-year': DAY_MONTH_YEAR,
  'date-day-monthname-cs': date(`${DAY}${SEP}${named(CZECH_BESIDE_DAY)}\\.?`, CZECH_BESIDE_DAY),
  'date-day-monthname-year-cs': date(
    `${DAY}${SEP}${named(CZECH_BESIDE_DAY)}${SEP_AFTER_CZECH}${YEAR}`,
    CZECH_BESIDE_DAY,
  ),
  'date-monthname-year-cs': date(`${named(CZECH_BESIDE_YEAR)}${SEP_AFTER_CZECH}${YEAR}`, CZECH_BESIDE_YEAR),
  'date-day-monthname-en': DAY_MONTHNAME_EN,
  'date-day-monthname-year-en': DAY_MONTHNAME_YEAR_EN,
  'date-monthname-day-en': MONTHNAME_DAY_EN,
  'date-monthname-day-year-en': MONTHNAME_DAY_YEAR_EN,
  'date-monthname-year-en': MONTHNAME_YEAR_EN,
  'date-year-monthname-en': YEAR_MONTHNAME_EN,
  'date-day-monthname-year-hi': date(
    `(?<day>[0-9]{1,2}|[०-९]{1,2})${SEP_IN}${named(HINDI_FULL)}${SEP_IN}${LONG_YEAR_IN}`,
    HINDI_FULL,
  ),
  'date-monthname-year-hi': HINDI_MONTH_YEAR,
  'date-ind-day-monthname-year-hi': INDIAN_DAY_MONTH_YEAR,
  'date-day-monthroman': date(`${DAY}${SEP}(?<![IVXivx])${named(ROMAN)}`, ROMAN),
  'date-day-monthroman-year': date(`${DAY}${SEP}(?<![IVXivx])${named(ROMAN)}(?![IVXivx])${SEP}${YEAR}`, ROMAN),
  'date-monthroman-year': date(`${named(ROMAN)}(?![IVXivx])${SEP}${YEAR}`, ROMAN),
  'date-jpn-era-year-month': ERA_MONTH,
  'date-jpn-era-year-month-day': ERA_MONTH_DAY,
  'date-month-day': MONTH_DAY,
  'date-month-day-year': MONTH_DAY_YEAR,
  'date-month-year': MONTH_YEAR,
  'date-year-month': date(`${YEAR_ANY}${SEP_ANY}${MONTH_ANY}[^${DIGITS}]*`),
  'date-year-month-day': YEAR_MONTH_DAY,
  'date-monthname-day-hu': date(`${named(hu)}${SEP}${DAY}`, hu),
  'date-year-monthname-day-hu': date(`${YEAR}${SEP}${named(hu)}${SEP}${DAY}`, hu),
  'date-year-monthname-hu': date(`${YEAR}${SEP}${named(hu)}[^0-9]{0,7}`, hu),
  'date-monthname-day-lt': date(`${named(lt)}${SEP}${DAY}[^0-9]*`, lt),
  'date-year-monthname-day-lt': date(`${YEAR}${SEP_BEFORE_WORD}${named(lt)}${SEP}${DAY}[^0-9]*`, lt),
  'date-year-monthname-lt': date(`${YEAR}${SEP_BEFORE_WORD}${named(lt)}[^0-9]*`, lt),
  'date-day-monthname-lv': date(`${DAY}${SEP}${named(lv)}[^0-9]{0,6}`, lv),
  'date-year-day-monthname-lv': date(`${YEAR}${SEP}${DAY}${SEP}${named(lv)}[^0-9]*`, lv),
  'date-year-monthname-lv': date(`${YEAR}${SEP}${named(lv)}[^0-9]{0,7}`, lv),
};

const cy = monthNames('cy');

/** Transformation Registry 5 (2022-02-16): registry 4 plus Welsh. */
export const DATES_5: Record<string, Transformation> = {
  ...DATES_4,
  'date-day-monthname-cy': date(`${DAY}${SEP_BEFORE_WORD}${named(cy)}[^0-9]{0,7}`, cy),
  'date-day-monthname-year-cy': date(`${DAY}${SEP_BEFORE_WORD}${named(cy)}${SEP}${YEAR}`, cy),
  'date-monthname-year-cy': date(`${named(WELSH_BESIDE_YEAR)}${SEP}${YEAR}`, WELSH_BESIDE_YEAR),
};
