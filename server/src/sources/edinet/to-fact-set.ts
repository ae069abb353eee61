import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactFiling, type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';
import type { Cover } from './cover.ts';

const BASIS_AXIS = 'jppfs_cor:ConsolidatedOrNonConsolidatedAxis';
const STAND_ALONE = 'jppfs_cor:NonConsolidatedMember';

/**
 * The numbers of a filing, each concept, unit, period and dimensions once. Consolidated values have no dimension;
 * stand-alone ones have `basis=non_consolidated` where the filer gives consolidated ones beside them, and none where they
 * are all there is. Of several that agree the most exact is kept; where they contradict each other the first is, and an
 * anomaly says so.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, cover: Cover, log: AnomalyLog): FactSet {
  const series = new Map<string, FactSeries>();
  const hasConsolidated = cover.hasConsolidated ?? facts.some(isConsolidated);
  for (const { fact, dimensions } of chooseFacts(facts, hasConsolidated, log)) addFact(series, fact, dimensions, log);
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [toFactFiling(filing, cover)],
    series: [...series.values()],
    faces: {},
  };
}

/** Statements are tagged with the basis wherever it is the stand-alone one. */
function isConsolidated({ concept, unit, dimensions }: ReportedFact): boolean {
  return unit !== null && /^jp(?:pfs|igp)_cor:/.test(concept) && dimensions[BASIS_AXIS] !== STAND_ALONE;
}

interface ChosenFact {
  fact: ReportedFact;
  dimensions: string;
}

function chooseFacts(facts: readonly ReportedFact[], hasConsolidated: boolean, log: AnomalyLog): Iterable<ChosenFact> {
  const chosen = new Map<string, ChosenFact>();
  for (const fact of facts) {
    if (fact.unit === null) continue;
    const dimensions = dimensionsOf(fact, hasConsolidated);
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd} ${dimensions}`;
    const standing = chosen.get(key);
    if (standing === undefined) chosen.set(key, { fact, dimensions });
    else if (contradicts(standing.fact, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.fact.value} and ${fact.value}`);
    } else if (exactness(fact) > exactness(standing.fact)) chosen.set(key, { fact, dimensions });
  }
  return chosen.values();
}

function dimensionsOf({ dimensions }: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(dimensions).flatMap(([axis, member]) => {
    if (axis !== BASIS_AXIS) return [`${axis}=${member}`];
    return member === STAND_ALONE && hasConsolidated ? ['basis=non_consolidated'] : [];
  });
  return pairs.sort().join(';');
}

/** True where two statements of one fact can't both be roundings of one number (XBRL duplicates guidance 1.0). */
function contradicts(a: ReportedFact, b: ReportedFact): boolean {
  if (a.value === b.value) return false;
  if (a.value === null || b.value === null) return true;
  return Math.abs(Number(a.value) - Number(b.value)) > halfUnit(a) + halfUnit(b);
}

function halfUnit({ decimals }: ReportedFact): number {
  return typeof decimals === 'number' ? 0.5 * 10 ** -decimals : 0;
}

function exactness({ decimals }: ReportedFact): number {
  return decimals === 'INF' ? Number.POSITIVE_INFINITY : (decimals ?? Number.NEGATIVE_INFINITY);
}

function addFact(series: Map<string, FactSeries>, fact: ReportedFact, dimensions: string, log: AnomalyLog): void {
  const end = parseDay(fact.periodEnd);
  const start = fact.periodStart === null ? null : parseDay(fact.periodStart);
  const number = fact.value === null ? { value: null, exact: null } : readExactNumber(fact.value);
  if (end === null || number === null || fact.unit === null) {
    log.add('bad_value', fact.elementId, `${fact.concept} ${fact.value}`);
    return;
  }
  const key = `${fact.concept} ${fact.unit} ${dimensions}`;
  let columns = series.get(key);
  if (columns === undefined) {
    const { concept, unit } = fact;
    columns = { concept, unit, dimensions, starts: [], ends: [], values: [], filings: [], decimals: [] };
    series.set(key, columns);
  }
  if (number.exact !== null) columns.exact = { ...columns.exact, [columns.values.length]: number.exact };
  columns.starts.push(start);
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(0);
  columns.decimals?.push(fact.decimals);
}

/** A fiscal year goes by the calendar year in which it ends: 2024年3月期. */
function toFactFiling(filing: Filing, { fiscalYearEnd, periodType }: Cover): FactFiling {
  return {
    accession: filing.nativeId,
    form: filing.formType,
    filed: filing.filingDate,
    acceptedAt: filing.acceptedAt,
    fiscalYear: fiscalYearEnd === null ? null : Number(fiscalYearEnd.slice(0, 4)),
    fiscalPeriod: periodType,
    periodEnd: filing.periodEnd,
  };
}
