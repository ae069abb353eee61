import type { Day } from '../../../../../kernel/dates.ts';
import { maxOf } from '../../../../../kernel/lists.ts';
import { knownConcept, PERIOD_CONCEPTS } from '../checks/chart.ts';
import { BALANCE, CASHFLOW, coreConcepts, INCOME } from '../concepts/core-concepts.ts';
import { NO_START, type Observations } from '../values/observations.ts';
import { days, LONGEST_PERIOD_DAYS, type OwnPeriod, type Span, yearBefore } from './calendar.ts';
import { isDigest, isFormOfSec, isTransitionReport } from './forms.ts';
import type { SeenFiling } from './visible-filings.ts';

/** Distinct durations of core facts, and the period that each periodic filing reports on. */
export interface SpanTable {
  readonly spans: readonly Span[];
  readonly own: readonly OwnPeriod[];
  /** Ends of the durations that a filing names even if it shows no flows of them. */
  readonly named: ReadonlySet<Day>;
}

const PERIODS: ReadonlySet<number> = new Set(PERIOD_CONCEPTS.map(knownConcept));

/** Longer durations are contract terms or histories, not periods; other registries accept accounts of a year and a half. */
const LONGEST_DAYS_OF_SEC = 520;

/** A date rounded to a month's end may be after the filing date. */
const ROUNDED_DAYS = 16;

/** Minimum number of balance-sheet lines of a balance-sheet date. */
const BALANCE_LINES = 4;
/**
 * The same for the registry's own date, and in digests: the smallest companies file hardly more. Some state their capital or
 * their net assets alone: then one line is the balance sheet.
 */
const STATED_BALANCE_LINES = 2;

/** Collects the durations of core lines by their own dates and finds each filing's reporting period among them. */
export function gatherSpans(observations: Observations, filings: readonly SeenFiling[], kept: Uint8Array): SpanTable {
  const { bits } = coreConcepts();
  const spans = new Map<number, Span>();
  const perFiling = filings.map(() => new Map<number, number>());
  const balances = filings.map(() => new Map<Day, number>());
  const spanOf = (key: number): Span => {
    const known = spans.get(key);
    if (known) return known;
    const end = Math.floor(key / 1024);
    const span = {
      start: end - (key % 1024) + 1,
      end,
      weight: 0,
      annualWeight: 0,
      isOwnAnnual: false,
      isOwnInterim: false,
    };
    spans.set(key, span);
    return span;
  };
  const longest = filings.map(({ form }) => (isFormOfSec(form) ? LONGEST_DAYS_OF_SEC : LONGEST_PERIOD_DAYS));
  const named = new Set<Day>();
  for (let at = 0; at < observations.count; at++) {
    const bit = bits[observations.concept[at] ?? 0] ?? 0;
    const isNamed = bit === 0 && PERIODS.has(observations.concept[at] ?? -1);
    if ((bit === 0 && !isNamed) || kept[at] === 0) continue;
    const rank = observations.filing[at] ?? 0;
    const start = observations.start[at] ?? NO_START;
    const end = observations.end[at] ?? 0;
    if (start === NO_START) {
      if (bit === BALANCE) bump(balances[rank], end);
      continue;
    }
    const length = days(start, end);
    if ((bit !== INCOME && bit !== CASHFLOW && !isNamed) || length < 1 || length > (longest[rank] ?? 0)) continue;
    if (isNamed) named.add(end);
    const key = end * 1024 + length;
    const span = spanOf(key);
    span.weight++;
    const role = filings[rank]?.role;
    if (role === 'annual' || role === 'registration') span.annualWeight++;
    bump(perFiling[rank], key);
  }
  const own: OwnPeriod[] = [];
  for (const [rank, filing] of filings.entries()) {
    if (filing.role === 'recast' || filing.role === 'registration') continue;
    const balance = balances[rank] ?? new Map<Day, number>();
    const key = ownKey(perFiling[rank] ?? new Map(), filing) ?? balanceOnlyKey(balance, filing);
    if (key === null) continue;
    const span = spanOf(key);
    if (filing.role === 'annual') span.isOwnAnnual = true;
    else span.isOwnInterim = true;
    own.push({
      filing: rank,
      role: filing.role,
      start: span.start,
      end: span.end,
      comparativeBalance: comparativeBalance(balance, span.end, linesOf(balance, filing, span.end)),
      fiscalYear: filing.fiscalYear,
      labelledQuarter: quarterOf(filing.fiscalPeriod),
      isAmendment: filing.isAmendment,
      isTransition: isTransitionReport(filing.form),
    });
  }
  for (const period of own) {
    const span = compared(period, filings[period.filing], [...spans.values()]);
    if (span === null) continue;
    spans.set(span.end * 1024 + days(span.start, span.end), span);
    named.add(span.end);
  }
  return { spans: [...spans.values()], own, named };
}

/**
 * The previous year, which an annual report compares the balance sheet with, possibly without flows: it ends where the
 * report's own year begins and is assumed to be a full year. Null if an annual report shows it, or if the registry does
 * not state the report's period.
 */
function compared(period: OwnPeriod, filing: SeenFiling | undefined, spans: readonly Span[]): Span | null {
  const end = period.start - 1;
  if (period.role !== 'annual' || filing?.statedEnd !== period.end || period.comparativeBalance !== end) return null;
  if (spans.some(span => span.annualWeight > 0 && Math.abs(span.end - end) <= ROUNDED_DAYS)) return null;
  if (spans.some(span => span.isOwnAnnual && Math.abs(span.end - end) <= ROUNDED_DAYS)) return null;
  return { start: yearBefore(end), end, weight: 1, annualWeight: 1, isOwnAnnual: false, isOwnInterim: false };
}

function quarterOf(label: string | null): number | null {
  return label === 'Q1' ? 1 : label === 'Q2' ? 2 : label === 'Q3' ? 3 : null;
}

function bump<K>(tally: Map<K, number> | undefined, key: K): void {
  tally?.set(key, (tally.get(key) ?? 0) + 1);
}

/**
 * The longest duration that ends at the newest end of a filing; of a transition report the longest one that is no year,
 * since it may show a whole year in addition to its own period. To ignore stray contexts, an end needs a fifth of the facts of the
 * commonest end, and a duration a quarter of the facts of the commonest duration with that end.
 */
function ownKey(tally: ReadonlyMap<number, number>, filing: SeenFiling): number | null {
  const byEnd = new Map<number, number>();
  for (const [key, count] of tally) {
    const end = Math.floor(key / 1024);
    if (end <= filing.knownDay + ROUNDED_DAYS) byEnd.set(end, (byEnd.get(end) ?? 0) + count);
  }
  const most = Math.max(0, maxOf(byEnd.values()));
  let newest: number | null = null;
  for (const [end, count] of byEnd) if (count * 5 >= most && (newest === null || end > newest)) newest = end;
  if (newest === null) return null;
  let commonest = 0;
  for (const [key, count] of tally) if (Math.floor(key / 1024) === newest) commonest = Math.max(commonest, count);
  let best: number | null = null;
  let year: number | null = null;
  for (const [key, count] of tally) {
    if (Math.floor(key / 1024) !== newest || count * 4 < commonest) continue;
    const length = key % 1024;
    if (length >= 350 && length <= 378 && filing.role === 'annual') year ??= key;
    else if (length <= (filing.role === 'annual' ? LONGEST_PERIOD_DAYS : 300) && (best === null || key > best))
      best = key;
  }
  return isTransitionReport(filing.form) ? (best ?? year) : (year ?? best);
}

/** The period of a filing that states balances only: from the day after the compared balance sheet to its own. */
function balanceOnlyKey(tally: ReadonlyMap<Day, number>, filing: SeenFiling): number | null {
  const dates = [...tally].filter(
    ([day, count]) => count >= linesOf(tally, filing, day) && day <= filing.knownDay + ROUNDED_DAYS,
  );
  if (dates.length === 0) return null;
  const end = maxOf(dates.map(([day]) => day));
  const before = comparativeBalance(tally, end, linesOf(tally, filing, end));
  return before === null || end - before > 378 ? null : end * 1024 + (end - before);
}

/** The newest other date for which a filing states a balance sheet; incidental dates have one or two lines only. */
function comparativeBalance(tally: ReadonlyMap<Day, number>, end: Day, lines: number): Day | null {
  let newest: Day | null = null;
  for (const [day, count] of tally) {
    if (count >= lines && end - day >= 60 && (newest === null || day > newest)) newest = day;
  }
  return newest;
}

function linesOf(tally: ReadonlyMap<Day, number>, filing: SeenFiling, end: Day): number {
  const isOwnDate = filing.role === 'annual' && filing.statedEnd === end;
  if (isOwnDate) return Math.min(STATED_BALANCE_LINES, tally.get(end) ?? STATED_BALANCE_LINES);
  return isDigest(filing.form) ? STATED_BALANCE_LINES : BALANCE_LINES;
}
