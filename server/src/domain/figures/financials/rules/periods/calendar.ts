import { type Day, type IsoDate, parseDay, toIsoDate } from '../../../../../kernel/dates.ts';
import { minOf } from '../../../../../kernel/lists.ts';

/** One year of the filer's calendar. */
export interface FiscalYear {
  readonly start: Day;
  /** Projected if `isOpen`. */
  readonly end: Day;
  /** Whether no annual report shows the year yet (or ever did). */
  readonly isOpen: boolean;
  /** A stub between two calendars, or a year that is shorter or longer than usual. */
  readonly isTransition: boolean;
  /** Ends of the first three quarters; null if no fact shows them. A stub has as many as fit before its end. */
  readonly quarterEnds: readonly [Day | null, Day | null, Day | null];
  readonly label: number;
}

/** A distinct duration of core facts with its evidence. */
export interface Span {
  readonly start: Day;
  readonly end: Day;
  /** Number of core observations in all filings, and in annual ones. */
  weight: number;
  annualWeight: number;
  /** Whether it is the reporting period of an annual or interim filing. */
  isOwnAnnual: boolean;
  isOwnInterim: boolean;
}

/** The period that a filing reports on. */
export interface OwnPeriod {
  readonly filing: number;
  readonly role: 'annual' | 'interim';
  readonly start: Day;
  readonly end: Day;
  /** Newest earlier balance-sheet date that the filing compares with. */
  readonly comparativeBalance: Day | null;
  /** The registry's label of the filing. */
  readonly fiscalYear: number | null;
  /** The quarter in the registry's label: the last resort if dates are inconclusive. */
  readonly labelledQuarter: number | null;
  readonly isAmendment: boolean;
  /** Whether its form is that of a period between two fiscal years. */
  readonly isTransition: boolean;
}

/** A year and a half, the longest reporting period that any company law allows. */
export const LONGEST_PERIOD_DAYS = 555;

const YEAR_MIN = 350;
const YEAR_MAX = 378;
/** Maximum distance of the ends of one fiscal year in different facts. */
const SAME_END_DAYS = 10;
/** A larger gap or overlap between two years is a change of the year end. */
const CHANGED_END_DAYS = 20;
/** Maximum distance of the starts or ends of one period in different facts. */
export const SAME_DATE_DAYS = 7;

/** The length of a period in days, including its first and last day. */
export function days(start: Day, end: Day): number {
  return end - start + 1;
}

/** Builds the calendar from the durations of core facts. It uses dates only; no label of a filing decides a period. */
export function buildCalendar(spans: readonly Span[], own: readonly OwnPeriod[]): FiscalYear[] {
  const years = annualYears(spans.filter(span => span.isOwnAnnual && !own.some(period => isStub(period, span))));
  addTransitions(years, spans, own);
  addYears(years, spans);
  addFirstPeriod(years, spans);
  addFirstInterim(years, spans, own);
  addOpenYears(years, spans, own);
  addShortPeriods(years, own);
  years.sort((a, b) => a.end - b.end || a.start - b.start);
  const located = years.map(year => ({ ...year, quarterEnds: findQuarterEnds(year, spans) }));
  const offset = labelOffset(located, own);
  return located.map(year => ({ ...year, label: baseLabel(year.end) + offset }));
}

/** Whether a span is the period of a transition report, which is no year even if it is as long. */
function isStub(period: OwnPeriod, { start, end }: Span): boolean {
  return period.isTransition && period.start === start && period.end === end;
}

type Bare = Omit<FiscalYear, 'quarterEnds' | 'label'>;

function annualYears(spans: readonly Span[]): Bare[] {
  const years: Bare[] = [];
  addYears(years, spans);
  return years;
}

/** Adds the full years of annual reports, those of their own periods first, then comparatives. */
function addYears(years: Bare[], spans: readonly Span[]): void {
  const candidates = spans
    .filter(
      span =>
        (span.annualWeight > 0 || span.isOwnAnnual) &&
        days(span.start, span.end) >= YEAR_MIN &&
        days(span.start, span.end) <= YEAR_MAX,
    )
    .sort((a, b) => Number(b.isOwnAnnual) - Number(a.isOwnAnnual) || b.annualWeight - a.annualWeight || b.end - a.end);
  for (const span of candidates) {
    if (years.some(other => Math.abs(other.end - span.end) <= SAME_END_DAYS)) continue;
    // A filer that changed its calendar may restate a year under the new one; the year as reported is kept.
    if (!span.isOwnAnnual && isCovered(years, span)) continue;
    years.push({ start: span.start, end: span.end, isOpen: false, isTransition: false });
  }
}

/** Adds the shorter or longer periods of annual reports and the periods of transition reports. */
function addTransitions(years: Bare[], spans: readonly Span[], own: readonly OwnPeriod[]): void {
  for (const span of spans) {
    const length = days(span.start, span.end);
    if (!span.isOwnAnnual || (length >= YEAR_MIN && length <= YEAR_MAX) || length > LONGEST_PERIOD_DAYS) continue;
    if (!isCovered(years, span)) addStub(years, span);
  }
  for (const period of own) if (period.isTransition && !isCovered(years, period)) addStub(years, period);
}

/** Adds the short first period of a company that only comparatives show: nothing is stated of the time before it. */
function addFirstPeriod(years: Bare[], spans: readonly Span[]): void {
  const first = minOf(years.map(year => year.start));
  const before = spans.filter(span => span.start < first - SAME_DATE_DAYS);
  const inception = minOf(before.map(span => span.start));
  const period = before.find(
    span =>
      span.annualWeight > 0 &&
      near(span.start, inception) &&
      near(span.end + 1, first) &&
      days(span.start, span.end) < YEAR_MIN,
  );
  if (period) addStub(years, period);
}

/**
 * Adds the first period of a company that only interim reports show: nothing is stated of the time before it, and it is not as
 * long as the quarters that its reports are labelled with. It ends with the year by the newest label, else with the reports.
 */
function addFirstInterim(years: Bare[], spans: readonly Span[], own: readonly OwnPeriod[]): void {
  const interim = own.filter(({ role }) => role === 'interim');
  const start = minOf(interim.map(period => period.start));
  const first = interim.filter(period => near(period.start, start)).sort((a, b) => a.end - b.end);
  const newest = first.at(-1);
  const isPreceded =
    spans.some(span => span.start < start - SAME_DATE_DAYS) ||
    own.some(({ comparativeBalance }) => comparativeBalance !== null && comparativeBalance < start);
  // A single quarter without a label may be any of the year.
  const unlabelled = first.length === 1 ? TO_DATE.slice(1) : TO_DATE;
  if (newest === undefined || isPreceded || first.every(period => isWholeQuarters(period, unlabelled))) return;
  const labelled = first.findLast(({ labelledQuarter }) => labelledQuarter !== null);
  const end =
    labelled === undefined
      ? newest.end
      : monthsBefore(labelled.end + 1, -3 * (4 - (labelled.labelledQuarter ?? 4))) - 1;
  if (years.some(year => overlap(year, { start, end }) > 0)) return;
  years.push({ start, end, isOpen: labelled !== undefined, isTransition: true });
}

/** Whether the length of an interim period is that of whole quarters: those of its label, or if it has none, `unlabelled`. */
function isWholeQuarters({ start, end, labelledQuarter }: OwnPeriod, unlabelled: typeof TO_DATE): boolean {
  const length = days(start, end);
  const ranges = labelledQuarter === null ? unlabelled : [QUARTER, TO_DATE[labelledQuarter - 1] ?? QUARTER];
  return ranges.some(([shortest, longest]) => length >= shortest && length <= longest);
}

/** Adds periods of interim reports that are shorter than a quarter and in no known year: the first of a company. */
function addShortPeriods(years: Bare[], own: readonly OwnPeriod[]): void {
  for (const period of own) {
    const isInYear = years.some(year => overlap(year, period) > 0);
    if (period.role === 'interim' && days(period.start, period.end) < QUARTER[0] && !isInYear) addStub(years, period);
  }
}

function addStub(years: Bare[], { start, end }: { start: Day; end: Day }): void {
  years.push({ start, end, isOpen: false, isTransition: true });
}

/** Whether a known year or stub contains a period, apart from a few days. */
function isCovered(years: readonly Bare[], period: { start: Day; end: Day }): boolean {
  const allowed = Math.min(CHANGED_END_DAYS, days(period.start, period.end) - 1);
  return years.some(year => overlap(year, period) > allowed);
}

function addOpenYears(years: Bare[], spans: readonly Span[], own: readonly OwnPeriod[]): void {
  const starts = new Map<Day, number>();
  const vote = (start: Day, weight: number) => starts.set(start, (starts.get(start) ?? 0) + weight);
  for (const period of own) {
    if (period.role !== 'interim') continue;
    const length = days(period.start, period.end);
    if (length >= 150 && length <= 300) vote(period.start, 4);
    const { comparativeBalance } = period;
    if (comparativeBalance !== null && comparativeBalance < period.start && period.end - comparativeBalance <= 300) {
      vote(comparativeBalance + 1, 2);
    }
    if (length >= 70 && length <= 125 && years.some(year => Math.abs(year.end + 1 - period.start) <= SAME_DATE_DAYS)) {
      vote(period.start, 3);
    }
  }
  const byVotes = [...starts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  for (const [start] of byVotes) openYear(years, start);
  for (const period of own) {
    const length = days(period.start, period.end);
    if (period.role !== 'interim' || period.labelledQuarter === null || length < 70 || length > 125) continue;
    if (years.some(year => period.start >= year.start - SAME_DATE_DAYS && period.end <= year.end + SAME_DATE_DAYS))
      continue;
    openYear(years, monthsBefore(period.start, 3 * (period.labelledQuarter - 1)));
  }
  // Comparatives of the first reports reach one year back.
  const first = minOf(years.map(year => year.start));
  const before = spans.filter(span => {
    const length = days(span.start, span.end);
    const gap = first - span.start;
    return length >= 70 && length <= 300 && gap >= YEAR_MIN && gap <= YEAR_MAX && span.weight >= 2;
  });
  const oldest = mode(before.map(span => [span.start, span.weight] as const));
  if (oldest !== null) openYear(years, oldest);
}

/** First day of the year that ends on a day. */
export function yearBefore(end: Day): Day {
  const date = toIsoDate(end + 1);
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return parseDay(`${year}${date.slice(4)}`) ?? end - 364;
}

/** Adds the year that starts on a day, unless a known year covers that day. */
function openYear(years: Bare[], start: Day): void {
  const covered = years.some(
    year => Math.abs(year.start - start) <= SAME_END_DAYS || (start > year.start && start <= year.end - SAME_END_DAYS),
  );
  if (covered) return;
  const next = years.filter(year => year.start > start).sort((a, b) => a.start - b.start)[0];
  const gap = next ? next.start - start : Number.POSITIVE_INFINITY;
  const end =
    gap >= YEAR_MIN - SAME_END_DAYS && gap <= YEAR_MAX + SAME_END_DAYS ? start + gap - 1 : projectedEnd(start, gap);
  years.push({ start, end, isOpen: true, isTransition: false });
}

/** The same day a number of months earlier. */
function monthsBefore(start: Day, months: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = toIsoDate(start).split('-').map(Number);
  const total = year * 12 + (month - 1) - months;
  const text = `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
  const first = parseDay(`${text}-01`) ?? start;
  return first + dayOfMonth - 1;
}

/** The day before the same day of the next year, but not beyond the next known year. */
function projectedEnd(start: Day, gap: number): Day {
  const date = toIsoDate(start);
  const year = Number(date.slice(0, 4)) + 1;
  const next = parseDay(`${String(year).padStart(4, '0')}${date.slice(4)}`) ?? start + 365;
  return Math.min(next - 1, start + gap - 1);
}

function overlap(a: { start: Day; end: Day }, b: { start: Day; end: Day }): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start) + 1;
}

const QUARTER: readonly [number, number] = [70, 125];
const QUARTER_DAYS = 91.3;
/** Lengths of one, two and three quarters from the start of the year, including 12- and 16-week quarters. */
const TO_DATE: readonly (readonly [number, number])[] = [QUARTER, [150, 212], [235, 300]];

/**
 * Ends of the first three quarters by the position of durations in the year: durations that start with the year and
 * have the length of one, two or three quarters, then those that start the day after a known end or end with the year.
 */
function findQuarterEnds(year: Bare, spans: readonly Span[]): [Day | null, Day | null, Day | null] {
  const inside = spans.filter(
    span => span.start >= year.start - SAME_DATE_DAYS && span.end < year.end - 60 + SAME_DATE_DAYS,
  );
  const ends: [Day | null, Day | null, Day | null] = [null, null, null];
  for (const [quarter, [shortest, longest]] of TO_DATE.entries()) {
    const toDate = inside.filter(span => {
      const length = span.end - year.start + 1;
      const isOfStub = year.isTransition && span.isOwnInterim;
      const from = isOfStub && quarter === 0 ? 1 : shortest;
      const until = isOfStub ? (TO_DATE[quarter + 1]?.[0] ?? LONGEST_PERIOD_DAYS) - 1 : longest;
      return near(span.start, year.start) && length >= from && length <= until;
    });
    ends[quarter] = mode(toDate.map(span => [span.end, span.weight + 1] as const));
  }
  const quarters = spans.filter(span => {
    const length = days(span.start, span.end);
    const isInside = span.start >= year.start - SAME_DATE_DAYS && span.end <= year.end + SAME_DATE_DAYS;
    return isInside && length >= QUARTER[0] && length <= QUARTER[1];
  });
  // Forwards: the quarter after a known end. Backwards: the quarter before a known start.
  for (const [index, previous] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const from = ends[previous];
    if (ends[index] === null && from !== null) {
      ends[index] = mode(
        quarters.filter(span => near(span.start, from + 1)).map(span => [span.end, span.weight] as const),
      );
    }
  }
  for (const [index, nextEnd] of [
    [2, year.isOpen ? null : year.end],
    [1, ends[2]],
    [0, ends[1]],
  ] as const) {
    if (ends[index] !== null || nextEnd === null) continue;
    const from = mode(quarters.filter(span => near(span.end, nextEnd)).map(span => [span.start, span.weight] as const));
    if (from !== null && from - year.start >= QUARTER[0]) ends[index] = from - 1;
  }
  // A single quarter without known neighbours is placed by its distance from the start of the year.
  for (const index of [1, 2] as const) {
    if (ends[index] !== null || ends[index - 1] !== null) continue;
    const alone = quarters.filter(span => Math.round((span.start - year.start) / QUARTER_DAYS) === index);
    const end = mode(alone.map(span => [span.end, span.weight] as const));
    const start = mode(alone.filter(span => span.end === end).map(span => [span.start, span.weight] as const));
    if (end === null || start === null) continue;
    ends[index] = end;
    ends[index - 1] = start - 1;
  }
  return ends;
}

/** Whether a period is too long for a quarter. */
export function isLongerThanQuarter({ start, end }: { start: Day; end: Day }): boolean {
  return days(start, end) > QUARTER[1];
}

/**
 * The quarter of the calendar that follows a stub, by a day on which a quarter within the stub ends: the last quarter of
 * the stub is the fourth. Null if it has no number.
 */
export function quarterInStub(stub: FiscalYear, end: Day): number | null {
  const quarter = 4 - Math.round((stub.end - end) / QUARTER_DAYS);
  return quarter >= 1 && quarter <= 4 ? quarter : null;
}

function near(a: Day, b: Day): boolean {
  return Math.abs(a - b) <= SAME_DATE_DAYS;
}

function mode<T extends number>(weighted: readonly (readonly [T, number])[]): T | null {
  const totals = new Map<T, number>();
  for (const [value, weight] of weighted) totals.set(value, (totals.get(value) ?? 0) + weight);
  let best: T | null = null;
  for (const [value, weight] of totals) {
    const lead = best === null ? 1 : weight - (totals.get(best) ?? 0);
    if (lead > 0 || (lead === 0 && best !== null && value < best)) best = value;
  }
  return best;
}

/** The calendar year of the end; a year that ends in the first half of January belongs to the previous year. */
function baseLabel(end: Day): number {
  const date = toIsoDate(end);
  const year = Number(date.slice(0, 4));
  return date.slice(5, 7) === '01' && Number(date.slice(8, 10)) <= 15 ? year - 1 : year;
}

/** Conventions change and early reports were labelled by machine, so the newest reports decide. */
const RECENT_REPORTS = 3;

/** The filer's convention: the offset of the year that its original annual reports (otherwise interim ones) name. */
function labelOffset(years: readonly Bare[], own: readonly OwnPeriod[]): number {
  for (const role of ['annual', 'interim'] as const) {
    const offsets: [number, number][] = [];
    for (const period of own) {
      if (period.role !== role || period.isAmendment || period.fiscalYear === null) continue;
      const year = years.find(
        candidate => period.end > candidate.start && period.end <= candidate.end + SAME_DATE_DAYS,
      );
      if (year) offsets.push([period.fiscalYear - baseLabel(year.end), 1]);
    }
    const offset = mode(offsets.slice(-RECENT_REPORTS));
    if (offset !== null) return Math.abs(offset) <= 1 ? offset : 0;
  }
  return 0;
}

/** The nominal year end, `MM-DD`, of the newest full year. */
export function nominalYearEnd(years: readonly FiscalYear[]): string | null {
  const full =
    years.filter(year => !year.isTransition && !year.isOpen).at(-1) ?? years.filter(year => !year.isTransition).at(-1);
  if (!full) return null;
  const date: IsoDate = toIsoDate(full.end);
  return date.slice(5);
}
