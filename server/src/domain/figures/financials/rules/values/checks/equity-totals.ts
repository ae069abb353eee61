import { knownConcept } from '../../checks/chart.ts';
import type { Observations } from '../observations.ts';
import { roundingOf } from '../rounding.ts';

/** Concepts that state the equity of all owners, of the parent's owners, and of minorities. */
const TOTAL = conceptSet(
  'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
  'us-gaap:PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
  'ifrs-full:Equity',
);
const PARENT = conceptSet(
  'us-gaap:StockholdersEquity',
  'us-gaap:PartnersCapital',
  'ifrs-full:EquityAttributableToOwnersOfParent',
);
const MINORITY = conceptSet(
  'us-gaap:MinorityInterest',
  'us-gaap:PartnersCapitalAttributableToNoncontrollingInterest',
  'us-gaap:MinorityInterestInLimitedPartnerships',
  'us-gaap:NonredeemableNoncontrollingInterest',
  'ifrs-full:NoncontrollingInterests',
);

/**
 * Leaves out totals of equity that cannot be totals: below the parent's equity of the same day, in a filing that states
 * no minority interest. Filers tag a component so, such as accumulated other comprehensive income. Changes `kept` in
 * place; returns the observations left out.
 */
export function dropMisplacedTotals(observations: Observations, kept: Uint8Array): number[] {
  const { concept, end, filing, value, count } = observations;
  const totals: number[] = [];
  for (let at = 0; at < count; at++) if (kept[at] === 1 && TOTAL.has(concept[at] ?? -1)) totals.push(at);
  if (totals.length === 0) return [];
  const days = new Set(totals.map(at => end[at]));
  const parents = new Map<number, number[]>();
  const withMinority = new Set<number>();
  for (let at = 0; at < count; at++) {
    if (kept[at] === 0) continue;
    const name = concept[at] ?? -1;
    if (MINORITY.has(name) && value[at] !== 0) withMinority.add(filing[at] ?? -1);
    if (PARENT.has(name) && days.has(end[at])) parents.set(end[at] ?? 0, [...(parents.get(end[at] ?? 0) ?? []), at]);
  }
  const misplaced = totals.filter(at => {
    if (withMinority.has(filing[at] ?? -1)) return false;
    const known = parents.get(end[at] ?? 0) ?? [];
    const own = known.filter(parent => filing[parent] === filing[at]);
    const compared = own.length > 0 ? own : known;
    const isBelow = (parent: number) =>
      (value[at] ?? 0) < (value[parent] ?? 0) - roundingOf(observations, at) - roundingOf(observations, parent);
    return compared.length > 0 && compared.every(isBelow);
  });
  for (const at of misplaced) kept[at] = 0;
  return misplaced;
}

function conceptSet(...names: string[]): ReadonlySet<number> {
  return new Set(names.map(knownConcept));
}
