import type { FactSeries, FactSet } from '../../../../filings/facts/model/facts.ts';
import { codeNumber, conceptNumber } from '../checks/chart.ts';
import { BALANCE, coreConcepts } from '../concepts/core-concepts.ts';

const PRETAX = codeNumber('pretax_income');
const TAX = codeNumber('income_tax');
const NET = new Set(['net_income', 'net_income_including_minority'].map(codeNumber));

/** What two bases state of the results of one filing and period. */
interface Results {
  pretax: number[];
  tax: number[];
  net: number[];
  /** The net results of the other basis. */
  other: number[];
}

/**
 * Periods whose net result a filing states under the wrong basis: pretax income less tax, of the basis that the filing's
 * figures have, is the net result of the other basis and not of its own. Accounts with the statements of a group and of
 * its parent company tag single lines so.
 */
export class NetResultBasis {
  readonly #moved: ReadonlySet<string>;

  constructor(
    sets: readonly FactSet[],
    ranks: ReadonlyMap<string, number>,
    isStandAlone: Uint8Array,
    standAlone: string,
  ) {
    const found = new Map<string, Results>();
    for (const { filings, series } of sets) {
      for (const own of series) {
        const code = coreCodeOf(own);
        const isResult = code === PRETAX || code === TAX || NET.has(code);
        if (!isResult || (own.dimensions !== '' && own.dimensions !== standAlone)) continue;
        for (const [at, value] of own.values.entries()) {
          const rank = ranks.get(filings[own.filings[at] ?? -1]?.accession ?? '');
          if (rank === undefined || value === null) continue;
          const key = keyOf(rank, own.starts[at], own.ends[at]);
          const results = found.get(key) ?? { pretax: [], tax: [], net: [], other: [] };
          found.set(key, results);
          const isOwnBasis = (own.dimensions === standAlone) === (isStandAlone[rank] === 1);
          if (!isOwnBasis) {
            if (NET.has(code)) results.other.push(value);
          } else if (code === PRETAX) results.pretax.push(value);
          else if (code === TAX) results.tax.push(value);
          else results.net.push(value);
        }
      }
    }
    this.#moved = new Set([...found].filter(([, results]) => isMoved(results)).map(([key]) => key));
  }

  /** Whether the net result of the period is the one that the filing states under the other basis. */
  isMoved(concept: number, rank: number, start: number | null | undefined, end: number | undefined): boolean {
    return (
      this.#moved.size > 0 && NET.has(coreConcepts().codeOf[concept] ?? -1) && this.#moved.has(keyOf(rank, start, end))
    );
  }
}

/** Minimum number of balance-sheet lines of a group that tags its statements. */
const BALANCE_LINES = 3;

/**
 * Filings, by position, whose figures of the group are statements, however few they are compared with those of the company: pretax
 * income less tax is the net result, and a balance sheet ends with the period.
 */
export function closingGroups(sets: readonly FactSet[], ranks: ReadonlyMap<string, number>): ReadonlySet<number> {
  const { bits } = coreConcepts();
  const results = new Map<string, Results & { rank: number; end: number }>();
  const balances = new Map<string, Set<string>>();
  for (const { filings, series } of sets) {
    for (const own of series) {
      const code = coreCodeOf(own);
      const isBalance = bits[conceptNumber(own.concept) ?? -1] === BALANCE;
      const list = code === PRETAX ? 'pretax' : code === TAX ? 'tax' : NET.has(code) ? 'net' : null;
      if (own.dimensions !== '' || (!isBalance && list === null)) continue;
      for (const [at, value] of own.values.entries()) {
        const rank = ranks.get(filings[own.filings[at] ?? -1]?.accession ?? '');
        const end = own.ends[at] ?? 0;
        if (rank === undefined || value === null) continue;
        if (isBalance) addToSet(balances, `${rank} ${end}`, own.concept);
        if (list === null) continue;
        const key = keyOf(rank, own.starts[at], end);
        const found = results.get(key) ?? { pretax: [], tax: [], net: [], other: [], rank, end };
        results.set(key, found);
        found[list].push(value);
      }
    }
  }
  const closing = [...results.values()].filter(
    found =>
      found.net.some(value => closes(found, value)) &&
      (balances.get(`${found.rank} ${found.end}`)?.size ?? 0) >= BALANCE_LINES,
  );
  return new Set(closing.map(({ rank }) => rank));
}

function addToSet(sets: Map<string, Set<string>>, key: string, item: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([item]));
  else known.add(item);
}

function coreCodeOf({ concept }: FactSeries): number {
  return coreConcepts().codeOf[conceptNumber(concept) ?? -1] ?? -1;
}

function keyOf(rank: number, start: number | null | undefined, end: number | undefined): string {
  return `${rank} ${start} ${end}`;
}

function isMoved(results: Results): boolean {
  const { net, other } = results;
  return net.length > 0 && !net.some(value => closes(results, value)) && other.some(value => closes(results, value));
}

/** Whether pretax income less tax is a net result. */
function closes({ pretax, tax }: Results, net: number): boolean {
  return pretax.some(before => tax.some(charge => before - charge === net));
}
