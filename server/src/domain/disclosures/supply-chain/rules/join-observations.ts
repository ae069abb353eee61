import { compareText } from '../../../../kernel/compare-text.ts';
import { addMonths, type Instant, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { TextEvidence } from '../../prose/model.ts';
import type { SupplyStatement } from '../model.ts';
import { spellingOfBase } from './spelling.ts';

/** A statement with its filing. */
export interface Observation {
  statement: SupplyStatement;
  /** `sec-edgar:0000320193-24-000123` */
  filingId: string;
  url: string;
  /** When the filing became public. */
  knownAt: Instant;
}

/** An annual report that was read, with or without statements. */
export interface AnnualReading {
  filingId: string;
  periodEnd: IsoDate;
  knownAt: Instant;
}

/** All observations of one relation, joined as of a day. */
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
  /** Newest period first. */
  evidence: (TextEvidence & { filingId: string; url: string })[];
  /** When the newest of the observations became known. */
  knownAt: Instant;
}

/** Months that a relation stays valid after the end of its last period. */
const VALID_MONTHS = 15;
const MAX_EVIDENCE = 5;
/** Minimum number of days between the ends of consecutive fiscal years. */
const NEXT_YEAR_DAYS = 300;

/**
 * Joins one or more observations of one relation: a company as customer or supplier of the disclosing company. Percentage and
 * amount come from the newest period; total bases rank before partial ones, revenue and purchases before receivables. A
 * relation is valid from the start of the first of consecutive periods until 15 months after the last period's end, or until
 * an annual report of a later year omits it.
 */
export function joinObservations(
  observations: readonly Observation[],
  annualReadings: readonly AnnualReading[],
  day: IsoDate,
): JoinedEdge {
  const current = withoutSuperseded(observations);
  const newestFirst = [...current].sort(
    (a, b) =>
      compareText(b.statement.periodEnd, a.statement.periodEnd) ||
      rankOf(a.statement) - rankOf(b.statement) ||
      compareText(b.knownAt, a.knownAt) ||
      compareText(a.filingId, b.filingId),
  );
  const [newest] = newestFirst;
  if (newest === undefined) throw new RangeError('joinObservations needs at least one observation.');
  const share = newestFirst.find(observation => observation.statement.concentrationPct !== null)?.statement;
  const paid = newestFirst.find(observation => observation.statement.amount !== null)?.statement;
  const latest = newestFirst.filter(observation => observation.statement.periodEnd === newest.statement.periodEnd);
  const validTo = endOf(newest, current, annualReadings);
  return {
    concentrationPct: share?.concentrationPct ?? null,
    concentrationOf: share?.concentrationOf ?? null,
    concentrationBase: share?.concentrationBase ?? null,
    isAtLeast: share?.isAtLeast ?? false,
    amount: paid?.amount ?? null,
    currency: paid?.currency ?? null,
    confidence: maxOf(latest.map(observation => observation.statement.confidence)),
    validFrom: startOf(newestFirst, annualReadings),
    validTo,
    isExpired: validTo < day,
    observationsCount: current.length,
    evidence: evidenceOf(newestFirst),
    knownAt: newestFirst.map(observation => observation.knownAt).reduce((a, b) => (a > b ? a : b)),
  };
}

/** Returns the rank of a statement; lower ranks are preferred. */
function rankOf({ concentrationPct, concentrationOf, concentrationBase }: SupplyStatement): number {
  if (concentrationPct === null) return 9;
  return (concentrationBase === null ? 0 : 2) + (concentrationOf === 'receivables' ? 1 : 0);
}

/** Keeps the newest filing per period and base: an amendment or next year's comparative figure replaces the original. */
function withoutSuperseded(observations: readonly Observation[]): Observation[] {
  const last = new Map<string, Observation>();
  for (const one of observations) {
    const { periodEnd, concentrationOf, concentrationBase } = one.statement;
    const key = JSON.stringify([periodEnd, concentrationOf, spellingOfBase(concentrationBase)]);
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
  const speaking = new Set(all.map(observation => observation.filingId));
  const nextYear = (parseDay(statement.periodEnd) ?? 0) + NEXT_YEAR_DAYS;
  const silent = annualReadings
    .filter(
      annualReading => !speaking.has(annualReading.filingId) && (parseDay(annualReading.periodEnd) ?? 0) >= nextYear,
    )
    .map(annualReading => annualReading.knownAt.slice(0, 10))
    .sort()[0];
  return silent !== undefined && silent < byTime ? silent : byTime;
}

/** Returns the start of the first of the consecutive periods that lead to the newest. */
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
    .flatMap(({ statement, filingId, url }) => statement.evidence.map(evidence => ({ ...evidence, filingId, url })))
    .slice(0, MAX_EVIDENCE);
}
