import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { tellAnomalies } from '../kit/xbrl/tell-anomalies.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import { withMeantEnds } from './period-ends.ts';
import type { NamedBytes, ReadReport } from './read-report.ts';

const NO_ORDER_IN_JSON =
  'The report is at hand as xBRL-JSON, which states facts without the linkbases that order and label its statements.';

/**
 * What a filing's documents tag, with its statements by the presentation linkbase of its own taxonomy: labels in the
 * report's language, those of standard concepts, which come with no report, by the words printed beside their figures.
 */
export function toReport(read: ReadReport, filedFor: IsoDate | null, log: AnomalyLog): FilingReport {
  const decoded = ({ name, bytes }: NamedBytes): { name: string; source: string } => ({
    name,
    source: decodeDocument(bytes),
  });
  const documents = (read.kind === 'inline' ? read.documents : []).map(decoded);
  const { report, labels, anomalies } = toFilingReport(
    { facts: withMeantEnds(read.facts, filedFor, log) },
    read.taxonomy.map(decoded),
    {
      language: read.language ?? 'en',
      documents: new Map(documents.map(({ name, source }) => [name, source])),
    },
  );
  tellAnomalies(anomalies, log);
  const statementsReason = read.kind === 'json' ? NO_ORDER_IN_JSON : report.statementsReason;
  return { ...report, statementsReason: report.statements.length > 0 ? null : (statementsReason ?? null), labels };
}
