import { coreConcepts } from './core-concepts.ts';
import type { FaceIndex } from './faces.ts';
import type { Observations } from './observations.ts';
import type { Placed } from './placed.ts';
import { isSameWithinRounding } from './precision.ts';
import type { SeenFiling } from './visible-filings.ts';

/** Reads one slot at a time: which concepts were stated in it, by which filings, and which statement wins. */
export class SlotReader {
  readonly placed: Placed;
  readonly observations: Observations;
  readonly filings: readonly SeenFiling[];
  readonly faces: FaceIndex;
  /** Where set, only this filing's statements count. */
  readonly onlyFiling: number | null;
  slot = -1;
  readonly #runOf: Int32Array;
  readonly #present: number[] = [];
  /** Core lines stated in the open slot, by statement bit and filing. */
  readonly #coreCounts = new Map<number, Int16Array>();
  readonly #most = new Map<number, number>();

  constructor(placed: Placed, filings: readonly SeenFiling[], faces: FaceIndex, onlyFiling: number | null) {
    this.placed = placed;
    this.observations = placed.observations;
    this.filings = filings;
    this.faces = faces;
    this.onlyFiling = onlyFiling;
    this.#runOf = new Int32Array(placed.observations.conceptNames.length).fill(-1);
    for (const bit of [1, 2, 4]) this.#coreCounts.set(bit, new Int16Array(filings.length));
  }

  /** Turns to a slot; false where nothing stands in it. */
  open(slot: number): boolean {
    for (const concept of this.#present) this.#runOf[concept] = -1;
    this.#present.length = 0;
    this.slot = slot;
    const first = this.placed.firstRun(slot);
    const last = this.placed.firstRun(slot + 1);
    for (const counts of this.#coreCounts.values()) counts.fill(0);
    this.#most.clear();
    const { bits } = coreConcepts();
    for (let run = first; run < last; run++) {
      const concept = this.placed.conceptOfRun(run);
      if (this.onlyFiling !== null && this.#entryOf(run, this.onlyFiling) === -1) continue;
      this.#runOf[concept] = run;
      this.#present.push(concept);
      const counts = this.#coreCounts.get(bits[concept] ?? 0);
      if (!counts) continue;
      for (let at = this.placed.runStart(run); at < this.placed.runStart(run + 1); at++) {
        const filing = this.observations.filing[this.placed.order[at] ?? 0] ?? 0;
        counts[filing] = (counts[filing] ?? 0) + 1;
      }
    }
    for (const [bit, counts] of this.#coreCounts) this.#most.set(bit, Math.max(0, ...counts));
    return this.#present.length > 0;
  }

  get conceptsPresent(): readonly number[] {
    return this.#present;
  }

  has(concept: number): boolean {
    return (this.#runOf[concept] ?? -1) !== -1;
  }

  /** Observations of a concept in the open slot, oldest filing first. */
  history(concept: number): number[] {
    const run = this.#runOf[concept] ?? -1;
    if (run === -1) return [];
    const entries: number[] = [];
    for (let at = this.placed.runStart(run); at < this.placed.runStart(run + 1); at++) {
      const observation = this.placed.order[at] ?? 0;
      if (this.onlyFiling === null || this.observations.filing[observation] === this.onlyFiling)
        entries.push(observation);
    }
    return entries;
  }

  /** The observation of a concept that one filing states, -1 for none. */
  statedBy(concept: number, filing: number): number {
    const run = this.#runOf[concept] ?? -1;
    return run === -1 ? -1 : this.#entryOf(run, filing);
  }

  valueBy(concept: number, filing: number): number | null {
    const observation = this.statedBy(concept, filing);
    return observation === -1 ? null : (this.observations.value[observation] ?? null);
  }

  newest(concept: number): number {
    const run = this.#runOf[concept] ?? -1;
    if (run === -1) return -1;
    if (this.onlyFiling !== null) return this.#entryOf(run, this.onlyFiling);
    return this.placed.order[this.placed.runStart(run + 1) - 1] ?? -1;
  }

  /** True where every filing that states the concept says the same, rounding apart. */
  isUnchanged(concept: number): boolean {
    const run = this.#runOf[concept] ?? -1;
    if (run === -1) return true;
    const from = this.placed.runStart(run);
    const to = this.placed.runStart(run + 1);
    const last = this.observations.value[this.placed.order[to - 1] ?? 0] ?? 0;
    for (let at = from; at < to - 1; at++) {
      if (!isSameWithinRounding(this.observations.value[this.placed.order[at] ?? 0] ?? 0, last)) return false;
    }
    return true;
  }

  /**
   * True where a filing shows a statement of the open slot, not just a note of it: by its face where one is known, else
   * by half as many core lines as the fullest statement of the slot has.
   */
  showsStatement(filing: number, bit: number): boolean {
    const count = this.#coreCounts.get(bit)?.[filing] ?? 0;
    return count > 0 && count * 2 >= (this.#most.get(bit) ?? 0);
  }

  #entryOf(run: number, filing: number): number {
    let low = this.placed.runStart(run);
    let high = this.placed.runStart(run + 1) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const observation = this.placed.order[middle] ?? 0;
      const found = this.observations.filing[observation] ?? 0;
      if (found === filing) return observation;
      if (found < filing) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
