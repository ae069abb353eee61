import { ANY_MONTH } from '../../../../kernel/months.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';

/** A period as guidance names it. */
export interface Period {
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
}

/** A period that a text names, with the offsets of its words, end exclusive. */
export interface StatedPeriod {
  /** Null for a span of several years. */
  period: Period | null;
  /** The year that a span from now on ends with: `through 2025`. */
  until?: Period;
  start: number;
  end: number;
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
};
const ORDINAL = Object.keys(ORDINALS).join('|');
const MONTH_NUMBERS = ANY_MONTH.toLowerCase().split('|');
const LONG_YEAR = String.raw`(?:19|20)\d\d`;
const YEAR = String.raw`${LONG_YEAR}|['’]?\d\d(?![\d,.%]|\s?(?:million|billion|percent|cents))`;
/** `of fiscal year`, `of our fiscal`, `, fiscal`: the words between a part of a year and the year. */
const OF_YEAR = `(?:,? (?:of|for|in))?(?: (?:our|its|the|calendar))?[ -]?(?:fiscal(?: year)?|calendar(?: year)?|FY|year)?[ -]?`;
const ENDING = String.raw`,? (?:that )?(?:ended|ending|ends|will end|to end)(?: on)? (?<NAMEMonth>${ANY_MONTH})(?: (?<NAMEDay>\d{1,2}),?)? (?<NAMEYear>${LONG_YEAR})`;
const ending = (name: string) => ENDING.replaceAll('NAME', name);

/** Parts of years, years, and the ends of either, in this order of preference. */
const PERIOD = new RegExp(
  [
    String.raw`\b(?<quarter>${ORDINAL})(?:[- ](?:fiscal|calendar))?[- ](?:quarters?|qtr\.?)(?:${OF_YEAR}(?<quarterYear>${YEAR})\b)?(?:(?: of (?:its|our|the) fiscal year)?${ending('quarterEnd')})?`,
    String.raw`\bQ(?<number>[1-4])(?:${OF_YEAR}(?<numberYear>${YEAR})\b)?(?![\p{L}\d])`,
    String.raw`\b(?<before>[1-4])Q[- ]?(?<beforeYear>${YEAR})\b`,
    String.raw`\b(?:(?<half>${ORDINAL})[- ](?:half|six months)(?:${OF_YEAR}(?<halfYear>${YEAR})\b)?)`,
    String.raw`\b(?:H(?<halfNumber>[12])|(?<halfBefore>[12])H)${OF_YEAR}(?<halfNumberYear>${YEAR})\b`,
    String.raw`\b(?:three months|(?:fiscal )?quarter)${ending('months')}`,
    String.raw`\b(?:(?:full|entire|whole|fiscal|calendar)[- ](?:fiscal |calendar )?(?:year)?|twelve months|year)${ending('yearEnd')}`,
    String.raw`\b(?:(?:full|entire|whole)[- ](?:fiscal[- ]|calendar[- ])?year|fiscal(?:[- ]year)?|FY|calendar(?:[- ]year)?|year[- ]end|(?:the )?end of(?: the)?(?: fiscal| calendar)?(?: year)?|year)[- ]?(?<fiscal>${YEAR})\b`,
    String.raw`(?<![$€£¥.,/]|\d[,.])(?<!\b(?:${ANY_MONTH}) (?:\d{1,2}, ?)?)\b(?<bare>${LONG_YEAR})\b(?![\d,.]*\d|%|/| (?:Notes?|Plan|Act|Credit|shares|stores|restaurants|million|billion)\b)`,
    String.raw`\b(?<current>(?:the |this )?(?:current|present) (?:fiscal )?(?<currentUnit>quarter|year)|(?:this|the) (?<thisUnit>quarter|year)(?! (?:ago|over|before|earlier|prior|end)))`,
    String.raw`\b(?<next>(?:next|coming|upcoming) (?:fiscal )?(?<nextUnit>quarter|year))`,
    String.raw`\b(?<full>(?:full|entire|whole)[- ](?:fiscal[- ]|calendar[- ])?year|fiscal year)\b`,
  ].join('|'),
  'giu',
);

/** Words and digits of which each part of a year has one. */
const PART_OF_YEAR = /quarter|qtr|half|six months|q[1-4]|[1-4]q|h[12]|[12]h|three months/iu;

/** Whether a text may name a quarter or a half: a fast check. */
export function mayNamePart(text: string): boolean {
  return PART_OF_YEAR.test(text);
}

/**
 * Returns the periods that a text names, in text order. A part of a year without a year, and `the full year`, are read with the
 * period that the document reports on (`reported`): what follows it. Without it they are left out.
 * `year` is the only year that the sentence names: it is theirs too.
 */
export function readPeriods(text: string, reported: Period | null = null, year: number | null = null): StatedPeriod[] {
  const found: StatedPeriod[] = [];
  for (const { index, 0: words, groups = {} } of text.matchAll(PERIOD)) {
    const period = toPeriod(groups, reported, year);
    const end = index + words.trimEnd().length;
    if (period === null || (groups.bare !== undefined && IN_NAME.test(text.slice(end, end + MAX_NAME_CHARS)))) continue;
    found.push({ period, start: index, end });
  }
  return found.map((period, at) =>
    isSpan(text, period, found[at + 1]) || isSpan(text, found[at - 1], period)
      ? { ...period, period: null }
      : isUntil(text, period) && period.period !== null
        ? { ...period, period: null, until: period.period }
        : period,
  );
}

/** `2023 Restructuring Program`, `2021 Senior Notes`: a year in a name. */
const IN_NAME =
  /^ (?:\p{Lu}[\p{L}-]* ){0,3}(?:Notes?|Plan|Act|Program|Agreement|Facility|Offering|Loan|Warrants?|Indenture|Debentures|Bonds|Revolver|Restructuring|Merger|Acquisition|Initiative)\b/u;
const MAX_NAME_CHARS = 80;

/** `$3 billion through 2025`: from now on. */
function isUntil(text: string, { period, start }: StatedPeriod): boolean {
  return (
    period?.fiscalPeriod === 'fy' && /\bthrough\s(?:the\s)?(?:end\sof\s|year[- ]end\s)?$/.test(text.slice(0, start))
  );
}

/** `2009 through 2012`, `fiscal 2025 to fiscal 2027`, `2008-2010` */
function isSpan(text: string, first: StatedPeriod | undefined, second: StatedPeriod | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return (
    first.period?.fiscalYear !== second.period?.fiscalYear &&
    /^ ?(?:to|through|[-–—])(?: the)? ?$/.test(text.slice(first.end, second.start))
  );
}

function toPeriod(
  groups: Record<string, string | undefined>,
  reported: Period | null,
  sameYear: number | null,
): Period | null {
  const { quarter, number, before, half, halfNumber, halfBefore, bare, fiscal } = groups;
  const part = quarter === undefined ? (number ?? before) : String(ORDINALS[quarter.toLowerCase()] ?? '');
  if (part !== undefined) {
    const ended = groups.quarterEndMonth === undefined ? undefined : yearEnding(groups, 'quarterEnd');
    const year = groups.quarterYear ?? groups.numberYear ?? groups.beforeYear ?? ended?.toString();
    const fiscalPeriod = `q${part}` as FiscalPeriod;
    return year === undefined
      ? following(fiscalPeriod, reported, sameYear)
      : { fiscalYear: yearOf(year), fiscalPeriod };
  }
  const side = half === undefined ? (halfNumber ?? halfBefore) : String(ORDINALS[half.toLowerCase()] ?? '');
  if (side !== undefined) {
    if (side !== '1' && side !== '2') return null;
    const year = groups.halfYear ?? groups.halfNumberYear;
    const fiscalPeriod = `h${side}` as FiscalPeriod;
    return year === undefined
      ? following(fiscalPeriod, reported, sameYear)
      : { fiscalYear: yearOf(year), fiscalPeriod };
  }
  if (groups.monthsMonth !== undefined) return quarterEnding(groups, reported);
  if (groups.yearEndMonth !== undefined) return { fiscalYear: yearEnding(groups, 'yearEnd'), fiscalPeriod: 'fy' };
  if (fiscal !== undefined || bare !== undefined)
    return { fiscalYear: yearOf(fiscal ?? bare ?? ''), fiscalPeriod: 'fy' };
  if (groups.full !== undefined && sameYear !== null) return { fiscalYear: sameYear, fiscalPeriod: 'fy' };
  return relative(groups, reported);
}

function yearOf(written: string): number {
  const number = Number(written.replace(/\D/g, ''));
  return number > 99 ? number : 2000 + number;
}

const ORDER: readonly FiscalPeriod[] = ['q1', 'h1', 'q2', 'q3', 'h2', 'q4', 'fy'];

/** The next period of its kind after the reported one: after the second quarter the third of the same year, the first of the next. */
function following(fiscalPeriod: FiscalPeriod, reported: Period | null, sameYear: number | null): Period | null {
  if (sameYear !== null) return { fiscalYear: sameYear, fiscalPeriod };
  if (reported === null) return null;
  const isLater = ORDER.indexOf(fiscalPeriod) > ORDER.indexOf(reported.fiscalPeriod);
  return { fiscalYear: reported.fiscalYear + (isLater ? 0 : 1), fiscalPeriod };
}

/** The quarter that ends in a month, by the calendar; null if fiscal quarters end in other months. */
function quarterEnding(groups: Record<string, string | undefined>, reported: Period | null): Period | null {
  const month = MONTH_NUMBERS.indexOf((groups.monthsMonth ?? '').toLowerCase()) + 1;
  if (month % 3 !== 0) return null;
  const period: Period = { fiscalYear: Number(groups.monthsYear), fiscalPeriod: `q${month / 3}` as FiscalPeriod };
  const expected = reported === null ? null : following(period.fiscalPeriod, reported, null);
  return expected === null || expected.fiscalYear === period.fiscalYear ? period : null;
}

/** A year of 52 or 53 weeks that ends in the first days of January is that of the year before. */
function yearEnding(groups: Record<string, string | undefined>, name: 'quarterEnd' | 'yearEnd'): number {
  const isEarlyJanuary = groups[`${name}Month`]?.toLowerCase() === 'january' && Number(groups[`${name}Day`] ?? 31) <= 7;
  return Number(groups[`${name}Year`]) - (isEarlyJanuary ? 1 : 0);
}

function relative(groups: Record<string, string | undefined>, reported: Period | null): Period | null {
  if (reported === null) return null;
  const unit = (groups.currentUnit ?? groups.thisUnit ?? groups.nextUnit ?? 'year').toLowerCase();
  const { fiscalYear, fiscalPeriod } = reported;
  const isAnnual = fiscalPeriod === 'fy' || fiscalPeriod === 'q4';
  if (unit === 'year') {
    const isNext = groups.next !== undefined && !isAnnual;
    return { fiscalYear: fiscalYear + (isAnnual || isNext ? 1 : 0), fiscalPeriod: 'fy' };
  }
  const quarter = fiscalPeriod === 'fy' ? 4 : Number(fiscalPeriod.slice(1));
  return fiscalPeriod.startsWith('h')
    ? null
    : { fiscalYear: fiscalYear + (quarter === 4 ? 1 : 0), fiscalPeriod: `q${(quarter % 4) + 1}` as FiscalPeriod };
}

const REPORTS =
  /\b(?:report(?:s|ed|ing)?|announc(?:e|es|ed|ing)|results|earnings|revenue|sales|posts?|delivers?|achieve[sd]?|record|quarter)\b/i;
const MAX_HEAD_CHARS = 2_500;

/** The period that a release reports on, from its first lines: `reports second quarter fiscal 2025 results`. Null if they name none. */
export function readReportedPeriod(text: string): Period | null {
  const head = text.slice(0, MAX_HEAD_CHARS);
  for (const line of head.split(/\n/)) {
    if (!REPORTS.test(line) || /\b(?:outlook|guidance|expect|forecast|project|anticipat|target|estimat)/i.test(line))
      continue;
    const found = readPeriods(line).flatMap(period => period.period ?? []);
    const quarter = found.find(period => period.fiscalPeriod.startsWith('q'));
    const year = found.find(period => period.fiscalPeriod === 'fy');
    // `fourth quarter and full year 2024 results`
    const isFourth = /\b(?:fourth|4th)[- ](?:fiscal )?quarter\b|\bQ4\b/i.test(line);
    const part = quarter ?? (year === undefined ? undefined : partOfYear(line, year));
    if (isFourth && year !== undefined) return { fiscalYear: year.fiscalYear, fiscalPeriod: 'fy' };
    if (part !== undefined) return part;
    if (year !== undefined && /\b(?:results|earnings)\b/i.test(line)) return year;
  }
  return null;
}

/** `second quarter results … 2025`: the year is elsewhere in the line. */
function partOfYear(line: string, year: Period): Period | undefined {
  const [, ordinal] = new RegExp(`\\b(${ORDINAL})[- ](?:fiscal )?quarter\\b`, 'i').exec(line) ?? [];
  if (ordinal === undefined) return undefined;
  return { fiscalYear: year.fiscalYear, fiscalPeriod: `q${ORDINALS[ordinal.toLowerCase()]}` as FiscalPeriod };
}
