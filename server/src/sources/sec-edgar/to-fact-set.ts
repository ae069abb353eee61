import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactFiling, type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';

/**
 * The numbers of a filing as the registry's summary will state them: those without dimensions, each concept, unit and
 * period once. Of several that agree the most exact is kept; where they contradict each other the first is, and an anomaly
 * says so.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const series = new Map<string, FactSeries>();
  for (const fact of chooseFacts(report.facts, log).values()) addFact(series, fact, log);
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [toFactFiling(report, filing)],
    series: [...series.values()],
    faces: {},
  };
}

/** One fact for each concept, unit and period. */
function chooseFacts(facts: readonly ReportedFact[], log: AnomalyLog): Map<string, ReportedFact> {
  const chosen = new Map<string, ReportedFact>();
  for (const fact of facts) {
    if (fact.unit === null || Object.keys(fact.dimensions).length > 0) continue;
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd}`;
    const standing = chosen.get(key);
    if (standing === undefined) {
      chosen.set(key, fact);
      continue;
    }
    if (contradicts(standing, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.value} and ${fact.value}`);
    } else if (exactness(fact) > exactness(standing)) {
      chosen.set(key, fact);
    }
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

function addFact(series: Map<string, FactSeries>, fact: ReportedFact, log: AnomalyLog): void {
  const end = parseDay(fact.periodEnd);
  const start = fact.periodStart === null ? null : parseDay(fact.periodStart);
  const number = fact.value === null ? { value: null, exact: null } : readExactNumber(fact.value);
  if (end === null || number === null || fact.unit === null) {
    log.add('bad_value', fact.elementId, `${fact.concept} ${fact.value}`);
    return;
  }
  const key = `${fact.concept} ${fact.unit}`;
  let columns = series.get(key);
  if (columns === undefined) {
    const { concept, unit } = fact;
    columns = { concept, unit, dimensions: '', starts: [], ends: [], values: [], filings: [], decimals: [] };
    series.set(key, columns);
  }
  if (number.exact !== null) columns.exact = { ...columns.exact, [columns.values.length]: number.exact };
  columns.starts.push(start);
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(0);
  columns.decimals?.push(fact.decimals);
}

function toFactFiling(report: FilingReport, filing: Filing): FactFiling {
  const year = Number(coverText(report, 'dei:DocumentFiscalYearFocus') ?? '');
  return {
    accession: filing.nativeId,
    form: filing.formType,
    filed: filing.filingDate,
    acceptedAt: filing.acceptedAt,
    fiscalYear: Number.isInteger(year) && year > 1900 ? year : null,
    fiscalPeriod: coverText(report, 'dei:DocumentFiscalPeriodFocus'),
    periodEnd: filing.periodEnd,
  };
}

/** What the cover page says, for the filer itself and not for a co-registrant. */
export function coverText(report: FilingReport, concept: string): string | null {
  const fact = report.facts.find(one => one.concept === concept && Object.keys(one.dimensions).length === 0);
  return fact?.value ?? null;
}
