import type { XbrlFact } from '../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';

/** `http://disclosure.edinet-fsa.go.jp/taxonomy/jppfs/2023-12-01/jppfs_cor`, of whatever year. */
const STANDARD =
  /^https?:\/\/(?:disclosure|info)\.edinet-fsa\.go\.jp\/(?:taxonomy|jp)\/.*?([a-z][a-z0-9-]*_[a-z0-9-]+)$/;

/**
 * The facts of one instance under the usual names of their taxonomies. `within` names the fund of a series that the
 * instance is about; it becomes a dimension, as nothing else tells the funds of one filing apart.
 */
export function toReportedFacts(facts: readonly XbrlFact[], within: string | null, log: AnomalyLog): ReportedFact[] {
  const reported: ReportedFact[] = [];
  for (const fact of facts) {
    const { periodStart, periodEnd, unit, value, decimals, document, start, end } = fact;
    const concept = `${prefixOf(fact.namespace, fact.prefix)}:${fact.localName}`;
    const elementId = fact.elementId ?? `@${start}`;
    if (periodEnd === null) {
      log.add('forever_fact', `${document} ${elementId}`, concept);
      continue;
    }
    const dimensions = toDimensions(fact, within);
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

function prefixOf(namespace: string, declared: string): string {
  return STANDARD.exec(namespace)?.[1] ?? declared;
}

function toDimensions({ dimensions }: XbrlFact, within: string | null): Record<string, string> {
  const pairs = dimensions.map(({ axis, axisNamespace, member }): [string, string] => {
    const localName = axis.slice(axis.indexOf(':') + 1);
    return [`${prefixOf(axisNamespace, axis.slice(0, Math.max(0, axis.indexOf(':'))))}:${localName}`, member];
  });
  if (within !== null) pairs.push(['edinet:FundAxis', within]);
  pairs.sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(pairs);
}
