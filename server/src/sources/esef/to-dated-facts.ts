import type { XbrlFact } from '../../formats/xbrl/report.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import { namesOf } from '../xbrl/report-names.ts';
import { tellAnomalies } from '../xbrl/tell-anomalies.ts';
import { toReportedFacts } from '../xbrl/to-reported-facts.ts';

/**
 * The facts of a report in the model's words. Where the report's balance sheet lies one day before the period that it is filed for, it wrote its ends at the midnight before
 * the last day instead of the one after it: all ends move by that day, and an anomaly says so.
 */
export function toDatedFacts(facts: readonly XbrlFact[], filedFor: IsoDate | null, log: AnomalyLog): ReportedFact[] {
  const shift = filedFor !== null && endsADayEarly(facts, filedFor) ? 1 : 0;
  if (shift > 0) log.add('period_ends_a_day_early', '', `no fact ends on ${filedFor}, most on the day before`);
  const moved = shift === 0 ? facts : facts.map(fact => ({ ...fact, periodEnd: daysAfter(fact.periodEnd, shift) }));
  const reported = toReportedFacts(moved, namesOf(facts));
  tellAnomalies(reported.anomalies, log);
  return reported.facts;
}

function daysAfter(date: IsoDate | null, days: number): IsoDate | null {
  return date === null ? null : toIsoDate((parseDay(date) ?? 0) + days);
}

function endsADayEarly(facts: readonly XbrlFact[], filedFor: IsoDate): boolean {
  const day = parseDay(filedFor);
  if (day === null) return false;
  const early = toIsoDate(day - 1);
  const ends = facts.filter(one => one.isNumeric).map(one => one.periodEnd);
  const onEarly = ends.filter(end => end === early).length;
  return onEarly * 4 > ends.length && !ends.includes(filedFor);
}
