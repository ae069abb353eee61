import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';
import { dimensionsOfReport } from './reporting-basis.ts';

/**
 * The numbers of a report, each concept, unit, members and period once. Of several that agree the most exact is kept;
 * where they contradict each other the first is, and an anomaly says so.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, log: AnomalyLog): FactSet {
  const series = new Map<string, FactSeries>();
  for (const { fact, dimensions } of chooseFacts(facts, log).values()) addFact(series, fact, dimensions, log);
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [
      {
        accession: filing.nativeId,
        form: filing.formType,
        filed: filing.filingDate,
        acceptedAt: filing.acceptedAt,
        fiscalYear: null,
        fiscalPeriod: null,
        periodEnd: filing.periodEnd,
        category: filing.category,
      },
    ],
    series: [...series.values()],
    faces: {},
  };
}

interface Chosen {
  fact: ReportedFact;
  dimensions: string;
}

function chooseFacts(facts: readonly ReportedFact[], log: AnomalyLog): Map<string, Chosen> {
  const dimensionsOf = dimensionsOfReport(facts);
  const chosen = new Map<string, Chosen>();
  for (const fact of facts) {
    if (fact.unit === null) continue;
    const dimensions = dimensionsOf(fact);
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd} ${dimensions}`;
    const standing = chosen.get(key)?.fact;
    if (standing === undefined) chosen.set(key, { fact, dimensions });
    else if (contradicts(standing, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.value} and ${fact.value}`);
    } else if (exactness(fact) > exactness(standing)) chosen.set(key, { fact, dimensions });
  }
  return chosen;
}

/** True where two statements of one fact can't both be roundings of one number (XBRL duplicates guidance 1.0). */
function contradicts(a: ReportedFact, b: ReportedFact): boolean {
  if (a.value === b.value) return false;
  if (a.value === null || b.value === null) return true;
  return Math.abs(Number(a.value) - Number(b.value)) > halfUnit(a) + halfUnit(b);
}

function halfUnit(fact: ReportedFact): number {
  return typeof fact.decimals === 'number' ? 0.5 * 10 ** -fact.decimals : 0;
}

function exactness(fact: ReportedFact): number {
  return fact.decimals === 'INF' ? Number.POSITIVE_INFINITY : (fact.decimals ?? Number.NEGATIVE_INFINITY);
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
