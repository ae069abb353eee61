import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { XbrlFact } from '../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { recordAnomalies } from '../kit/xbrl/record-anomalies.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import type { NamedBytes, ReadReport } from './read-report.ts';

const NO_ORDER_IN_JSON =
  'The report is available as xBRL-JSON only, which states facts without the linkbases that order and label its statements.';

/**
 * The tagged facts of a filing, with its statements by the presentation linkbase of its own taxonomy. Labels are in the report's
 * language; those of standard concepts, which no report contains, are the texts printed beside their figures.
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
  recordAnomalies(anomalies, log);
  const statementsReason = read.kind === 'json' ? NO_ORDER_IN_JSON : report.statementsReason;
  return { ...report, statementsReason: report.statements.length > 0 ? null : (statementsReason ?? null), labels };
}

/**
 * The facts of a report with corrected ends. If its balance sheet is one day before the period that it is filed for, its ends
 * are the midnight before the last day instead of the one after it: all ends move by one day, and an anomaly is added.
 */
function withMeantEnds(facts: readonly XbrlFact[], filedFor: IsoDate | null, log: AnomalyLog): readonly XbrlFact[] {
  if (filedFor === null || !endsADayEarly(facts, filedFor)) return facts;
  log.add('period_ends_a_day_early', '', `no fact ends on ${filedFor}, most on the day before`);
  return facts.map(fact => ({ ...fact, periodEnd: fact.periodEnd && addDays(fact.periodEnd, 1) }));
}

function endsADayEarly(facts: readonly XbrlFact[], filedFor: IsoDate): boolean {
  if (dateOrNull(filedFor) === null) return false;
  const early = addDays(filedFor, -1);
  const ends = facts.filter(fact => fact.isNumeric).map(fact => fact.periodEnd);
  const onEarly = ends.filter(end => end === early).length;
  return onEarly * 4 > ends.length && !ends.includes(filedFor);
}
