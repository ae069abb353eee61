import { codeNumber } from './checks/chart.ts';
import { coreConcepts } from './concepts/core-concepts.ts';
import type { Observations } from './values/observations.ts';
import { classifyUnit } from './values/units.ts';

/**
 * The currency of each filing's statements: that of most of their core lines. A convenience translation covers only one
 * of several periods, so it loses; in a tie the currency other than the dollar wins.
 */
export function reportingCurrencies(observations: Observations, filingsCount: number): (string | null)[] {
  const currencies = observations.units.map(unit => {
    const { unitClass, currency } = classifyUnit(unit);
    return unitClass === 'currency' ? currency : null;
  });
  const known = [...new Set(currencies.filter(currency => currency !== null))];
  const [only = null] = known;
  if (known.length <= 1) return new Array<string | null>(filingsCount).fill(only);
  const counts = Array.from({ length: filingsCount }, () => new Map<string, number>());
  const core = coreConcepts();
  const anchor = new Set(['total_assets', 'equity', 'net_income', 'revenue', 'operating_cash_flow'].map(codeNumber));
  for (let at = 0; at < observations.count; at++) {
    const currency = currencies[observations.unit[at] ?? -1];
    const code = core.codeOf[observations.concept[at] ?? -1] ?? -1;
    if (!currency || !anchor.has(code)) continue;
    const tally = counts[observations.filing[at] ?? -1];
    tally?.set(currency, (tally.get(currency) ?? 0) + 1);
  }
  return fillGaps(counts.map(mostFrequent));
}

function mostFrequent(tally: Map<string, number>): string | null {
  let best: string | null = null;
  for (const [currency, count] of tally) {
    const lead = best === null ? 1 : count - (tally.get(best) ?? 0);
    if (lead > 0 || (lead === 0 && best === 'USD')) best = currency;
  }
  return best;
}

/** A filing without core lines (a cover page, a note) takes the currency of its neighbour in time. */
function fillGaps(found: (string | null)[]): (string | null)[] {
  const filled = [...found];
  for (let at = 1; at < filled.length; at++) filled[at] ??= filled[at - 1] ?? null;
  for (let at = filled.length - 2; at >= 0; at--) filled[at] ??= filled[at + 1] ?? null;
  return filled;
}
