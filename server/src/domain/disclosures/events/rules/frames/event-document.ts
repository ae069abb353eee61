import {
  type DocumentNames,
  type Party,
  partyOf,
  plainName,
  readDocumentNames,
} from '../../../../../formats/prose/names.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { type Sentence, splitSentences } from '../../../../../formats/prose/sentences.ts';
import type { IsoDate } from '../../../../../kernel/dates.ts';
import type { FilingContents, FilingSection } from '../../../../filings/filings/model/filing-contents.ts';
import { ownNames } from '../../../prose/rules/own-names.ts';
import { periodOfFiling } from '../../../prose/rules/period-of-filing.ts';
import { readOwnNames } from '../current-report/parties.ts';
import { readHeadline } from './headlines.ts';

/** A section or an exhibit of a filing, with its sentences. */
export interface EventText {
  /** Null for an exhibit. */
  sectionKey: string | null;
  text: string;
  sentences: readonly Sentence[];
}

/** What the frames need to know of a filing. */
export interface EventDocument {
  texts: readonly EventText[];
  names: DocumentNames;
  partyOf: (phrase: NounPhrase) => Party;
  /** Full names by short form in lower case: `tegic` → `Tegic Communications, Inc.` */
  fullNames: ReadonlyMap<string, string>;
  isPeriodic: boolean;
  /** Annual reports repeat every pending case, also those of earlier years. */
  isAnnual: boolean;
  /** Reports on single events: what they state without a day is news. */
  isCurrent: boolean;
  /** Registrations and prospectuses: they repeat what reports stated first. */
  isOffering: boolean;
  /** First day of what the filing reports: earlier events are of earlier filings. Null if unknown. */
  since: IsoDate | null;
  /** How the filing counts its fiscal years; null if they are unknown or calendar years. */
  fiscalYears: FiscalYears | null;
  /** Events after this day are future. Null if unknown. */
  until: IsoDate | null;
}

/** Fiscal years end in a month; `shift` is the calendar year of the end minus the year that names it. */
export interface FiscalYears {
  endMonth: number;
  shift: number;
}

const PERIODIC = /^(?:10-K|10-KT|10-K405|10-KSB|10-Q|10-QSB|20-F|40-F)/;
const CURRENT = /^(?:8-K|6-K|SC TO|SC 13D|SC 14D9|425|DFAN14A|DEFA14A)/;
const OFFERING = /^(?:[SF]-\d|POS|SB-2|25|15)/;
const PROSPECTUS = /^424B/;
const QUARTERLY = /^10-Q/;
/** Items of Form 8-K for the statements of acquired businesses, whose `Company` is not the filer; 7 before 2004-08-23. */
const OF_ACQUIRED = /^item_(?:9\.01|7)$/;
/** Fiscal years of 52 and 53 weeks end on different days. */
const WEEK_YEAR_DAYS = 7;
/** Years of 52 and 53 weeks. */
const WEEK_YEARS_DAYS = [364, 371];
const QUARTER_DAYS = 92;
const YEAR_DAYS = 365;
/** A report follows the end of its period. */
const FILING_DAYS = 60;
/** Reports on single events are due within days; an event of an earlier month is a recital. */
const CURRENT_DAYS = 45;

/** Gathers the texts, the names and the reported period of a filing. */
export function readEventDocument(contents: FilingContents): EventDocument {
  const { text, exhibits = [], filing } = contents;
  const isCurrent = CURRENT.test(filing?.formType ?? '8-K');
  const sections = text.sections.filter(
    section =>
      section.status !== 'shared' && section.text !== '' && !(isCurrent && OF_ACQUIRED.test(section.sectionKey)),
  );
  const bodies = [...sections.map(section => section.text), ...exhibits.map(exhibit => exhibit.text)];
  const fullNames = readFullNames(bodies);
  const names = namesOf(contents, bodies, fullNames);
  const isPeriodic = PERIODIC.test(filing?.formType ?? '');
  const filed = filing?.filingDate ?? null;
  return {
    texts: [
      ...sections.map(({ sectionKey, text: body }) => ({ sectionKey, text: body, sentences: splitSentences(body) })),
      ...exhibits.map(({ text: body }) => ({
        ...{ sectionKey: null, text: body },
        sentences: splitSentences(body).map(readHeadline),
      })),
    ],
    names,
    partyOf: phrase => partyOf(phrase, names),
    fullNames,
    isPeriodic,
    isAnnual: isPeriodic && !QUARTERLY.test(filing?.formType ?? ''),
    isCurrent,
    isOffering: OFFERING.test(filing?.formType ?? ''),
    since: isPeriodic
      ? startOfPeriod(contents, sections)
      : PROSPECTUS.test(filing?.formType ?? '') && filed !== null
        ? daysBefore(filed, YEAR_DAYS)
        : sinceOf(filed),
    fiscalYears: isPeriodic ? fiscalYearsOf(contents, sections) : null,
    until: filed,
  };
}

/** The first day of the news in a report on single events; null if its filing date is unknown. */
export function sinceOf(filingDate: IsoDate | null): IsoDate | null {
  return filingDate === null ? null : daysBefore(filingDate, CURRENT_DAYS);
}

/** The first day of the reported period; without a stated period, of the time for which the filing is usual. */
function startOfPeriod(contents: FilingContents, sections: readonly FilingSection[]): IsoDate | null {
  const { filing } = contents;
  const isQuarterly = QUARTERLY.test(filing?.formType ?? '');
  const days = isQuarterly ? QUARTER_DAYS * quartersIn(sections) : YEAR_DAYS;
  const periodEnd = periodOfFiling(contents, sections);
  if (periodEnd !== null) {
    if (isQuarterly) return daysBefore(periodEnd, days + WEEK_YEAR_DAYS);
    return daysBefore(periodEnd, isMonthEnd(periodEnd) ? days : daysOfWeekYear(periodEnd, sections) - 1);
  }
  return filing === null ? null : daysBefore(filing.filingDate, days + FILING_DAYS);
}

/** How many days a year of weeks has: the report states the balances of the last day of the year before. */
function daysOfWeekYear(periodEnd: IsoDate, sections: readonly FilingSection[]): number {
  const [short = 0, long = 0] = WEEK_YEARS_DAYS;
  const count = (days: number) => {
    const words = longDate(daysBefore(periodEnd, days));
    return sections.reduce((sum, { text }) => sum + text.split(words).length - 1, 0);
  };
  return count(long) > count(short) ? long : short;
}

/** `December 28, 2008` */
function longDate(date: IsoDate): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function isMonthEnd(date: IsoDate): boolean {
  return daysBefore(date, -1).endsWith('-01');
}

/** Annual reports state the end of their year; the name of the year is the one that they use most. */
function fiscalYearsOf(contents: FilingContents, sections: readonly FilingSection[]): FiscalYears | null {
  if (QUARTERLY.test(contents.filing?.formType ?? '')) return null;
  const periodEnd = periodOfFiling(contents, sections);
  if (periodEnd === null) return null;
  // Years of 52 weeks end some days before or after the end of a month.
  const endMonth = Number(daysBefore(periodEnd, WEEK_YEAR_DAYS).slice(5, 7));
  const year = Number(periodEnd.slice(0, 4));
  const count = (named: number) =>
    sections.reduce(
      (sum, { text }) => sum + text.split(new RegExp(`\\bfiscal (?:year )?${named}\\b`, 'i')).length - 1,
      0,
    );
  const [own, before, next] = [count(year), count(year - 1), count(year + 1)];
  if (endMonth === 12 || own + before + next === 0) return null;
  return { endMonth, shift: endMonth <= 3 && before > own ? 1 : 0 };
}

/** How many quarters of its year a quarterly report covers. */
function quartersIn(sections: readonly FilingSection[]): number {
  const [, months] =
    /\b(six|nine) months ended\b/i.exec(sections.map(section => section.text.slice(0, MAX_HEAD_CHARS)).join(' ')) ?? [];
  return months === undefined ? 1 : months.toLowerCase() === 'six' ? 2 : 3;
}

const MAX_HEAD_CHARS = 60_000;

function daysBefore(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

function namesOf(
  contents: FilingContents,
  bodies: readonly string[],
  fullNames: ReadonlyMap<string, string>,
): DocumentNames {
  const stated = ownNames(contents);
  const { own, terms, meanings } = readDocumentNames(
    bodies,
    stated.length > 0 ? stated : readOwnNames(contents, bodies).keys,
  );
  const known = new Map<string, Party>(terms);
  const subsidiaries = new Set(subsidiariesOf(contents).map(plainName));
  for (const name of subsidiaries) known.set(name, 'subsidiary');
  for (const [short, full] of fullNames) {
    const plain = plainName(full);
    if ([...subsidiaries].some(subsidiary => subsidiary === plain || subsidiary.startsWith(`${plain} `)))
      known.set(short, 'subsidiary');
  }
  for (const name of own) known.delete(name);
  return { own, terms: known, ...(meanings === undefined ? {} : { meanings }) };
}

const MAX_LIST_CHARS = 400_000;

/** The subsidiaries that exhibit 21 lists: cells and lines that look like names. */
function subsidiariesOf({ files }: FilingContents): string[] {
  return files
    .filter(file => /^EX-21/i.test(file.nativeType))
    .flatMap(file =>
      file.bytes
        .toString('utf8', 0, MAX_LIST_CHARS)
        .replace(/&amp;/g, '&')
        .replace(/&#?\w+;/g, ' ')
        .split(/<[^>]*>|\n|\s{3,}|\.{3,}/),
    )
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(line => line.length > 4 && line.length < 90 && /^\p{Lu}/u.test(line) && line.includes(' '));
}

const SHORT_FORM =
  /((?:\p{Lu}[\p{L}\p{N}.&'’-]*,? ?(?:(?:of|and|&|de|for) )?){1,7})(?:an? (?:[\p{L}-]+ ){1,5}?(?:corporation|company|partnership|corp\.|bank|trust|association),? )?\((?:now |formerly |together, |collectively, )?(?:the )?[“"]?(?:the )?(\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*){0,2})[”"]?(?:[,;] [^()]*)?\)/u;
/** The part of it in parentheses. */
const IN_PARENTHESES = /\((?:now |formerly |together, |collectively, )?(?:the )?[“"]?(?:the )?\p{Lu}[^()]*\)/gu;
/** `the U.S. government, or USG,` */
const OR_SHORT_FORM = /((?:\p{Lu}[\p{L}.&'’-]* ){1,5}(?:\p{Ll}+ )?(?:\p{Lu}[\p{L}.&'’-]*|\p{Ll}+)), or (\p{Lu}{2,6}),/u;
/** The part of it behind the name. */
const OR_CAPITALS = /, or \p{Lu}{2,6},/gu;
const MAX_NAMES = 2_000;

/** `Tegic Communications, Inc. (“Tegic”)`: full names by short form. */
function readFullNames(bodies: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const body of bodies) {
    for (const [, full = '', short = ''] of [
      ...formsAt(body, IN_PARENTHESES, SHORT_FORM),
      ...formsAt(body, OR_CAPITALS, OR_SHORT_FORM),
    ]) {
      if (names.size >= MAX_NAMES) return names;
      const name = full.trim().replace(/,$/, '');
      const key = short.toLowerCase();
      if (name.length > short.length && !names.has(key) && isShortFormOf(short, name)) names.set(key, name);
    }
  }
  return names;
}

/**
 * The matches of `form` that end with one of `ending`. Names contain no parentheses and line ends, so only the text
 * since the last of them is searched; a search for names in the whole text takes ten times as long.
 */
function formsAt(body: string, ending: RegExp, form: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let last = 0;
  for (const { index, 0: words } of body.matchAll(ending)) {
    let from = index;
    while (from > last && !'()\n'.includes(body.charAt(from - 1))) from--;
    last = index + words.length;
    const match = form.exec(body.slice(from, last));
    if (match !== null) found.push(match);
  }
  return found;
}

/** A short form begins a word of the name, or is made of its first letters. */
function isShortFormOf(short: string, name: string): boolean {
  const initials = name.replace(/[^\p{Lu}]/gu, '');
  return name.includes(short.split(' ')[0] ?? short) || initials.startsWith(short.slice(0, 3));
}
