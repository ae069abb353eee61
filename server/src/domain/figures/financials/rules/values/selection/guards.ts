import { codeNumber } from '../../checks/chart.ts';
import { coreConcepts } from '../../concepts/core-concepts.ts';
import type { SeenFiling } from '../../periods/visible-filings.ts';
import type { RunIndex } from '../placed.ts';
import { agree, roundingOf } from '../rounding.ts';
import { DURATIONS, FY, H1, M9, Q1, Q2, Q3, Q4 } from '../slots.ts';

/** Why a filing's value is rejected in favour of what other filings state for the same period. */
export interface Refusal {
  readonly kind: 'context_error' | 'sign_flip' | 'scale_error' | 'swapped_tags';
  readonly observation: number;
}

/** The quarter and the longer duration that end on one day: swapping their figures is a common error. */
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
 * Compares the newest values of a period with older ones. The newest filing is nearly always right; it is skipped if it
 * contradicts the others in a known way (a lost minus sign in a table of quarters, the figure of a quarter under a
 * longer context, thousands as units, two swapped tags).
 */
export class Guard {
  readonly refusals: Refusal[] = [];
  readonly #placed: RunIndex;
  readonly #filings: readonly SeenFiling[];
  readonly #sifted = new Map<number, readonly number[]>();
  /** By run: 0 not checked, 1 all filings state one value, 2 they differ, 3 they agree apart from rounding. */
  readonly #states: Uint8Array;
  readonly #durationsCount: number;

  constructor(placed: RunIndex, filings: readonly SeenFiling[]) {
    this.#placed = placed;
    this.#filings = filings;
    this.#states = new Uint8Array(placed.runsCount);
    this.#durationsCount = placed.slots.years.length * DURATIONS.length;
  }

  /** Whether all filings agree on a run, apart from rounding. */
  isUnchanged(run: number): boolean {
    const known = this.#states[run] ?? 0;
    if (known !== 0) return known !== 2;
    const { order } = this.#placed;
    const last = this.#placed.runStart(run + 1);
    const oldest = this.#placed.oldestEntry(run);
    const first = this.#value(oldest);
    let state = 1;
    for (let at = this.#placed.runStart(run) + 1; at < last; at++) {
      const entry = order[at] ?? 0;
      if (this.#value(entry) === first) continue;
      state = this.#agree(entry, oldest) ? 3 : 2;
      if (state === 2) break;
    }
    this.#states[run] = state;
    return state !== 2;
  }

  /** The values that filings state for a run, oldest first, without rejected ones; none for -1. */
  soundEntries(run: number): readonly number[] {
    if (run === -1) return [];
    const known = this.#sifted.get(run);
    if (known) return known;
    const entries = this.#runEntries(run);
    if (this.isUnchanged(run)) return entries;
    const sound = this.#sift(run, entries);
    this.#sifted.set(run, sound);
    return sound;
  }

  /**
   * The value of the newest accepted filing, -1 for none. If older filings state the same value more finely, theirs is
   * returned.
   */
  newestSound(run: number): number {
    if (run === -1) return -1;
    if (this.isUnchanged(run) && this.#states[run] === 1) return this.#placed.newestEntry(run);
    const entries = this.soundEntries(run);
    const newest = entries.at(-1) ?? -1;
    let finest = newest;
    for (let at = entries.length - 2; at >= 0; at--) {
      const entry = entries[at] ?? -1;
      if (!this.#agree(entry, newest)) break;
      if (this.#rounding(entry) < this.#rounding(finest)) finest = entry;
    }
    return finest;
  }

  #sift(run: number, entries: readonly number[]): readonly number[] {
    const slot = this.#placed.slotOfRun(run);
    const concept = this.#placed.conceptOfRun(run);
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
    const others = entries.filter(other => other !== entry && !this.#agree(other, entry));
    if (others.length === 0 || value === 0) return null;
    if (this.#isOtherPeriods(slot, concept, entry, others)) return 'context_error';
    const opposed = others.filter(other => agree(this.#placed.observations, entry, other, -1));
    if (opposed.length > 0 && this.#isFlipped(slot, entry, opposed, entries)) return 'sign_flip';
    if (this.#isMisscaled(entry, others, entries)) return 'scale_error';
    if (this.#isSwapped(slot, concept, entry, others)) return 'swapped_tags';
    return null;
  }

  /**
   * The figure of the quarter under the context of the longer duration that ends with it (or vice versa): other filings
   * state that figure for the other duration, and another one for this duration.
   */
  #isOtherPeriods(slot: number, concept: number, entry: number, others: readonly number[]): boolean {
    if (slot >= this.#durationsCount) return false;
    const position = slot % DURATIONS.length;
    const filing = this.#placed.observations.filing[entry] ?? -1;
    const counterpart = SAME_END.get(position);
    if (counterpart === undefined) return false;
    const value = this.#value(entry);
    const isCounterpartFigure = this.#entries(slot - position + counterpart, concept).some(
      other => this.#placed.observations.filing[other] !== filing && this.#value(other) === value,
    );
    return isCounterpartFigure && others.some(other => this.#placed.observations.filing[other] !== filing);
  }

  /**
   * Of two opposite signs: tables of quarters in annual reports lose to the interim report; otherwise the majority
   * wins.
   */
  #isFlipped(slot: number, entry: number, opposed: readonly number[], entries: readonly number[]): boolean {
    const role = this.#role(entry);
    const isInterim = slot < this.#durationsCount && INTERIM.has(slot % DURATIONS.length);
    if (isInterim && role === 'annual' && opposed.some(other => this.#role(other) === 'interim')) return true;
    if (isInterim && role === 'interim' && opposed.every(other => this.#role(other) === 'annual')) return false;
    const agreeing = entries.filter(other => this.#agree(other, entry)).length;
    if (agreeing !== opposed.length) return agreeing < opposed.length;
    return false;
  }

  #isMisscaled(entry: number, others: readonly number[], entries: readonly number[]): boolean {
    const agreeing = entries.filter(other => this.#agree(other, entry)).length;
    const scaled = others.filter(other => {
      const ratio = Math.abs(this.#value(other) / this.#value(entry));
      return [1e3, 1e6, 1e-3, 1e-6].some(factor => Math.abs(ratio / factor - 1) < 0.0005);
    });
    return scaled.length > agreeing;
  }

  /** A table of quarters that states A's figure under B and B's under A. */
  #isSwapped(slot: number, concept: number, entry: number, others: readonly number[]): boolean {
    if (slot >= this.#durationsCount || !INTERIM.has(slot % DURATIONS.length) || this.#role(entry) !== 'annual')
      return false;
    const filing = this.#placed.observations.filing[entry] ?? -1;
    const { bits, codeOf } = coreConcepts();
    const bit = bits[concept] ?? 0;
    if (bit === 0 || codeOf[concept] === codeNumber('net_income_including_minority')) return false;
    for (let run = this.#placed.firstRun(slot); run < this.#placed.firstRun(slot + 1); run++) {
      const other = this.#placed.conceptOfRun(run);
      if (other === concept || bits[other] !== bit || codeOf[other] === codeOf[concept]) continue;
      const otherValue = this.#statedBy(slot, other, filing);
      if (otherValue === null || !others.some(other => this.#value(other) === otherValue)) continue;
      const swapsBack = this.#entries(slot, other).some(
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

  #agree(a: number, b: number): boolean {
    return agree(this.#placed.observations, a, b);
  }

  #rounding(entry: number): number {
    return roundingOf(this.#placed.observations, entry);
  }

  #value(entry: number): number {
    return this.#placed.observations.value[entry] ?? 0;
  }

  #role(entry: number): string {
    return this.#filings[this.#placed.observations.filing[entry] ?? -1]?.role ?? '';
  }
}
