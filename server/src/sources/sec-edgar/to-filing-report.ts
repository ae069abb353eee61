import type { XbrlAnomaly, XbrlDimension, XbrlFact, XbrlReport } from '../../formats/xbrl/report.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import { asFiledStatements } from './as-filed-statements.ts';
import { type FilingNames, namesOf } from './filing-names.ts';
import { readFilingTaxonomy, type TaxonomyFile } from './filing-taxonomy.ts';

export interface FilingReportResult {
  report: FilingReport;
  /** The filer's words for concepts and members, by name: `us-gaap:ProductMember` → `Products`. */
  labels: Map<string, string>;
  anomalies: XbrlAnomaly[];
}

/**
 * The tagged facts of a filing under the usual names of their taxonomies, hidden ones included, and its statements as
 * filed, from the schema and linkbases that came with it (EDGAR Filer Manual, volume II, chapter 6). Without them there
 * are no statements; what they refer to outside the filing is not looked for. Facts for all time have no place in the
 * model: they are told and left out.
 */
export function toFilingReport(report: XbrlReport, linkbases: readonly TaxonomyFile[]): FilingReportResult {
  const names = namesOf(report);
  const anomalies: XbrlAnomaly[] = [];
  const facts = toReportedFacts(report.facts, names, anomalies);
  const taxonomy = readFilingTaxonomy(linkbases, names);
  const rendered = asFiledStatements(facts, taxonomy);
  return {
    report: { facts, statements: rendered.statements },
    labels: taxonomy.labels.all(),
    anomalies: [...anomalies, ...taxonomy.anomalies, ...rendered.anomalies],
  };
}

function toReportedFacts(facts: readonly XbrlFact[], names: FilingNames, anomalies: XbrlAnomaly[]): ReportedFact[] {
  const dimensionSets = new Map<readonly XbrlDimension[], Record<string, string>>();
  const reported: ReportedFact[] = [];
  for (const fact of facts) {
    const elementId = fact.elementId ?? `@${fact.start}`;
    const concept = names.ofConcept(fact.prefix, fact.namespace, fact.localName);
    if (fact.periodEnd === null) {
      const detail = `${concept} is said for all time; it is left out`;
      anomalies.push({ kind: 'forever_fact', document: fact.document, locator: elementId, detail });
      continue;
    }
    const dimensions = dimensionSets.get(fact.dimensions) ?? toDimensions(fact.dimensions, names);
    dimensionSets.set(fact.dimensions, dimensions);
    const { periodStart, periodEnd, unit, value, decimals, document, start, end } = fact;
    reported.push({
      concept,
      periodStart,
      periodEnd,
      unit,
      value,
      decimals,
      dimensions,
      document,
      elementId,
      start,
      end,
    });
  }
  return reported;
}

function toDimensions(dimensions: readonly XbrlDimension[], names: FilingNames): Record<string, string> {
  const pairs = dimensions.map(({ axis, member, isTyped }): [string, string] => [
    names.ofQualifiedName(axis),
    isTyped ? member : names.ofQualifiedName(member),
  ]);
  pairs.sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(pairs);
}
