import { NO_START, type Observations } from './observations.ts';

/** Month ends lie no further than this from a true date that was rounded to them. */
const ROUNDING_DAYS = 16;
/** Start and end are both rounded, so a length may be off by twice as much. */
const LENGTH_DAYS = 24;

/**
 * Gives facts with rounded dates the filing's own true ones, where another source states the filing with true dates;
 * of a concept that the other source states too only the true one is kept. Changes `observations` and `kept` in place.
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
