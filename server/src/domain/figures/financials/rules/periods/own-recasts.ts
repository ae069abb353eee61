import { BALANCE, CASHFLOW, coreConcepts, INCOME } from '../concepts/core-concepts.ts';
import { NO_START, type Observations } from '../values/observations.ts';
import { agree } from '../values/rounding.ts';
import type { SeenFiling } from './visible-filings.ts';

/** A filing outside the periodic forms whose figures are left out, with the evidence. */
export interface ForeignStatements {
  readonly filing: number;
  /** Number of figures that earlier periodic reports state for the same period, and how many of them agree. */
  readonly compared: number;
  readonly agreeing: number;
}

/** A recast changes some lines; of those of another company next to none agree, and these by chance. */
const MIN_SHARE = 0.05;
/** Minimum number of core lines of each statement in a prospectus that counts as a recast. */
const WHOLE: readonly (readonly [bit: number, lines: number])[] = [
  [INCOME, 3],
  [BALANCE, 4],
  [CASHFLOW, 1],
];

/**
 * Leaves out recasts that are no statements of the issuer: a current report also contains those of acquired businesses.
 * A recast repeats some figures of earlier periodic reports; without such reports it may be the first statements of the
 * issuer. A prospectus counts only if it contains whole statements and repeats some figures. Changes `kept` in place.
 */
export function keepOwnRecasts(
  observations: Observations,
  filings: readonly SeenFiling[],
  kept: Uint8Array,
): ForeignStatements[] {
  const isRecast = Uint8Array.from(filings, ({ role }) => (role === 'recast' ? 1 : 0));
  if (!isRecast.includes(1)) return [];
  const recast = new Map<number, number[]>();
  for (let at = 0; at < observations.count; at++) {
    if (isRecast[observations.filing[at] ?? -1] !== 1 || kept[at] === 0 || observations.value[at] === 0) continue;
    const known = recast.get(keyOf(observations, at));
    if (known === undefined) recast.set(keyOf(observations, at), [at]);
    else known.push(at);
  }
  const compared = new Set<number>();
  const agreeing = new Set<number>();
  for (let at = 0; at < observations.count; at++) {
    const filing = observations.filing[at] ?? -1;
    if (isRecast[filing] === 1 || filings[filing]?.role === 'registration' || kept[at] === 0) continue;
    for (const other of recast.get(keyOf(observations, at)) ?? []) {
      if ((observations.filing[other] ?? -1) < filing || observations.unit[other] !== observations.unit[at]) continue;
      compared.add(other);
      if (agree(observations, at, other)) agreeing.add(other);
    }
  }
  const foreign: ForeignStatements[] = [];
  const states = withStatements(observations, filings.length, kept);
  const firstReport = filings.findIndex(({ role }, rank) => (role === 'annual' || role === 'interim') && states[rank]);
  for (const [filing, { form }] of filings.entries()) {
    if (isRecast[filing] !== 1) continue;
    const countIn = (entries: ReadonlySet<number>) =>
      [...entries].filter(entry => observations.filing[entry] === filing).length;
    const [common, same] = [countIn(compared), countIn(agreeing)];
    const isLater = firstReport !== -1 && firstReport < filing;
    const isOther = isLater && states[filing] === true && same < Math.max(1, MIN_SHARE * common);
    const isCurrentReport = form.startsWith('8-K');
    if (!isOther && (isCurrentReport || (same > 0 && hasWholeStatements(observations, filing, kept)))) continue;
    for (let at = 0; at < observations.count; at++) if (observations.filing[at] === filing) kept[at] = 0;
    if (isOther) foreign.push({ filing, compared: common, agreeing: same });
  }
  return foreign;
}

/** Whether each filing states a line of a statement. */
function withStatements(observations: Observations, filingsCount: number, kept: Uint8Array): boolean[] {
  const { bits } = coreConcepts();
  const states = new Array<boolean>(filingsCount).fill(false);
  for (let at = 0; at < observations.count; at++) {
    if (kept[at] === 1 && bits[observations.concept[at] ?? 0]) states[observations.filing[at] ?? -1] = true;
  }
  return states;
}

/** Number of a concept and period; lengths over eleven years do not occur in statements. */
function keyOf({ concept, start, end }: Observations, at: number): number {
  const from = start[at] ?? NO_START;
  const to = end[at] ?? 0;
  const length = from === NO_START ? 0 : Math.min(4095, to - from + 1);
  return (to * 4096 + length) * 65_536 + (concept[at] ?? 0);
}

function hasWholeStatements(observations: Observations, filing: number, kept: Uint8Array): boolean {
  const { bits } = coreConcepts();
  const concepts = new Map<number, Set<number>>(WHOLE.map(([bit]) => [bit, new Set()]));
  for (let at = 0; at < observations.count; at++) {
    const concept = observations.concept[at] ?? 0;
    if (observations.filing[at] === filing && kept[at] === 1) concepts.get(bits[concept] ?? 0)?.add(concept);
  }
  return WHOLE.every(([bit, lines]) => (concepts.get(bit)?.size ?? 0) >= lines);
}
