import type { XbrlDimension, XbrlFact } from '../../formats/xbrl/report.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { ReportedFact } from '../../model/filing-contents.ts';
import { TaxonomyNames } from './taxonomy-names.ts';

/**
 * The facts of a report in the model's words. Facts for all time have no place there: they are told and left out. Where
 * the report's balance sheet lies one day before the period that it is filed for, it wrote its ends at the midnight before
 * the last day instead of the one after it: all ends move by that day, and an anomaly says so.
 */
export function toReportedFacts(facts: readonly XbrlFact[], filedFor: IsoDate | null, log: AnomalyLog): ReportedFact[] {
  const names = new TaxonomyNames(facts);
  const shift = filedFor !== null && endsADayEarly(facts, filedFor) ? 1 : 0;
  if (shift > 0) log.add('period_ends_a_day_early', '', `no fact ends on ${filedFor}, most on the day before`);
  const dimensionSets = new Map<readonly XbrlDimension[], Record<string, string>>();
  const reported: ReportedFact[] = [];
  for (const fact of facts) {
    const concept = names.ofConcept(fact);
    const elementId = fact.elementId ?? `@${fact.start}`;
    if (fact.periodEnd === null) {
      log.add('forever_fact', elementId, `${concept} is said for all time; it is left out`);
      continue;
    }
    const dimensions = dimensionSets.get(fact.dimensions) ?? toDimensions(fact.dimensions, names);
    dimensionSets.set(fact.dimensions, dimensions);
    const { periodStart, unit, value, decimals, document, start, end } = fact;
    const periodEnd = shift === 0 ? fact.periodEnd : toIsoDate((parseDay(fact.periodEnd) ?? 0) + shift);
    reported.push({
      concept,
      periodStart,
      periodEnd,
      unit,
      value,
      decimals,
      dimensions,
      document,
      elementId,
      start,
      end,
    });
  }
  return reported;
}

function endsADayEarly(facts: readonly XbrlFact[], filedFor: IsoDate): boolean {
  const day = parseDay(filedFor);
  if (day === null) return false;
  const early = toIsoDate(day - 1);
  const ends = facts.filter(one => one.isNumeric).map(one => one.periodEnd);
  const onEarly = ends.filter(end => end === early).length;
  return onEarly * 4 > ends.length && !ends.includes(filedFor);
}

function toDimensions(dimensions: readonly XbrlDimension[], names: TaxonomyNames): Record<string, string> {
  const pairs = dimensions.map(({ axis, member, isTyped }): [string, string] => [
    names.ofQualifiedName(axis),
    isTyped ? member : names.ofQualifiedName(member),
  ]);
  pairs.sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(pairs);
}
