import type { XbrlDimension, XbrlReport } from '../../formats/xbrl/report.ts';
import { splitName } from '../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import { standardPrefix } from './taxonomy-prefixes.ts';

/** Where a document declares its prefixes. */
const DECLARATIONS_CHARS = 1 << 16;
const DECLARATION = /\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tagged facts of accounts under the prefixes of {@link standardPrefix}, hidden ones included, dimensions as filed.
 * `source` is the decoded document, asked for its prefixes. Facts for all time are told and left out. Accounts bring no
 * linkbases, so there are no statements.
 */
export function toAccountsReport(report: XbrlReport, source: string, log: AnomalyLog): FilingReport {
  const prefixes = prefixesOf(source);
  const sets = new Map<readonly XbrlDimension[], Record<string, string>>();
  const facts: ReportedFact[] = [];
  for (const fact of report.facts) {
    const elementId = fact.elementId ?? `@${fact.start}`;
    const concept = join(standardPrefix(fact.namespace) ?? fact.prefix, fact.localName);
    if (fact.periodEnd === null) {
      log.add('forever_fact', elementId, `${concept} is said for all time; it is left out`);
      continue;
    }
    const dimensions = sets.get(fact.dimensions) ?? toDimensions(fact.dimensions, prefixes);
    sets.set(fact.dimensions, dimensions);
    const { periodStart, periodEnd, unit, value, decimals, document, start, end } = fact;
    const period = { periodStart, periodEnd };
    facts.push({ concept, ...period, unit, value, decimals, dimensions, document, elementId, start, end });
  }
  return { facts, statements: [] };
}

/** The usual prefixes of the taxonomies that a document declares, by its own. */
function prefixesOf(source: string): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (const match of source.slice(0, DECLARATIONS_CHARS).matchAll(DECLARATION)) {
    const usual = standardPrefix(match[2] ?? match[3] ?? '');
    if (match[1] !== undefined && usual !== null) prefixes.set(match[1], usual);
  }
  return prefixes;
}

function toDimensions(
  dimensions: readonly XbrlDimension[],
  prefixes: ReadonlyMap<string, string>,
): Record<string, string> {
  const pairs = dimensions.map(({ axis, axisNamespace, member, isTyped }): [string, string] => {
    const { prefix, localName } = splitName(axis);
    return [join(standardPrefix(axisNamespace) ?? prefix, localName), isTyped ? member : usualName(member, prefixes)];
  });
  pairs.sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(pairs);
}

function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const { prefix, localName } = splitName(name);
  return join(prefixes.get(prefix) ?? prefix, localName);
}

function join(prefix: string, localName: string): string {
  return prefix === '' ? localName : `${prefix}:${localName}`;
}
