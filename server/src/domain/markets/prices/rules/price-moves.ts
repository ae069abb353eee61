import type { Day } from '../../../../kernel/dates.ts';
import { countLeading } from '../../../../kernel/lists.ts';

/** Closes by day, oldest first; columns of equal length. */
export interface DailyCloses {
  days: readonly Day[];
  closes: readonly number[];
}

/** A close with its day. */
export interface CloseOfDay {
  day: Day;
  close: number;
}

/** Index of the last close up to a day; -1 if the first close is later. */
export function lastUpTo(days: readonly Day[], day: Day): number {
  return countLeading(days, candidate => candidate <= day) - 1;
}

/** Exchanges close for at most ten days (Chinese New Year, the change of emperor in Japan); an older close is not used. */
export const LONGEST_REST_DAYS = 11;

/** The last close up to a day; null if it is older than the longest exchange holiday. */
export function closeUpTo({ days, closes }: DailyCloses, day: Day): CloseOfDay | null {
  const place = lastUpTo(days, day);
  const [found, close] = [days[place], closes[place]];
  return found === undefined || close === undefined || day - found > LONGEST_REST_DAYS ? null : { day: found, close };
}

/** A change in percent, rounded to six decimals. */
export function changePct(start: number, end: number): number {
  return Math.round((end / start - 1) * 1e8) / 1e6;
}

/** Length of correlation windows in days, with the minimum number of returns. */
export const CORRELATION_HORIZONS = {
  '2w': { days: 14, least: 8 },
  '1m': { days: 30, least: 15 },
  '3m': { days: 90, least: 45 },
  '6m': { days: 180, least: 90 },
  '1y': { days: 365, least: 180 },
  '2y': { days: 730, least: 360 },
} as const;

export type CorrelationHorizon = keyof typeof CORRELATION_HORIZONS;

export const HORIZON_NAMES = Object.keys(CORRELATION_HORIZONS) as CorrelationHorizon[];

export interface Correlation {
  /** -1 to 1, rounded to four decimals; null with too few returns, or if one of the shares never moved. */
  value: number | null;
  /** Number of returns that both shares have. */
  count: number;
}

/**
 * Pearson correlations of logarithmic returns over the days on which both have closes, counted back from the last such day
 * up to `until`. Within one market returns are daily; across markets, whose sessions end at different hours, they span two days.
 */
export function correlate(
  left: DailyCloses,
  right: DailyCloses,
  { until, step }: { until: Day; step: 1 | 2 },
): Record<CorrelationHorizon, Correlation> {
  const common = commonDays(left, right, until);
  const last = common.days.at(-1) ?? until;
  const correlations = HORIZON_NAMES.map((name): [CorrelationHorizon, Correlation] => {
    const { days, least } = CORRELATION_HORIZONS[name];
    const first = common.days.findIndex(day => day >= last - days);
    const from = first < 0 ? common.days.length : first;
    const [a, b] = [common.left, common.right].map(closes => returnsOf(closes.slice(from), step));
    return [name, pearson(a ?? [], b ?? [], least)];
  });
  return Object.fromEntries(correlations) as Record<CorrelationHorizon, Correlation>;
}

function commonDays(left: DailyCloses, right: DailyCloses, until: Day) {
  const closeOf = new Map(right.days.map((day, at) => [day, right.closes[at]]));
  const common: { days: Day[]; left: number[]; right: number[] } = { days: [], left: [], right: [] };
  for (const [at, day] of left.days.entries()) {
    const [mine, theirs] = [left.closes[at], closeOf.get(day)];
    if (day > until || mine === undefined || theirs === undefined) continue;
    common.days.push(day);
    common.left.push(mine);
    common.right.push(theirs);
  }
  return common;
}

function returnsOf(closes: readonly number[], step: number): number[] {
  return closes.slice(step).map((close, at) => Math.log(close / (closes[at] ?? close)));
}

function pearson(a: readonly number[], b: readonly number[], least: number): Correlation {
  const count = Math.min(a.length, b.length);
  if (count < least) return { value: null, count };
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / count;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [together, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [x, y] = [(a[at] ?? 0) - meanA, (b[at] ?? 0) - meanB];
    together += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  const spread = Math.sqrt(ofA * ofB);
  return { value: spread > 0 ? Math.round((together / spread) * 1e4) / 1e4 : null, count };
}
