import type { XbrlAnomaly } from '../../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** Tells what a reader of tagged documents did not understand, each with the file that it stands in. */
export function tellAnomalies(anomalies: readonly XbrlAnomaly[], log: AnomalyLog): void {
  for (const { kind, document, locator, detail } of anomalies) log.add(kind, `${document} ${locator}`.trim(), detail);
}
