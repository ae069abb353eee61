import {
  type FactFiling,
  type FactSeries,
  type FactSet,
  FILING_SOURCE,
} from '../../../domain/filings/facts/model/facts.ts';
import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { parseDay } from '../../../kernel/dates.ts';
import { readExactNumber } from '../../../kernel/exact-number.ts';

/** A number of a report with its dimensions as one text: `''`, or `axis=member` pairs sorted by axis and joined by `;`. */
export interface DimensionedFact {
  fact: ReportedFact;
  dimensions: string;
}

/** The fact set of one filing, from the numbers of its documents. */
export function toFilingFacts(filing: FactFiling, facts: Iterable<DimensionedFact>, log: AnomalyLog): FactSet {
  return {
    source: FILING_SOURCE + filing.accession,
    datesRounded: false,
    filings: [filing],
    series: toFactSeries(facts, log),
    faces: {},
  };
}

/**
 * The numbers of one filing in columns, with each concept, unit, period and dimensions once. Facts without a unit are
 * omitted. Of several consistent facts the most precise is kept. Of contradictory ones the first is kept, with an anomaly
 * `contradictory_facts`. A value that is not a number is an anomaly `bad_value`.
 */
export function toFactSeries(facts: Iterable<DimensionedFact>, log: AnomalyLog): FactSeries[] {
  const series = new Map<string, FactSeries>();
  for (const chosen of chooseFacts(facts, log).values()) addFact(series, chosen, log);
  return [...series.values()];
}

function chooseFacts(facts: Iterable<DimensionedFact>, log: AnomalyLog): Map<string, DimensionedFact> {
  const chosen = new Map<string, DimensionedFact>();
  for (const one of facts) {
    const { fact, dimensions } = one;
    if (fact.unit === null) continue;
    const key = `${fact.concept} ${fact.unit} ${fact.periodStart} ${fact.periodEnd} ${dimensions}`;
    const standing = chosen.get(key)?.fact;
    if (standing === undefined) chosen.set(key, one);
    else if (contradicts(standing, fact)) {
      log.add('contradictory_facts', fact.elementId, `${key}: ${standing.value} and ${fact.value}`);
    } else if (exactness(fact) > exactness(standing)) chosen.set(key, one);
  }
  return chosen;
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
