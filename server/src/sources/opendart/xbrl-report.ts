import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { tellAnomalies } from '../kit/xbrl/tell-anomalies.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import { decodeDart } from './decode-dart.ts';
import type { ContainedFile } from './filing-container.ts';

/** Reads the instances and linkbases of an XBRL package; null if it has no instance with facts. */
export function readXbrlPackage(files: readonly ContainedFile[], log: AnomalyLog): FilingReport | null {
  const instance = files.find(({ name }) => /\.xbrl$/i.test(name));
  if (instance === undefined) return null;
  const report = extractInstance({ name: instance.name, source: textOf(instance, log) });
  tellAnomalies(report.anomalies, log);
  if (report.facts.length === 0) return null;
  const taxonomy = files.filter(({ name }) =>
    /\.xsd$|(?:^|[/_])(?:pre|lab|dim)[_-][^/]*\.xml$|_(?:pre|lab|def)[^/]*\.xml$/i.test(name),
  );
  const made = toFilingReport(
    report,
    taxonomy.map(file => ({ name: file.name, source: textOf(file, log) })),
    { language: 'ko', documents: new Map() },
  );
  tellAnomalies(made.anomalies, log);
  if (made.report.statementsReason) log.add('statements_need_taxonomy', instance.name, made.report.statementsReason);
  return { ...made.report, labels: made.labels };
}

function textOf(file: ContainedFile, log: AnomalyLog): string {
  const { text, encoding, lostCount } = decodeDart(file.bytes);
  if (lostCount > 0) log.add('lost_characters', file.name, `${lostCount} characters are invalid in ${encoding}`);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
