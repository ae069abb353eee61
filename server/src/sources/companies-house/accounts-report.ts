import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import type { XbrlReport } from '../../formats/xbrl/report.ts';
import type { XmlDocument } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';

/** The tagged facts of accounts, and their statements as they are printed: accounts bring no linkbases. */
export function toAccountsReport(read: XbrlReport, documents: readonly XmlDocument[], log: AnomalyLog): FilingReport {
  const printed = new Map(documents.map(({ name, source }) => [name, source]));
  const { report, anomalies } = toFilingReport(read, [], { language: 'en', documents: printed });
  for (const { kind, locator, detail } of anomalies) log.add(kind, locator, detail);
  return report;
}
