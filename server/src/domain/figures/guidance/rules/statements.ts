import type { Sentence } from '../../../../formats/prose/sentences.ts';
import type { Guidance } from '../../earnings/model/earnings-release.ts';
import { directionBetween } from './directions.ts';
import type { BoundMetric } from './metrics.ts';
import type { StatedFigure } from './stated-figures.ts';
import type { Period } from './stated-periods.ts';

/** The guidance that a figure of a measure states, without a period if it holds for every year: two statements if it is of both the GAAP and the non-GAAP measure. */
export function toGuidance(
  { code, unit, sign, isOfBoth }: BoundMetric,
  figure: StatedFigure,
  period: Period | null,
  direction: Guidance['direction'],
  { quote, start, end }: Sentence,
): Guidance[] {
  const ends = sign === 1 ? [figure.low, figure.high] : [negated(figure.high), negated(figure.low)];
  const [newLow = null, newHigh = null] = ends.map(value => storedValue(value, unit));
  const currency = unit === 'money' || unit === 'per_share' ? (figure.currency ?? 'USD') : null;
  return (isOfBoth ? [code, `adjusted_${code}`] : [code]).map(metric => ({
    metric,
    ...(period ?? { fiscalYear: null, fiscalPeriod: null }),
    unit: unitName(unit, currency),
    ...{ currency, oldLow: null, oldHigh: null, newLow, newHigh, direction },
    ...{ quote, charStart: start, charEnd: end },
  }));
}

/** Percentages are stored as fractions. */
function storedValue(value: number | null, unit: string): number | null {
  return value === null || unit !== 'percent' ? value : Number((value / 100).toPrecision(12));
}

function negated(value: number | null): number | null {
  return value === null ? null : -value;
}

function unitName(unit: string, currency: string | null): string {
  if (unit === 'percent') return 'pure';
  if (unit === 'points') return 'percentage points';
  if (unit === 'scaled' || unit === 'plain') return 'units';
  return currency === null ? unit : unit === 'per_share' ? `${currency}/shares` : currency;
}

/** The previous figure belongs to the first statement of the same measure that has none. */
export function addPrevious(found: Guidance[], { code, unit, sign }: BoundMetric, { low, high }: StatedFigure): void {
  const own = found.find(guidance => guidance.metric === code && guidance.oldLow === null);
  const [from, to] = sign < 0 ? [high, low] : [low, high];
  const stored = (value: number | null) => storedValue(value === null ? null : value * sign, unit);
  if (own !== undefined) Object.assign(own, { oldLow: stored(from), oldHigh: stored(to) });
}

/** With both figures the direction follows from them. */
export function withPrevious(statements: readonly Guidance[], said: Guidance['direction'] | null): Guidance[] {
  return statements.map(statement => {
    const between = directionBetween(
      { low: statement.oldLow, high: statement.oldHigh },
      { low: statement.newLow, high: statement.newHigh },
    );
    return between === null
      ? statement
      : { ...statement, direction: said === 'raised' || said === 'lowered' ? said : between };
  });
}

/** `$55 million to $60 million, an increase of 10%`: the increase follows from the amount. */
export function isGrowthOfStated({ metric, fiscalYear, fiscalPeriod }: Guidance, stated: readonly Guidance[]): boolean {
  const base = /^(.*)_(?:growth|change)$/.exec(metric)?.[1];
  return (
    base !== undefined &&
    stated.some(
      guidance =>
        guidance.metric === base && guidance.fiscalYear === fiscalYear && guidance.fiscalPeriod === fiscalPeriod,
    )
  );
}

const MAX_YEARS = 3;

/** A schedule of many years, as of amortization: only the first year is an outlook. */
export function withoutSchedules(stated: readonly Guidance[]): Guidance[] {
  const byMetric = Map.groupBy(stated, guidance => guidance.metric);
  return [...byMetric.values()].flatMap(ones => (ones.length > MAX_YEARS ? ones.slice(0, 1) : ones));
}

/** Repeated statements are one; a point within the range of the same measure and period repeats it. */
export function distinct(statements: readonly Guidance[]): Guidance[] {
  const kept = new Map<string, Guidance>();
  for (const one of statements) {
    const key = [one.metric, one.fiscalYear, one.fiscalPeriod, one.newLow, one.newHigh].join(' ');
    const known = kept.get(key);
    if (known === undefined || (known.oldLow === null && one.oldLow !== null)) kept.set(key, one);
  }
  const all = [...kept.values()];
  const byPeriod = Map.groupBy(all, guidance => `${guidance.metric} ${guidance.fiscalYear} ${guidance.fiscalPeriod}`);
  return all.filter(
    guidance =>
      !(byPeriod.get(`${guidance.metric} ${guidance.fiscalYear} ${guidance.fiscalPeriod}`) ?? []).some(other =>
        isPointOf(guidance, other),
      ),
  );
}

function isPointOf({ newLow, newHigh }: Guidance, range: Guidance): boolean {
  if (newLow === null || newLow !== newHigh || range.newLow === null || range.newHigh === null) return false;
  return range.newLow < range.newHigh && range.newLow <= newLow && newLow <= range.newHigh;
}
