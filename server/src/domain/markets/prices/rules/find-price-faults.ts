import { type Day, toIsoDate } from '../../../../kernel/dates.ts';
import type { Bars, PriceActions, PriceFault } from '../model/price-series.ts';

/** A split is searched for in the closes of a week around its stated date. */
const CLOSES_AROUND = 5;
/** Stock dividends and small splits cannot be distinguished from price moves. */
const MIN_SPLIT = 1.4;
/**
 * Tolerance between a step in the closes and the split ratio, as a fraction of the ratio's logarithm: the price also
 * moves on that day.
 */
const SPLIT_SLACK = 0.3;
const MAX_SLACK = Math.log(2.5);
/** Ratio of units that are confused: pence and pounds, cents and rand. */
const UNIT = 100;
const UNIT_SLACK = Math.log(1.2);

/**
 * Finds faults in closes that a source states as restated for splits; raw closes are not checked. Closes are never corrected,
 * because a correct price across a split looks like a wrong one.
 */
export function findPriceFaults({ days, closes }: Bars, actions: PriceActions | null): PriceFault[] {
  const restated = closes.split_adjusted ?? closes.adjusted;
  if (restated === undefined) return [];
  const steps = restated.map((close, at) => (at === 0 ? 0 : Math.log(close / (restated[at - 1] ?? close))));
  const faults = [...missingSplits(days, steps, actions?.splits ?? []), ...unitMixups(days, steps)];
  return faults.filter(
    (fault, at) => faults.findIndex(other => other.from <= fault.from && other.until >= fault.until) === at,
  );
}

/** Steps of a split's ratio near its date: all or some of the closes before it were not restated. */
function missingSplits(days: readonly Day[], steps: readonly number[], splits: PriceActions['splits']): PriceFault[] {
  return splits.flatMap(({ day, ratio }): PriceFault[] => {
    const size = Math.log(ratio);
    if (Math.abs(size) < Math.log(MIN_SPLIT)) return [];
    const slack = Math.min(Math.abs(size) * SPLIT_SLACK, MAX_SLACK);
    const place = days.findIndex(candidate => candidate >= day);
    const middle = place < 0 ? days.length : place;
    const [from, until] = [Math.max(1, middle - CLOSES_AROUND), middle + CLOSES_AROUND];
    const end = placeOfStep(steps, -size, slack, from, until);
    if (end === null) return [];
    const begin = placeOfStep(steps, size, slack, from, end - 1) ?? 0;
    return [faultOf('missing_split', days, begin, end, ratio)];
  });
}

/** Steps by a factor of a hundred, each up to the step that reverses it. */
function unitMixups(days: readonly Day[], steps: readonly number[]): PriceFault[] {
  const size = Math.log(UNIT);
  const places = steps.flatMap((step, at) => (Math.abs(Math.abs(step) - size) < UNIT_SLACK ? [at] : []));
  const faults: PriceFault[] = [];
  for (let index = 0; index < places.length; index++) {
    const [begin = 0, next] = places.slice(index);
    const factor = (steps[begin] ?? 0) > 0 ? UNIT : 1 / UNIT;
    const isUndone = next !== undefined && Math.sign(steps[next] ?? 0) !== Math.sign(steps[begin] ?? 0);
    faults.push(
      isUndone ? faultOf('unit_mixup', days, begin, next, factor) : faultOf('unit_mixup', days, 0, begin, 1 / factor),
    );
    if (isUndone) index++;
  }
  return faults;
}

/** Index of the first step of a given size within some closes; null if there is none. */
function placeOfStep(
  steps: readonly number[],
  size: number,
  slack: number,
  from: number,
  until: number,
): number | null {
  const place = steps.findIndex((step, at) => at >= from && at <= until && Math.abs(step - size) < slack);
  return place < 0 ? null : place;
}

/** `until` is the index of the first correct close after the fault. */
function faultOf(
  kind: PriceFault['kind'],
  days: readonly Day[],
  from: number,
  until: number,
  factor: number,
): PriceFault {
  return { kind, from: toIsoDate(days[from] ?? 0), until: toIsoDate(days[until - 1] ?? 0), factor };
}
