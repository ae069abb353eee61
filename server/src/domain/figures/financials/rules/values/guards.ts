import { codeNumber } from '../checks/chart.ts';
import { coreConcepts } from '../concepts/core-concepts.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import type { Placed } from './placed.ts';
import { saySame } from './rounding.ts';
import { DURATIONS, FY, H1, M9, Q1, Q2, Q3, Q4 } from './slots.ts';

/** Why a statement of a filing is not believed against what other filings say of the same period. */
export interface Refusal {
  readonly kind: 'context_error' | 'sign_flip' | 'scale_error' | 'swapped_tags';
  readonly observation: number;
}

/** The quarter and the longer duration that end on one day: the figure of one under the other is a common slip. */
const SAME_END: ReadonlyMap<number, number> = new Map([
  [H1, Q2],
  [M9, Q3],
  [FY, Q4],
  [Q2, H1],
  [Q3, M9],
  [Q4, FY],
]);
const INTERIM = new Set<number>([Q1, Q2, Q3, Q4, H1, M9]);

/**
 * Holds the newest statements of a period against the older ones. The newest filing is right nearly always; where it
 * contradicts the others in one of the known ways (a lost minus sign in a table of quarters, the figure of a quarter
 * under a longer context, thousands for units, two tags swapped) it is passed over.
 */
export class Guard {
  readonly refusals: Refusal[] = [];
  readonly #placed: Placed;
  readonly #filings: readonly SeenFiling[];
  readonly #sifted = new Map<number, readonly number[]>();
  /** By run: 0 not looked at, 1 all filings say the same, 2 they differ. */
  readonly #states: Uint8Array;
  readonly #durationsCount: number;

  constructor(placed: Placed, filings: readonly SeenFiling[]) {
    this.#placed = placed;
    this.#filings = filings;
    this.#states = new Uint8Array(placed.runsCount);
    this.#durationsCount = placed.slots.years.length * DURATIONS.length;
  }

  /** True where all filings say the same of a run, rounding apart. */
  isUnchanged(run: number): boolean {
    const known = this.#states[run] ?? 0;
    if (known !== 0) return known === 1;
    const { order } = this.#placed;
    const last = this.#placed.runStart(run + 1);
    const oldest = this.#placed.oldestEntry(run);
    const first = this.#value(oldest);
    let isSame = true;
    for (let at = this.#placed.runStart(run) + 1; at < last; at++) {
      const entry = order[at] ?? 0;
      if (this.#value(entry) !== first && !this.#saySame(entry, oldest)) {
        isSame = false;
        break;
      }
    }
    this.#states[run] = isSame ? 1 : 2;
    return isSame;
  }

  /** What filings say of a concept in a slot, oldest first, without statements that are not believed. */
  soundEntries(slot: number, concept: number): readonly number[] {
    const run = this.#placed.findRun(slot, concept);
    if (run === -1) return [];
    const known = this.#sifted.get(run);
    if (known) return known;
    const entries = this.#runEntries(run);
    if (this.isUnchanged(run)) return entries;
    const sound = this.#sift(slot, concept, entries);
    this.#sifted.set(run, sound);
    return sound;
  }

  /** What the newest believed filing says, -1 for none. */
  newestSound(slot: number, concept: number, run = this.#placed.findRun(slot, concept)): number {
    if (run === -1) return -1;
    if (this.isUnchanged(run)) return this.#placed.newestEntry(run);
    return this.soundEntries(slot, concept).at(-1) ?? -1;
  }

  #sift(slot: number, concept: number, entries: readonly number[]): readonly number[] {
    const sound: number[] = [];
    for (const entry of entries) {
      const kind = this.#fault(slot, concept, entry, entries);
      if (kind === null) sound.push(entry);
      else this.refusals.push({ kind, observation: entry });
    }
    return sound.length > 0 ? sound : entries;
  }

  #fault(slot: number, concept: number, entry: number, entries: readonly number[]): Refusal['kind'] | null {
    const value = this.#value(entry);
    const others = entries.filter(other => other !== entry && !this.#saySame(other, entry));
    if (others.length === 0 || value === 0) return null;
    if (this.#isOtherPeriods(slot, concept, entry, others)) return 'context_error';
    const opposed = others.filter(other => saySame(this.#placed.observations, entry, other, -1));
    if (opposed.length > 0 && this.#isFlipped(slot, entry, opposed, entries)) return 'sign_flip';
    if (this.#isMisscaled(entry, others, entries)) return 'scale_error';
    if (this.#isSwapped(slot, concept, entry, others)) return 'swapped_tags';
    return null;
  }

  /**
   * The figure of the quarter under the context of the longer duration that ends with it (or the other way round):
   * other filings state that very figure for the other duration, and something else for this one.
   */
  #isOtherPeriods(slot: number, concept: number, entry: number, others: readonly number[]): boolean {
    if (slot >= this.#durationsCount) return false;
    const position = slot % DURATIONS.length;
    const filing = this.#placed.observations.filing[entry] ?? -1;
    const twin = SAME_END.get(position);
    if (twin === undefined) return false;
    const value = this.#value(entry);
    const isFigureOfTwin = this.#entries(slot - position + twin, concept).some(
      other => this.#placed.observations.filing[other] !== filing && this.#value(other) === value,
    );
    return isFigureOfTwin && others.some(other => this.#placed.observations.filing[other] !== filing);
  }

  /** Of two opposite signs: tables of quarters in annual reports lose to the interim report, then the majority wins. */
  #isFlipped(slot: number, entry: number, opposed: readonly number[], entries: readonly number[]): boolean {
    const role = this.#role(entry);
    const isInterim = slot < this.#durationsCount && INTERIM.has(slot % DURATIONS.length);
    if (isInterim && role === 'annual' && opposed.some(other => this.#role(other) === 'interim')) return true;
    if (isInterim && role === 'interim' && opposed.every(other => this.#role(other) === 'annual')) return false;
    const agreeing = entries.filter(other => this.#saySame(other, entry)).length;
    if (agreeing !== opposed.length) return agreeing < opposed.length;
    return false;
  }

  #isMisscaled(entry: number, others: readonly number[], entries: readonly number[]): boolean {
    const agreeing = entries.filter(other => this.#saySame(other, entry)).length;
    const scaled = others.filter(other => {
      const ratio = Math.abs(this.#value(other) / this.#value(entry));
      return [1e3, 1e6, 1e-3, 1e-6].some(factor => Math.abs(ratio / factor - 1) < 0.0005);
    });
    return scaled.length > agreeing;
  }

  /** A table of quarters that gives A's figure under B and B's under A. */
  #isSwapped(slot: number, concept: number, entry: number, others: readonly number[]): boolean {
    if (slot >= this.#durationsCount || !INTERIM.has(slot % DURATIONS.length) || this.#role(entry) !== 'annual')
      return false;
    const filing = this.#placed.observations.filing[entry] ?? -1;
    const { bits, codeOf } = coreConcepts();
    const bit = bits[concept] ?? 0;
    if (bit === 0 || codeOf[concept] === codeNumber('net_income_including_minority')) return false;
    for (let run = this.#placed.firstRun(slot); run < this.#placed.firstRun(slot + 1); run++) {
      const twin = this.#placed.conceptOfRun(run);
      if (twin === concept || bits[twin] !== bit || codeOf[twin] === codeOf[concept]) continue;
      const twinValue = this.#statedBy(slot, twin, filing);
      if (twinValue === null || !others.some(other => this.#value(other) === twinValue)) continue;
      const swapsBack = this.#entries(slot, twin).some(
        other => this.#placed.observations.filing[other] !== filing && this.#value(other) === this.#value(entry),
      );
      if (swapsBack) return true;
    }
    return false;
  }

  #entries(slot: number, concept: number): number[] {
    const run = this.#placed.findRun(slot, concept);
    return run === -1 ? [] : this.#runEntries(run);
  }

  #runEntries(run: number): number[] {
    return Array.from(this.#placed.order.subarray(this.#placed.runStart(run), this.#placed.runStart(run + 1)));
  }

  #statedBy(slot: number, concept: number, filing: number): number | null {
    const entry = this.#entries(slot, concept).find(other => this.#placed.observations.filing[other] === filing);
    return entry === undefined ? null : this.#value(entry);
  }

  #saySame(a: number, b: number): boolean {
    return saySame(this.#placed.observations, a, b);
  }

  #value(entry: number): number {
    return this.#placed.observations.value[entry] ?? 0;
  }

  #role(entry: number): string {
    return this.#filings[this.#placed.observations.filing[entry] ?? -1]?.role ?? '';
  }
}
