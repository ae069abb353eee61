import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import { parseLinkbase } from '../../formats/xbrl/parse-linkbase.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingReport } from '../../model/filing-contents.ts';
import { namesOf } from '../xbrl/report-names.ts';
import { tellAnomalies } from '../xbrl/tell-anomalies.ts';
import { toReportedFacts } from '../xbrl/to-reported-facts.ts';
import { decodeDart } from './decode-dart.ts';
import type { ContainedFile } from './filing-container.ts';
import { presentStatements } from './xbrl-statements.ts';

/** Reads the instances and linkbases of an XBRL package; null where it has no instance with facts. */
export function readXbrlPackage(files: readonly ContainedFile[], log: AnomalyLog): FilingReport | null {
  const instance = files.find(({ name }) => /\.xbrl$/i.test(name));
  if (instance === undefined) return null;
  const report = extractInstance({ name: instance.name, source: textOf(instance, log) });
  tellAnomalies(report.anomalies, log);
  if (report.facts.length === 0) return null;
  const names = namesOf(report.facts);
  const reported = toReportedFacts(report.facts, names);
  tellAnomalies(reported.anomalies, log);
  const { facts } = reported;
  const linkbases = files
    .filter(({ name }) => /(?:^|\/)(?:pre|lab)_[^/]*\.xml$/i.test(name) || /_(?:pre|lab)[^/]*\.xml$/i.test(name))
    .map(file => parseLinkbase({ name: file.name, source: textOf(file, log) }));
  for (const { anomalies } of linkbases) tellAnomalies(anomalies, log);
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
