import type { XbrlFact } from '../../formats/xbrl/report.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, type IsoDate } from '../../kernel/dates.ts';

/**
 * The facts of a report with the ends that they mean. Where its balance sheet lies one day before the period that it is
 * filed for, it wrote its ends at the midnight before the last day instead of the one after it: all ends move by that day,
 * and an anomaly says so.
 */
export function withMeantEnds(
  facts: readonly XbrlFact[],
  filedFor: IsoDate | null,
  log: AnomalyLog,
): readonly XbrlFact[] {
  if (filedFor === null || !endsADayEarly(facts, filedFor)) return facts;
  log.add('period_ends_a_day_early', '', `no fact ends on ${filedFor}, most on the day before`);
  return facts.map(fact => ({ ...fact, periodEnd: fact.periodEnd && addDays(fact.periodEnd, 1) }));
}

function endsADayEarly(facts: readonly XbrlFact[], filedFor: IsoDate): boolean {
  if (dateOrNull(filedFor) === null) return false;
  const early = addDays(filedFor, -1);
  const ends = facts.filter(one => one.isNumeric).map(one => one.periodEnd);
  const onEarly = ends.filter(end => end === early).length;
  return onEarly * 4 > ends.length && !ends.includes(filedFor);
}
