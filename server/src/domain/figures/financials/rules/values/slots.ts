import type { Day } from '../../../../../kernel/dates.ts';
import type { FiscalPeriod } from '../../model/financials.ts';
import { type FiscalYear, SAME_DATE_DAYS } from '../periods/calendar.ts';
import { NO_START } from './observations.ts';

/** Duration periods within a year, by position. A transition period takes the place of `fy`. */
export const DURATIONS = ['fy', 'q1', 'q2', 'q3', 'q4', 'h1', 'h2', '9m'] as const satisfies readonly FiscalPeriod[];
export const FY = 0;
export const Q1 = 1;
export const Q2 = 2;
export const Q3 = 3;
export const Q4 = 4;
export const H1 = 5;
export const H2 = 6;
export const M9 = 7;

const DURATIONS_COUNT = DURATIONS.length;
/** Balance dates within a year: ends of the first three quarters and of the year. */
const DATES_COUNT = 4;
/** One period's place in the numbering: durations of all years first, then balance dates of all years. */
export interface SlotTable {
  readonly years: readonly FiscalYear[];
  readonly count: number;
  durationSlot(year: number, position: number): number;
  /** `quarter` 0..2 = end of that quarter, 3 = end of the year. */
  instantSlot(year: number, quarter: number): number;
  bounds(slot: number): { start: Day; end: Day } | null;
  /** The slot of a duration or an instant ({@link NO_START}), -1 if it is no period of the calendar. */
  place(start: Day, end: Day): number;
  /** The balance date nearest to a day, -1 if none is within a week. */
  placeInstant(day: Day): number;
}

/** Numbers the periods of all years: durations first, then the dates on which they end. */
export function buildSlots(years: readonly FiscalYear[]): SlotTable {
  const firstInstant = years.length * DURATIONS_COUNT;
  const count = firstInstant + years.length * DATES_COUNT;
  const starts = new Int32Array(count).fill(NO_START);
  const ends = new Int32Array(count).fill(NO_START);
  for (const [index, year] of years.entries()) {
    for (const [position, bounds] of durationBounds(year).entries()) {
      if (!bounds) continue;
      starts[index * DURATIONS_COUNT + position] = bounds[0];
      ends[index * DURATIONS_COUNT + position] = bounds[1];
    }
    for (const [quarter, end] of [...year.quarterEnds, year.end].entries()) {
      if (end !== null) ends[firstInstant + index * DATES_COUNT + quarter] = end;
    }
  }
  const instants = indexInstants(ends, firstInstant);
  const durations = new Map<number, number>();

  const findDuration = (start: Day, end: Day): number => {
    let best = -1;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (let slot = 0; slot < firstInstant; slot++) {
      const startOff = Math.abs((starts[slot] ?? 0) - start);
      const endOff = Math.abs((ends[slot] ?? 0) - end);
      if (startOff > SAME_DATE_DAYS || endOff > SAME_DATE_DAYS || startOff + endOff >= bestDistance) continue;
      best = slot;
      bestDistance = startOff + endOff;
    }
    return best;
  };

  return {
    years,
    count,
    durationSlot: (year, position) => year * DURATIONS_COUNT + position,
    instantSlot: (year, quarter) => firstInstant + year * DATES_COUNT + quarter,
    bounds(slot) {
      const end = ends[slot] ?? NO_START;
      return end === NO_START ? null : { start: starts[slot] ?? NO_START, end };
    },
    place(start, end) {
      if (start === NO_START) return instants.get(end) ?? -1;
      const key = end * 4096 + Math.min(4095, end - start);
      const known = durations.get(key);
      if (known !== undefined) return known;
      const slot = end - start >= 4095 || end < start ? -1 : findDuration(start, end);
      durations.set(key, slot);
      return slot;
    },
    placeInstant: day => instants.get(day) ?? -1,
  };
}

function durationBounds(year: FiscalYear): ([Day, Day] | null)[] {
  const [first, second, third] = year.quarterEnds;
  const span = (from: Day | null, to: Day | null): [Day, Day] | null =>
    from === null || to === null || to <= from ? null : [from, to];
  const after = (day: Day | null) => (day === null ? null : day + 1);
  const bounds: ([Day, Day] | null)[] = [];
  if (year.isTransition) {
    bounds[FY] = [year.start, year.end];
    bounds[Q1] = span(year.start, first);
    bounds[Q2] = span(after(first), second);
    bounds[Q3] = span(after(second), third);
    if (second !== null) bounds[H1] = span(year.start, second);
    if (third !== null) bounds[M9] = span(year.start, third);
    const last = lastOfStub(year);
    if (last !== null) bounds[last.target] = span(after(last.before), year.end);
    return bounds;
  }
  bounds[FY] = [year.start, year.end];
  bounds[Q1] = span(year.start, first);
  bounds[Q2] = span(after(first), second);
  bounds[Q3] = span(after(second), third);
  bounds[Q4] = span(after(third), year.end);
  bounds[H1] = span(year.start, second);
  bounds[H2] = span(after(second), year.end);
  bounds[M9] = span(year.start, third);
  return bounds;
}

/** Lengths of a quarter in days. */
const QUARTER: readonly [number, number] = [70, 125];

/** The last quarter of a stub, and the year-to-date duration before it; null if it has no interim periods. */
export function lastOfStub(year: FiscalYear): { target: number; toDate: number; before: Day } | null {
  const [first, second, third] = year.quarterEnds;
  const known = third !== null ? 3 : second !== null ? 2 : first !== null ? 1 : 0;
  const before = year.quarterEnds[known - 1] ?? null;
  if (!year.isTransition || before === null) return null;
  const length = year.end - before;
  if (length < QUARTER[0] || length > QUARTER[1]) return null;
  return { target: [Q2, Q3, Q4][known - 1] ?? Q4, toDate: [Q1, H1, M9][known - 1] ?? M9, before };
}

/** Every day within a week of a balance date; a day between two dates belongs to the nearer one. */
function indexInstants(ends: Int32Array, firstInstant: number): Map<Day, number> {
  const index = new Map<Day, number>();
  for (let distance = 0; distance <= SAME_DATE_DAYS; distance++) {
    for (let slot = firstInstant; slot < ends.length; slot++) {
      const end = ends[slot] ?? NO_START;
      if (end === NO_START) continue;
      for (const day of [end - distance, end + distance]) if (!index.has(day)) index.set(day, slot);
    }
  }
  return index;
}
