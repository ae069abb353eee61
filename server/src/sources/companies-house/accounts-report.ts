import type { XbrlReport } from '../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingReport } from '../../model/filing-contents.ts';
import { namesOf } from '../xbrl/report-names.ts';
import { toReportedFacts } from '../xbrl/to-reported-facts.ts';

/** The tagged facts of accounts. Accounts bring no linkbases, so there are no statements. */
export function toAccountsReport(report: XbrlReport, log: AnomalyLog): FilingReport {
  const { facts, anomalies } = toReportedFacts(report.facts, namesOf(report.facts));
  for (const { kind, locator, detail } of anomalies) log.add(kind, locator, detail);
  return { facts, statements: [] };
}
