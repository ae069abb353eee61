import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import { parseLinkbase } from '../../formats/xbrl/parse-linkbase.ts';
import type { XbrlFact } from '../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import { decodeDart } from './decode-dart.ts';
import type { ContainedFile } from './filing-container.ts';
import { XbrlNames } from './xbrl-names.ts';
import { presentStatements } from './xbrl-statements.ts';

/** Reads the instances and linkbases of an XBRL package; null where it has no instance with facts. */
export function readXbrlPackage(files: readonly ContainedFile[], log: AnomalyLog): FilingReport | null {
  const instance = files.find(({ name }) => /\.xbrl$/i.test(name));
  if (instance === undefined) return null;
  const report = extractInstance({ name: instance.name, source: textOf(instance, log) });
  for (const { kind, document, locator, detail } of report.anomalies) log.add(kind, `${document} ${locator}`, detail);
  if (report.facts.length === 0) return null;
  const names = new XbrlNames(report);
  const facts = report.facts.flatMap(fact => toReportedFact(fact, names, log));
  const linkbases = files
    .filter(({ name }) => /(?:^|\/)(?:pre|lab)_[^/]*\.xml$/i.test(name) || /_(?:pre|lab)[^/]*\.xml$/i.test(name))
    .map(file => parseLinkbase({ name: file.name, source: textOf(file, log) }));
  for (const { anomalies } of linkbases) {
    for (const { kind, document, locator, detail } of anomalies) log.add(kind, `${document} ${locator}`, detail);
  }
  const { statements, labels, changedRoles } = presentStatements(facts, linkbases, names);
  if (changedRoles.length > 0) {
    const detail = `${changedRoles.length} presentations change those of the taxonomy, which the package does not bring; they are left out`;
    log.add('statements_need_taxonomy', instance.name, detail);
  }
  return { facts, statements, labels };
}

function textOf(file: ContainedFile, log: AnomalyLog): string {
  const { text, encoding, lostCount } = decodeDart(file.bytes);
  if (lostCount > 0) log.add('lost_characters', file.name, `${lostCount} characters are none of ${encoding}`);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function toReportedFact(fact: XbrlFact, names: XbrlNames, log: AnomalyLog): ReportedFact[] {
  const concept = names.ofName(`${fact.prefix}:${fact.localName}`);
  const elementId = fact.elementId ?? `@${fact.start}`;
  if (fact.periodEnd === null) {
    log.add('forever_fact', elementId, `${concept} is said for all time; it is left out`);
    return [];
  }
  const pairs = fact.dimensions.map(({ axis, member, isTyped }): [string, string] => [
    names.ofName(axis),
    isTyped ? member : names.ofName(member),
  ]);
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  const { periodStart, periodEnd, unit, value, decimals, document, start, end } = fact;
  const dimensions = Object.fromEntries(pairs);
  return [{ concept, periodStart, periodEnd, unit, value, decimals, dimensions, document, elementId, start, end }];
}
