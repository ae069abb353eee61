import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { XbrlAnomaly, XbrlDimension, XbrlFact } from '../../../formats/xbrl/report.ts';
import type { ReportNames } from './report-names.ts';

/**
 * The tagged facts of a report under the standard names of their taxonomies, hidden ones included, dimensions as filed. The
 * model cannot represent facts of the period forever: each is omitted, with an anomaly `forever_fact`.
 */
export function toReportedFacts(
  facts: readonly XbrlFact[],
  names: ReportNames,
): { facts: ReportedFact[]; anomalies: XbrlAnomaly[] } {
  const dimensionSets = new Map<readonly XbrlDimension[], Record<string, string>>();
  const reported: ReportedFact[] = [];
  const anomalies: XbrlAnomaly[] = [];
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
    const period = { periodStart, periodEnd };
    reported.push({ concept, ...period, unit, value, decimals, dimensions, document, elementId, start, end });
  }
  return { facts: reported, anomalies };
}

/** Before Dimensions 1.0, taxonomies stated in a scenario the values that axes state today. */
const OLD_SCENARIOS: ReadonlyMap<string, [axis: string, member: string]> = new Map([
  ['jpfr-oe:NonConsolidated', ['jppfs_cor:ConsolidatedOrNonConsolidatedAxis', 'jppfs_cor:NonConsolidatedMember']],
  ['tse-oe-ed:NonConsolidated', ['tse-ed-t:ConsolidatedNonconsolidatedAxis', 'tse-ed-t:NonConsolidatedMember']],
]);

function toDimensions(dimensions: readonly XbrlDimension[], names: ReportNames): Record<string, string> {
  const pairs = dimensions.map(({ axis, member, isTyped }): [string, string] => {
    const name = names.ofQualifiedName(axis);
    return OLD_SCENARIOS.get(name) ?? [name, isTyped ? member : names.ofQualifiedName(member)];
  });
  return toSortedRecord(pairs);
}

/** Axis to member, axes in alphabetical order. */
export function toSortedRecord(pairs: readonly [axis: string, member: string][]): Record<string, string> {
  return Object.fromEntries(pairs.toSorted(([first], [second]) => (first < second ? -1 : 1)));
}
