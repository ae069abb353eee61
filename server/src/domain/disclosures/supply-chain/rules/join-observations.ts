import { compareText } from '../../../../kernel/compare-text.ts';
import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import type { SupplyEvidence, SupplyStatement } from '../model.ts';

/** A statement with the filing that makes it. */
export interface Observation {
  statement: SupplyStatement;
  /** `sec-edgar:0000320193-24-000123` */
  filingId: string;
  url: string;
  /** When the public could know it. */
  knownAt: Instant;
}

/** An annual report that was read, whatever it says. */
export interface AnnualReading {
  filingId: string;
  periodEnd: IsoDate;
  knownAt: Instant;
}

/** What all observations of one relation come to on a day. */
export interface JoinedEdge {
  concentrationPct: number | null;
  concentrationOf: SupplyStatement['concentrationOf'];
  concentrationBase: string | null;
  isAtLeast: boolean;
  amount: number | null;
  currency: string | null;
  confidence: number;
  validFrom: IsoDate;
  validTo: IsoDate;
  isExpired: boolean;
  observationsCount: number;
  /** Of the newest period first. */
  evidence: (SupplyEvidence & { filingId: string; url: string })[];
  /** When the newest of the observations became known. */
  knownAt: Instant;
}

/** How long a relation is held to go on after the period that it was stated for. */
const VALID_MONTHS = 15;
const MOST_EVIDENCE = 5;
/** A year's report of the next year ends so long after, at least. */
const NEXT_YEAR_DAYS = 300;

/**
 * Joins the observations of one relation, one at least: a company as customer, or as supplier, of the company that says so.
 * The newest period gives percentage and amount, of the company's whole before a part of it, of revenue or purchases before
 * receivables. A relation is valid from the start of the first period of an unbroken run to 15 months after the last period's
 * end, or until an annual report of a later year says nothing of it.
 */
export function joinObservations(
  observations: readonly Observation[],
  annualReadings: readonly AnnualReading[],
  day: IsoDate,
): JoinedEdge {
  const standing = withoutCorrected(observations);
  const newestFirst = [...standing].sort(
    (a, b) =>
      compareText(b.statement.periodEnd, a.statement.periodEnd) ||
      rankOf(a.statement) - rankOf(b.statement) ||
      compareText(b.knownAt, a.knownAt) ||
      compareText(a.filingId, b.filingId),
  );
  const [newest] = newestFirst;
  if (newest === undefined) throw new RangeError('no observations');
  const share = newestFirst.find(one => one.statement.concentrationPct !== null)?.statement;
  const paid = newestFirst.find(one => one.statement.amount !== null)?.statement;
  const latest = newestFirst.filter(one => one.statement.periodEnd === newest.statement.periodEnd);
  const validTo = endOf(newest, standing, annualReadings);
  return {
    concentrationPct: share?.concentrationPct ?? null,
    concentrationOf: share?.concentrationOf ?? null,
    concentrationBase: share?.concentrationBase ?? null,
    isAtLeast: share?.isAtLeast ?? false,
    amount: paid?.amount ?? null,
    currency: paid?.currency ?? null,
    confidence: Math.max(...latest.map(one => one.statement.confidence)),
    validFrom: startOf(newestFirst, annualReadings),
    validTo,
    isExpired: validTo < day,
    observationsCount: standing.length,
    evidence: evidenceOf(newestFirst),
    knownAt: newestFirst.map(one => one.knownAt).reduce((a, b) => (a > b ? a : b)),
  };
}

/** Lower = says more of the relation. */
function rankOf({ concentrationPct, concentrationOf, concentrationBase }: SupplyStatement): number {
  if (concentrationPct === null) return 9;
  return (concentrationBase === null ? 0 : 2) + (concentrationOf === 'receivables' ? 1 : 0);
}

/** Of one period and whole the filing that was known last stands: an amendment, or next year's comparative figure. */
function withoutCorrected(observations: readonly Observation[]): Observation[] {
  const last = new Map<string, Observation>();
  for (const one of observations) {
    const { periodEnd, concentrationOf, concentrationBase } = one.statement;
    const key = JSON.stringify([periodEnd, concentrationOf, concentrationBase]);
    const known = last.get(key);
    const isLater = known === undefined || one.knownAt > known.knownAt;
    if (isLater) last.set(key, one);
  }
  return [...last.values()];
}

function endOf(
  { statement }: Observation,
  all: readonly Observation[],
  annualReadings: readonly AnnualReading[],
): IsoDate {
  const byTime = addMonths(statement.periodEnd, VALID_MONTHS);
  const speaking = new Set(all.map(one => one.filingId));
  const nextYear = (parseDay(statement.periodEnd) ?? 0) + NEXT_YEAR_DAYS;
  const silent = annualReadings
    .filter(one => !speaking.has(one.filingId) && (parseDay(one.periodEnd) ?? 0) >= nextYear)
    .map(one => one.knownAt.slice(0, 10))
    .sort()[0];
  return silent !== undefined && silent < byTime ? silent : byTime;
}

/** The start of the first period of those that follow each other without a gap, back from the newest. */
function startOf(newestFirst: readonly Observation[], annualReadings: readonly AnnualReading[]): IsoDate {
  let from: IsoDate | null = null;
  for (const one of newestFirst) {
    if (from !== null && endOf(one, newestFirst, annualReadings) < from) break;
    const start = one.statement.periodStart ?? one.statement.periodEnd;
    if (from === null || start < from) from = start;
  }
  return from ?? '';
}

function evidenceOf(newestFirst: readonly Observation[]): JoinedEdge['evidence'] {
  return newestFirst
    .flatMap(({ statement, filingId, url }) => statement.evidence.map(one => ({ ...one, filingId, url })))
    .slice(0, MOST_EVIDENCE);
}

/** The same day so many months on, the last of a shorter month. */
function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const later = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, lastDay));
  return toIsoDate(Math.floor(later.getTime() / 86_400_000));
}
