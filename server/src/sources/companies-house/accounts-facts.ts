import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';
import { scopeOf, withBasis } from './accounts-basis.ts';

/** A fact with its dimensions as one text. */
interface DimensionedFact {
  fact: ReportedFact;
  /** `''`, or `axis=member` pairs sorted by axis and joined by `;`. */
  dimensions: string;
}

/**
 * The numbers of a set of accounts, each concept, unit, period and set of dimensions once. Of several that agree the most
 * exact is kept; where they contradict each other the first is, and an anomaly `contradictory_facts` says so.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const series = new Map<string, FactSeries>();
  for (const one of chooseFacts(report, log)) addFact(series, one, log);
  const { nativeId, formType, filingDate, acceptedAt, periodEnd, category, isAmendment } = filing;
  return {
    source: FILING_SOURCE + nativeId,
    datesRounded: false,
    filings: [
      {
        accession: nativeId,
        form: formType,
        filed: filingDate,
        acceptedAt,
        fiscalYear: null,
        fiscalPeriod: null,
        periodEnd,
        category,
        ...(isAmendment ? { isAmendment: true } : {}),
      },
    ],
    series: [...series.values()],
    faces: {},
  };
}

function chooseFacts(report: FilingReport, log: AnomalyLog): Iterable<DimensionedFact> {
  const scope = scopeOf(report);
  const chosen = new Map<string, DimensionedFact>();
  for (const fact of report.facts) {
    if (fact.unit === null) continue;
    const dimensions = dimensionText(withBasis(fact, scope));
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd} ${dimensions}`;
    const standing = chosen.get(key)?.fact;
    if (standing === undefined) chosen.set(key, { fact, dimensions });
    else if (contradicts(standing, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.value} and ${fact.value}`);
    } else if (exactness(fact) > exactness(standing)) chosen.set(key, { fact, dimensions });
  }
  return chosen.values();
}

function dimensionText(pairs: readonly [string, string][]): string {
  return pairs
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([axis, member]) => `${axis}=${member.replace(/[;=]/g, ' ')}`)
    .join(';');
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

function addFact(series: Map<string, FactSeries>, { fact, dimensions }: DimensionedFact, log: AnomalyLog): void {
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
  if (number.exact !== null) {
    columns.exact ??= {};
    columns.exact[columns.values.length] = number.exact;
  }
  columns.starts.push(start);
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(0);
  columns.decimals?.push(fact.decimals);
}
