import { maxOf } from '../../../../../kernel/lists.ts';
import { BALANCE } from '../concepts/core-concepts.ts';
import { NO_START, type Observations } from '../values/observations.ts';

/** Minimum number of lines of a comparative balance sheet. */
const BALANCE_LINES = 4;
/** A quarter of 12 or 16 weeks rounds to three months, so its start may be off by up to five weeks. */
const ODD_QUARTER_DAYS = 35;

/** Maximum distance of a rounded month end from the true date. */
const ROUNDING_DAYS = 16;
/** Start and end are both rounded, so a length may be off by twice as much. */
const LENGTH_DAYS = 24;

/**
 * Replaces rounded dates by the filing's own exact dates if another source states the filing with exact dates; of a
 * concept that both sources state only the exact one is kept. Changes `observations` and `kept` in place.
 */
export function snapRoundedDates(observations: Observations, kept: Uint8Array): void {
  if (!observations.rounded.includes(1) || !observations.rounded.includes(0)) return;
  const truth = new Map<number, { dates: Map<string, [number, number]>; stated: Set<string> }>();
  for (let at = 0; at < observations.count; at++) {
    if (observations.rounded[at] === 1) continue;
    const filing = observations.filing[at] ?? 0;
    const known = truth.get(filing) ?? { dates: new Map(), stated: new Set() };
    truth.set(filing, known);
    const start = observations.start[at] ?? NO_START;
    const end = observations.end[at] ?? 0;
    known.dates.set(`${start} ${end}`, [start, end]);
    known.stated.add(factKey(observations, at, start, end));
  }
  for (let at = 0; at < observations.count; at++) {
    if (observations.rounded[at] !== 1) continue;
    const known = truth.get(observations.filing[at] ?? 0);
    if (!known) continue;
    const dates = nearestDates(observations.start[at] ?? NO_START, observations.end[at] ?? 0, known.dates.values());
    if (!dates) continue;
    observations.start[at] = dates[0];
    observations.end[at] = dates[1];
    if (known.stated.has(factKey(observations, at, dates[0], dates[1]))) kept[at] = 0;
  }
}

function factKey(observations: Observations, at: number, start: number, end: number): string {
  return `${observations.concept[at]} ${observations.unit[at]} ${start} ${end}`;
}

function nearestDates(start: number, end: number, dates: Iterable<[number, number]>): [number, number] | null {
  let best: [number, number] | null = null;
  let closest = Number.POSITIVE_INFINITY;
  for (const candidate of dates) {
    if ((candidate[0] === NO_START) !== (start === NO_START)) continue;
    const endOff = Math.abs(candidate[1] - end);
    const lengthOff = start === NO_START ? 0 : Math.abs(candidate[1] - candidate[0] - (end - start));
    if (endOff > ROUNDING_DAYS || lengthOff > LENGTH_DAYS || endOff + lengthOff >= closest) continue;
    best = candidate;
    closest = endOff + lengthOff;
  }
  return best;
}

/**
 * A data set states a duration's end and its length in whole quarters, so a first quarter of 16 weeks seems to begin a
 * month late. If a filing's rounded duration begins within five weeks of the day after its comparative balance sheet,
 * it is moved to that day. Changes `observations` in place.
 */
export function alignRoundedStarts(observations: Observations, bits: Uint8Array, filingsCount: number): void {
  const balances = Array.from({ length: filingsCount }, () => new Map<number, number>());
  for (let at = 0; at < observations.count; at++) {
    const isBalance = observations.rounded[at] === 1 && observations.start[at] === NO_START;
    if (!isBalance || bits[observations.concept[at] ?? 0] !== BALANCE) continue;
    const tally = balances[observations.filing[at] ?? -1];
    const end = observations.end[at] ?? 0;
    tally?.set(end, (tally.get(end) ?? 0) + 1);
  }
  const yearStarts = balances.map(tally => {
    const dates = [...tally].filter(([, count]) => count >= BALANCE_LINES).map(([day]) => day);
    const newest = maxOf(dates);
    return dates.filter(day => newest - day >= 60).map(day => day + 1);
  });
  for (let at = 0; at < observations.count; at++) {
    const start = observations.start[at] ?? NO_START;
    if (observations.rounded[at] !== 1 || start === NO_START) continue;
    const near = yearStarts[observations.filing[at] ?? -1]?.find(day => Math.abs(start - day) <= ODD_QUARTER_DAYS);
    if (near !== undefined && (observations.end[at] ?? 0) - near <= 130) observations.start[at] = near;
  }
}
