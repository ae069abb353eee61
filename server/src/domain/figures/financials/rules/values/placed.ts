import { NO_START, type Observations } from './observations.ts';
import type { SlotTable } from './slots.ts';

/**
 * Observations sorted by slot, concept and filing: all values ever stated for a concept in a period are one run, oldest
 * filing first, with one entry per filing: the one with the best dates.
 */
export class RunIndex {
  readonly observations: Observations;
  readonly slots: SlotTable;
  /** Positions in the observations, sorted. */
  readonly order: Int32Array;
  readonly #runFrom: Int32Array;
  readonly #slotFrom: Int32Array;
  readonly #runConcept: Int32Array;
  readonly #runSlot: Int32Array;

  constructor(observations: Observations, slots: SlotTable, order: Int32Array, slotOf: Int32Array) {
    this.observations = observations;
    this.slots = slots;
    this.order = order;
    const runFrom: number[] = [];
    const runConcept: number[] = [];
    const runSlot: number[] = [];
    this.#slotFrom = new Int32Array(slots.count + 1);
    let slot = -1;
    let concept = -1;
    for (let at = 0; at < order.length; at++) {
      const observation = order[at] ?? 0;
      const itsSlot = slotOf[observation] ?? 0;
      const itsConcept = observations.concept[observation] ?? 0;
      if (itsSlot === slot && itsConcept === concept) continue;
      while (slot < itsSlot) this.#slotFrom[++slot] = runFrom.length;
      concept = itsConcept;
      runFrom.push(at);
      runConcept.push(concept);
      runSlot.push(slot);
    }
    while (slot < slots.count) this.#slotFrom[++slot] = runFrom.length;
    runFrom.push(order.length);
    this.#runFrom = Int32Array.from(runFrom);
    this.#runConcept = Int32Array.from(runConcept);
    this.#runSlot = Int32Array.from(runSlot);
  }

  /** First run of a slot; its runs end where those of the next begin. */
  firstRun(slot: number): number {
    return this.#slotFrom[slot] ?? 0;
  }

  conceptOfRun(run: number): number {
    return this.#runConcept[run] ?? -1;
  }

  slotOfRun(run: number): number {
    return this.#runSlot[run] ?? -1;
  }

  /** Entries of a run are the positions from here up to that of the next run. */
  runStart(run: number): number {
    return this.#runFrom[run] ?? 0;
  }

  get runsCount(): number {
    return this.#runConcept.length;
  }

  newestEntry(run: number): number {
    return this.order[this.runStart(run + 1) - 1] ?? -1;
  }

  oldestEntry(run: number): number {
    return this.order[this.runStart(run)] ?? -1;
  }

  /** The entry of a run that one filing states, -1 for none. */
  entryBy(run: number, filing: number): number {
    let low = this.runStart(run);
    let high = this.runStart(run + 1) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const entry = this.order[middle] ?? 0;
      const found = this.observations.filing[entry] ?? 0;
      if (found === filing) return entry;
      if (found < filing) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The run of a concept in a slot, -1 if nothing was stated. */
  findRun(slot: number, concept: number): number {
    let low = this.firstRun(slot);
    let high = this.firstRun(slot + 1) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.conceptOfRun(middle);
      if (found === concept) return middle;
      if (found < concept) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Two contradicting entries of one filing, concept and period. */
export interface Duplicate {
  readonly kept: number;
  readonly dropped: number;
}

/** Sorts observations into slots; `slotOf` is -1 for those without a period. */
export function placeObservations(
  observations: Observations,
  slots: SlotTable,
  slotOf: Int32Array,
  filingsCount: number,
): { placed: RunIndex; duplicates: Duplicate[] } {
  const sorted = sortPlaced(observations, slots, slotOf, filingsCount);
  const order = new Int32Array(sorted.length);
  const duplicates: Duplicate[] = [];
  let length = 0;
  for (const observation of sorted) {
    const other = order[length - 1] ?? -1;
    if (other === -1 || !isSameStatement(observations, slotOf, other, observation)) {
      order[length++] = observation;
      continue;
    }
    const kept = better(observations, slots, slotOf[observation] ?? 0, other, observation);
    order[length - 1] = kept;
    duplicates.push({ kept, dropped: kept === other ? observation : other });
  }
  return { placed: new RunIndex(observations, slots, order.subarray(0, length), slotOf), duplicates };
}

/** Observations in periods by slot, concept and filing; equal ones in input order. */
function sortPlaced(
  observations: Observations,
  slots: SlotTable,
  slotOf: Int32Array,
  filingsCount: number,
): Int32Array {
  const placed = new Int32Array(observations.count);
  let count = 0;
  for (let at = 0; at < observations.count; at++) if ((slotOf[at] ?? -1) >= 0) placed[count++] = at;
  const byFiling = sortBy(placed.subarray(0, count), observations.filing, filingsCount);
  const byConcept = sortBy(byFiling, observations.concept, observations.conceptNames.length);
  return sortBy(byConcept, slotOf, slots.count);
}

/** Stable counting sort of positions by a key below `limit`, in time linear in their number. */
function sortBy(positions: Int32Array, keys: ArrayLike<number>, limit: number): Int32Array {
  const next = new Int32Array(limit + 1);
  for (const position of positions) {
    const after = (keys[position] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 1; key < limit; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const sorted = new Int32Array(positions.length);
  for (const position of positions) {
    const key = keys[position] ?? 0;
    const to = next[key] ?? 0;
    sorted[to] = position;
    next[key] = to + 1;
  }
  return sorted;
}

/** Whether two observations of one filing have the same concept and period. */
function isSameStatement({ concept, filing }: Observations, slotOf: Int32Array, a: number, b: number): boolean {
  return slotOf[a] === slotOf[b] && concept[a] === concept[b] && filing[a] === filing[b];
}

/** The entry with dates nearer to the period's, exact dates before rounded ones, then the more exact value. */
function better(observations: Observations, slots: SlotTable, slot: number, a: number, b: number): number {
  const offA = distance(observations, slots, slot, a);
  const offB = distance(observations, slots, slot, b);
  if (offA !== offB) return offA < offB ? a : b;
  const roundedA = observations.rounded[a] ?? 0;
  const roundedB = observations.rounded[b] ?? 0;
  if (roundedA !== roundedB) return roundedA < roundedB ? a : b;
  const finerA = trailingZeros(observations.value[a] ?? 0);
  const finerB = trailingZeros(observations.value[b] ?? 0);
  return finerB < finerA ? b : a;
}

function distance(observations: Observations, slots: SlotTable, slot: number, at: number): number {
  const bounds = slots.bounds(slot);
  if (!bounds) return 0;
  const start = observations.start[at] ?? NO_START;
  const startOff = start === NO_START || bounds.start === NO_START ? 0 : Math.abs(start - bounds.start);
  return startOff + Math.abs((observations.end[at] ?? 0) - bounds.end);
}

function trailingZeros(value: number): number {
  let rest = Math.abs(value);
  let zeros = 0;
  while (zeros < 6 && rest !== 0 && rest % 10 === 0) {
    rest /= 10;
    zeros++;
  }
  return zeros;
}
