import type { XbrlFact, XbrlReport } from '../../formats/xbrl/report.ts';
import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';

/** Taxonomies of the FSA and of the exchange, of whatever year: the last part of the namespace is the usual prefix. */
const EDINET = /^http:\/\/disclosure\.edinet-fsa\.go\.jp\/taxonomy\/.*\/([a-z][a-z0-9-]*_cor)$/;
const EXCHANGE = /^http:\/\/www\.xbrl\.tdnet\.info\/taxonomy\/jp\/tse\/tdnet\/([a-z]+)\/([a-z]+)\//;

const BASIS = /:Consolidated(?:OrNonC|Nonc)onsolidatedAxis$/;
const SCENARIO = 'tse-ed-t:ResultForecastAxis';
const RESULT = 'tse-ed-t:ResultMember';

/** The facts of a set of inline documents under the usual names of their taxonomies. */
export function toReportedFacts({ facts }: XbrlReport): ReportedFact[] {
  return facts.flatMap(fact => {
    const { periodStart, periodEnd, unit, value, decimals, document, start, end } = fact;
    if (periodEnd === null) return [];
    const concept = `${prefixOf(fact.namespace, fact.prefix)}:${fact.localName}`;
    const elementId = fact.elementId ?? `@${start}`;
    return [
      {
        concept,
        periodStart,
        periodEnd,
        unit,
        value,
        decimals,
        dimensions: toDimensions(fact),
        document,
        elementId,
        start,
        end,
      },
    ];
  });
}

function prefixOf(namespace: string, declared: string): string {
  const exchange = EXCHANGE.exec(namespace);
  return exchange === null ? (EDINET.exec(namespace)?.[1] ?? declared) : `tse-${exchange[1]}-${exchange[2]}`;
}

function toDimensions({ dimensions }: XbrlFact): Record<string, string> {
  const pairs = dimensions.map(({ axis, axisNamespace, member }): [string, string] => {
    const at = axis.indexOf(':');
    const prefix = prefixOf(axisNamespace, axis.slice(0, Math.max(0, at)));
    return [`${prefix}:${axis.slice(at + 1)}`, member];
  });
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a fact of the summary is a result, and not a forecast; statements hold results only. */
export function isResult({ dimensions }: ReportedFact): boolean {
  return dimensions[SCENARIO] === undefined || dimensions[SCENARIO] === RESULT;
}

/**
 * The numbers of a disclosure, each concept, unit, period and dimensions once. Consolidated results have no dimension, nor
 * have a company's own where it has no group; beside consolidated ones these have `basis=non_consolidated`. Forecasts keep
 * the exchange's axes (forecast, upper, lower; previous and current): none of them can be taken for a result.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, log: AnomalyLog): FactSet {
  const hasConsolidated = facts.some(isConsolidated);
  const series = new Map<string, FactSeries>();
  const seen = new Map<string, ReportedFact>();
  for (const fact of facts) {
    if (fact.unit === null) continue;
    const dimensions = dimensionsOf(fact, hasConsolidated);
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd} ${dimensions}`;
    const standing = seen.get(key);
    if (standing === undefined) addFact(series, fact, dimensions, log);
    else if (contradicts(standing, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.value} and ${fact.value}`);
    }
    if (standing === undefined) seen.set(key, fact);
  }
  const { nativeId, formType, filingDate, acceptedAt, periodEnd } = filing;
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
      },
    ],
    series: [...series.values()],
    faces: {},
  };
}

function isConsolidated({ concept, value, dimensions }: ReportedFact): boolean {
  if (concept === 'jpdei_cor:WhetherConsolidatedFinancialStatementsArePreparedDEI') return value === 'true';
  return Object.values(dimensions).includes('tse-ed-t:ConsolidatedMember');
}

function dimensionsOf({ dimensions }: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(dimensions).flatMap(([axis, member]) => {
    if (axis === SCENARIO && member === RESULT) return [];
    if (!BASIS.test(axis)) return [`${axis}=${member}`];
    return /:NonConsolidatedMember$/.test(member) && hasConsolidated ? ['basis=non_consolidated'] : [];
  });
  return pairs.sort().join(';');
}

/** True where two statements of one fact can't both be roundings of one number (XBRL duplicates guidance 1.0). */
function contradicts(a: ReportedFact, b: ReportedFact): boolean {
  if (a.value === b.value) return false;
  if (a.value === null || b.value === null) return true;
  const half = (fact: ReportedFact) => (typeof fact.decimals === 'number' ? 0.5 * 10 ** -fact.decimals : 0);
  return Math.abs(Number(a.value) - Number(b.value)) > half(a) + half(b);
}

function addFact(series: Map<string, FactSeries>, fact: ReportedFact, dimensions: string, log: AnomalyLog): void {
  const end = parseDay(fact.periodEnd);
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
  columns.starts.push(fact.periodStart === null ? null : parseDay(fact.periodStart));
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(0);
  columns.decimals?.push(fact.decimals);
}
