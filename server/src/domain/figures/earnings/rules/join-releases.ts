import { addDays, type IsoDate, newYorkClock } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { REGISTRY_ENTRIES } from '../../../filings/markets/model/registry-entry.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';
import {
  type EarningsReleaseResponse,
  type KnownCalendar,
  type KnownEntry,
  monthOfPeriod,
  type NamedPeriod,
  type PeriodActuals,
  periodName,
  quarterOfReport,
  type ReportTime,
  type ResultsFiling,
} from '../model/earnings-calendar.ts';
import { type CalendarPeriod, calendarOf, periodAt, periodNamed, periodReportedOn } from './fiscal-calendar.ts';

/** A release of results of a company: one per period, from all sources. */
export interface JoinedRelease {
  /** `<canonical key>:<month of the period>` */
  releaseId: string;
  status: 'upcoming' | 'reported';
  reportDate: IsoDate;
  periodEnd: IsoDate | null;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** The filing that reports it. */
  filing: ResultsFiling | null;
  /** Most trusted first. */
  entries: KnownEntry[];
}

/** All mentions of one release. */
interface Group {
  period: CalendarPeriod | null;
  /** Dates that the sources state. */
  days: IsoDate[];
  entries: KnownEntry[];
  /** Oldest first. */
  announcements: ResultsFiling[];
  reports: ResultsFiling[];
}

/** A mention of a release, with its period and date. */
interface Mention {
  period: CalendarPeriod | null;
  day: IsoDate | null;
  entry?: KnownEntry;
  announcement?: ResultsFiling;
  report?: ResultsFiling;
}

/** Calendar entries within this many days of each other refer to the same release. */
const SAME_RELEASE_DAYS = 15;
/** An announcement this long before the date in calendars is a pre-announcement. */
const EARLY_DAYS = 5;
/** An announcement is made at most this long after the report on the period is filed. */
const LATE_DAYS = 7;

/** The releases of a company, latest first. */
export function joinReleases(canonicalKey: string, known: KnownCalendar): JoinedRelease[] {
  const calendar = calendarOf(known);
  const mentions: Mention[] = [
    ...known.filings.flatMap(filing => placeFiling(calendar, filing) ?? []),
    ...known.entries.map(entry => ({ period: periodOf(calendar, entry), day: entry.reportDate, entry: entry })),
  ];
  const groups: Group[] = [];
  // A mention without a period belongs to a release near its date, preferably one whose period another mention names.
  for (const mention of mentions) if (mention.period !== null) add(groupOfPeriod(groups, mention.period), mention);
  for (const mention of mentions)
    if (mention.period === null && mention.day !== null) add(groupNear(groups, mention.day), mention);
  return groups
    .flatMap(group => toRelease(canonicalKey, group) ?? [])
    .sort((a, b) => compare(b.reportDate, a.reportDate) || compare(a.releaseId, b.releaseId));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Confirmed before estimated dates, then by the trust of their sources, then by the latest read. */
function byBelief(entries: readonly KnownEntry[]): KnownEntry[] {
  return [...entries].sort(
    (a, b) =>
      compare(a.dateStatus, b.dateStatus) || trustOf(a.source) - trustOf(b.source) || compare(b.readAt, a.readAt),
  );
}

function trustOf(source: string): number {
  return REGISTRY_ENTRIES.find(entry => entry.registry === source)?.trust ?? Number.MAX_SAFE_INTEGER;
}

/** A filing with its period and date; null if it does not report results. */
function placeFiling(calendar: readonly CalendarPeriod[], filing: ResultsFiling): Mention | null {
  const { category, periodEnd, filingDate, title } = filing;
  if (category !== 'earnings_release') {
    const period = periodEnd === null ? null : periodAt(calendar, periodEnd);
    return period && { period, day: filingDate, report: filing };
  }
  if (PRE_ANNOUNCEMENT.test(title ?? '')) return null;
  const day = dayOf(filing);
  const isOfPeriod = periodEnd !== null && periodEnd < addDays(filingDate, -EARLY_DAYS);
  const period = isOfPeriod ? periodEnding(calendar, periodEnd) : periodReportedOn(calendar, day);
  return { period, day, announcement: filing };
}

/** Forecasts of results (China): they have the category of results but are not results. */
const PRE_ANNOUNCEMENT = /预告|预增|预减|预亏/;

function periodOf(
  calendar: readonly CalendarPeriod[],
  { periodEnd, fiscalYear, fiscalPeriod, reportDate }: KnownEntry,
): CalendarPeriod | null {
  if (periodEnd !== null) return periodEnding(calendar, periodEnd);
  const named = fiscalYear === null || fiscalPeriod === null ? null : periodNamed(calendar, fiscalYear, fiscalPeriod);
  const isPlausible = named !== null && (reportDate === null || named.periodEnd < reportDate);
  if (isPlausible) return named;
  return reportDate === null ? null : periodReportedOn(calendar, reportDate);
}

/** The period with a stated end, even if the company's calendar lacks it. */
function periodEnding(calendar: readonly CalendarPeriod[], periodEnd: IsoDate): CalendarPeriod {
  return periodAt(calendar, periodEnd) ?? { periodEnd, fiscalYear: null, fiscalPeriod: null };
}

function groupOfPeriod(groups: Group[], period: CalendarPeriod): Group {
  const month = monthOfPeriod(period.periodEnd);
  const known = groups.find(group => group.period !== null && monthOfPeriod(group.period.periodEnd) === month);
  return known ?? newGroup(groups, period);
}

function groupNear(groups: Group[], day: IsoDate): Group {
  const [from, until] = [addDays(day, -SAME_RELEASE_DAYS), addDays(day, SAME_RELEASE_DAYS)];
  return groups.find(({ days }) => days.some(day => day >= from && day <= until)) ?? newGroup(groups, null);
}

function newGroup(groups: Group[], period: CalendarPeriod | null): Group {
  const group: Group = { period, days: [], entries: [], announcements: [], reports: [] };
  groups.push(group);
  return group;
}

function add(group: Group, { day, entry, announcement, report }: Mention): void {
  if (day !== null) group.days.push(day);
  if (entry !== undefined) group.entries.push(entry);
  if (announcement !== undefined) group.announcements.push(announcement);
  if (report !== undefined) group.reports.push(report);
}

/** Items of an 8-K that only reports results, with accompanying items. */
const RESULTS_ITEMS: ReadonlySet<string> = new Set(['2.02', '7.01', '9.01']);

/**
 * The date of an announcement. An 8-K that only reports results states it, even if filed later. One that reports more
 * states the date of its earliest event, so its acceptance date is used.
 */
function dayOf({ registry, category, periodEnd, filingDate, acceptedAt, itemCodes }: ResultsFiling): IsoDate {
  if (registry !== 'sec-edgar' || category !== 'earnings_release') return filingDate;
  const isStated = periodEnd !== null && periodEnd >= addDays(filingDate, -EARLY_DAYS) && periodEnd <= filingDate;
  if (isStated && itemCodes.every(code => RESULTS_ITEMS.has(code))) return periodEnd;
  return acceptedAt === null ? filingDate : newYorkClock(acceptedAt).date;
}

function toRelease(canonicalKey: string, group: Group): JoinedRelease | null {
  const { period } = group;
  const entries = byBelief(group.entries);
  const [dated] = entries.filter(entry => entry.reportDate !== null);
  const filing = reportingFiling(group, dated?.reportDate ?? null);
  const reportDate = filing === null ? (dated?.reportDate ?? null) : dayOf(filing);
  // Figures of a period without any release date.
  if (reportDate === null) return null;
  const stated = entries.find(entry => entry.fiscalYear !== null && entry.fiscalPeriod !== null);
  const isReported = filing !== null || entries.some(entry => entry.epsActual !== null);
  return {
    releaseId: `${canonicalKey}:${period === null ? quarterOfReport(reportDate) : monthOfPeriod(period.periodEnd)}`,
    status: isReported ? 'reported' : 'upcoming',
    reportDate,
    periodEnd: period?.periodEnd ?? null,
    fiscalYear: period?.fiscalYear ?? stated?.fiscalYear ?? null,
    fiscalPeriod: period?.fiscalPeriod ?? stated?.fiscalPeriod ?? null,
    filing,
    entries,
  };
}

/**
 * The first announcement that is not long before the date in calendars. Once the report on the period is filed: the
 * first announcement, or else the report, because a company without announcements publishes its results with it.
 */
function reportingFiling({ announcements, reports }: Group, expected: IsoDate | null): ResultsFiling | null {
  const [report] = reports;
  // Later announcements are about something else: republished figures, a conference.
  const before = report && addDays(report.filingDate, LATE_DAYS);
  const timely = announcements.filter(announcement => before === undefined || dayOf(announcement) <= before);
  const onTime = timely.find(
    announcement => expected === null || dayOf(announcement) >= addDays(expected, -EARLY_DAYS),
  );
  if (onTime !== undefined) return onTime;
  return report === undefined ? null : (timely[0] ?? report);
}

/** The period whose figures were reported; null if there is no release or its period is unknown. */
export function reportedPeriod({ filing, periodEnd, fiscalYear, fiscalPeriod }: JoinedRelease): NamedPeriod | null {
  if (filing === null || periodEnd === null || fiscalYear === null || fiscalPeriod === null) return null;
  return { periodEnd, fiscalYear, fiscalPeriod };
}

/** A release as responses show it; `actuals` by the name of the period. `idOf` renders the id of its filing. */
export function toReleaseResponse(
  release: JoinedRelease,
  actuals: ReadonlyMap<string, PeriodActuals>,
  idOf: (filing: ResultsFiling) => string = filing => filingId(filing.registry, filing.nativeId),
): EarningsReleaseResponse {
  const { filing, entries, reportDate, fiscalPeriod, periodEnd } = release;
  const period = reportedPeriod(release);
  const filed = period === null ? undefined : actuals.get(periodName(period));
  const currency = filed?.currency ?? entries.find(hasFigure)?.currency ?? null;
  // Estimates in another currency are not comparable with these figures.
  const figures = entries.filter(entry => entry.currency === currency);
  const ofShare = figures.find(entry => entry.epsEstimate !== null);
  const epsEstimate = ofShare?.epsEstimate ?? null;
  const epsActual =
    filed === undefined ? (figures.find(entry => entry.epsActual !== null)?.epsActual ?? null) : filed.eps;
  const revenueEstimate = figures.find(entry => entry.revenueEstimate !== null)?.revenueEstimate ?? null;
  const revenueActual = filed?.revenue ?? null;
  const dated = entries.find(entry => entry.reportDate !== null);
  const statedTime = entries.find(entry => entry.reportTime !== 'unknown')?.reportTime;
  return {
    earnings_release_id: release.releaseId,
    status: release.status,
    report_date: reportDate,
    report_time: statedTime ?? timeOf(filing),
    report_date_status: filing === null ? (dated?.dateStatus ?? 'estimated') : 'confirmed',
    reported_at: filing?.acceptedAt ?? null,
    call_at: entries.find(entry => entry.callAt !== null)?.callAt ?? null,
    fiscal_year: release.fiscalYear,
    fiscal_period: fiscalPeriod,
    period_end: periodEnd,
    currency,
    eps_estimate: epsEstimate,
    eps_actual: epsActual,
    eps_surprise_pct: surprise(epsActual, epsEstimate),
    revenue_estimate: revenueEstimate,
    revenue_actual: revenueActual,
    revenue_surprise_pct: surprise(revenueActual, revenueEstimate),
    estimates_count: ofShare?.estimatesCount ?? null,
    filing_id: filing === null ? null : idOf(filing),
    source: filing?.registry ?? dated?.source ?? '',
  };
}

function hasFigure({ epsEstimate, epsActual, revenueEstimate }: KnownEntry): boolean {
  return epsEstimate !== null || epsActual !== null || revenueEstimate !== null;
}

/** Percent of the estimate, two decimals; null without an estimate. */
function surprise(actual: number | null, estimate: number | null): number | null {
  if (actual === null || estimate === null || estimate === 0) return null;
  return Math.round(((actual - estimate) / Math.abs(estimate)) * 10_000) / 100;
}

/** Trading hours in New York. */
const OPENS = '09:30:00';
const CLOSES = '16:00:00';

/** When an announcement was made relative to New York's trading hours; unknown for other registries. */
function timeOf(filing: ResultsFiling | null): ReportTime {
  if (filing === null || filing.registry !== 'sec-edgar' || filing.category !== 'earnings_release') return 'unknown';
  if (filing.acceptedAt === null) return 'unknown';
  const { date, time } = newYorkClock(filing.acceptedAt);
  // Filed on a later day than the announcement, so the time is not the announcement's.
  if (date !== dayOf(filing)) return 'unknown';
  if (time < OPENS) return 'before_market';
  return time < CLOSES ? 'during_market' : 'after_market';
}
