import { BALANCE, CASHFLOW, coreConcepts, INCOME } from '../../concepts/core-concepts.ts';
import type { FaceIndex } from '../../concepts/faces.ts';
import type { SeenFiling } from '../../periods/visible-filings.ts';
import type { Observations } from '../observations.ts';
import type { RunIndex } from '../placed.ts';

/** Core lines of one statement that filings state in the open slot. */
interface CoreCount {
  readonly byFiling: Int16Array;
  most: number;
}

/** Reads one slot at a time: the stated concepts, the filings that state them, and the filing that shows a statement. */
export class SlotReader {
  readonly placed: RunIndex;
  readonly observations: Observations;
  readonly filings: readonly SeenFiling[];
  readonly faces: FaceIndex;
  /** If set, only this filing's statements count. */
  readonly onlyFiling: number | null;
  slot = -1;
  /** Dates of the open slot. */
  bounds: { readonly start: number; readonly end: number } | null = null;
  readonly #runOf: Int32Array;
  readonly #present: number[] = [];
  readonly #counts: readonly CoreCount[];
  readonly #bits: Uint8Array;

  constructor(placed: RunIndex, filings: readonly SeenFiling[], faces: FaceIndex, onlyFiling: number | null) {
    this.placed = placed;
    this.observations = placed.observations;
    this.filings = filings;
    this.faces = faces;
    this.onlyFiling = onlyFiling;
    this.#runOf = new Int32Array(placed.observations.conceptNames.length).fill(-1);
    this.#counts = [INCOME, BALANCE, CASHFLOW].map(() => ({ byFiling: new Int16Array(filings.length), most: 0 }));
    this.#bits = coreConcepts().bits;
  }

  /** Opens a slot; returns false if it is empty. */
  open(slot: number): boolean {
    for (const concept of this.#present) this.#runOf[concept] = -1;
    this.#present.length = 0;
    this.slot = slot;
    this.bounds = this.placed.slots.bounds(slot);
    for (const count of this.#counts) {
      if (count.most > 0) count.byFiling.fill(0);
      count.most = 0;
    }
    const last = this.placed.firstRun(slot + 1);
    for (let run = this.placed.firstRun(slot); run < last; run++) {
      const concept = this.placed.conceptOfRun(run);
      if (this.onlyFiling !== null && this.placed.entryBy(run, this.onlyFiling) === -1) continue;
      this.#runOf[concept] = run;
      this.#present.push(concept);
      const count = this.#countOf(this.#bits[concept] ?? 0);
      if (count) this.#tally(count, run);
    }
    return this.#present.length > 0;
  }

  get conceptsPresent(): readonly number[] {
    return this.#present;
  }

  has(concept: number): boolean {
    return this.#runOf[concept] !== -1;
  }

  /** The run of a concept in the open slot, -1 if nothing was stated. */
  runOf(concept: number): number {
    return this.#runOf[concept] ?? -1;
  }

  /** The oldest filing after one that states any of some concepts in the open slot, -1 for none. */
  nextFiling(concepts: readonly number[], after: number): number {
    let next = -1;
    for (const concept of concepts) {
      const run = this.#runOf[concept] ?? -1;
      if (run === -1) continue;
      for (let at = this.placed.runStart(run); at < this.placed.runStart(run + 1); at++) {
        const filing = this.observations.filing[this.placed.order[at] ?? 0] ?? -1;
        if (filing <= after) continue;
        if (next === -1 || filing < next) next = filing;
        break;
      }
    }
    return next;
  }

  /** The observation of a concept that one filing states, -1 for none. */
  statedBy(concept: number, filing: number): number {
    const run = this.#runOf[concept] ?? -1;
    return run === -1 ? -1 : this.placed.entryBy(run, filing);
  }

  valueBy(concept: number, filing: number): number | null {
    const observation = this.statedBy(concept, filing);
    return observation === -1 ? null : (this.observations.value[observation] ?? null);
  }

  /** The value of the newest filing for a concept, -1 for none. */
  newest(concept: number): number {
    const run = this.#runOf[concept] ?? -1;
    if (run === -1) return -1;
    return this.onlyFiling === null ? this.placed.newestEntry(run) : this.placed.entryBy(run, this.onlyFiling);
  }

  /**
   * Whether a filing shows a statement of the open slot, not just a note: with at least half as many core lines as the
   * most complete statement of the slot.
   */
  showsStatement(filing: number, bit: number): boolean {
    const count = this.#countOf(bit);
    const stated = count?.byFiling[filing] ?? 0;
    return stated > 0 && stated * 2 >= (count?.most ?? 0);
  }

  #countOf(bit: number): CoreCount | undefined {
    return bit === 0 ? undefined : this.#counts[bit >> 1];
  }

  #tally(count: CoreCount, run: number): void {
    const { placed, observations } = this;
    const last = placed.runStart(run + 1);
    for (let at = placed.runStart(run); at < last; at++) {
      const filing = observations.filing[placed.order[at] ?? 0] ?? 0;
      const stated = (count.byFiling[filing] ?? 0) + 1;
      count.byFiling[filing] = stated;
      if (stated > count.most) count.most = stated;
    }
  }
}
