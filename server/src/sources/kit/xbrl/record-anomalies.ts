import type { XbrlAnomaly } from '../../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** Reports content that a reader of tagged documents did not understand, each with its file. */
export function recordAnomalies(anomalies: readonly XbrlAnomaly[], log: AnomalyLog): void {
  for (const { kind, document, locator, detail } of anomalies) log.add(kind, `${document} ${locator}`.trim(), detail);
}
