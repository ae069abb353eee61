import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { CHEAPEST_LETTER, Speller } from './edit-cost.ts';

/** A listing of the company that a name stands for. */
export interface NamedListing {
  marketId: string;
  tickerKey: string;
}

/** Brands, initials, group names and names of earlier days that registries do not state, by folded name. */
const COMMON_NAMES: ReadonlyMap<string, NamedListing> = new Map(
  readFileSync(new URL('./common-names.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [name = '', marketId = '', ticker = ''] = line.split('\t');
      return [nameKey(name), { marketId, tickerKey: tickerKey(ticker) }];
    }),
);

/** Names that are long enough to be misspelt, by their letters without blanks. Shorter names are like too many words. */
const SHORTEST = 5;
const BY_LETTERS = Map.groupBy(
  [...COMMON_NAMES].filter(([name]) => name.length >= SHORTEST),
  ([name]) => lettersOf(name),
);

/** The listings of names that are spelt much like the folded query, with what the slips cost. */
export function similarCommonNames(key: string, most: number): (NamedListing & { cost: number })[] {
  const speller = new Speller(key, most);
  const similar: (NamedListing & { cost: number })[] = [];
  const reach = Math.floor(most / CHEAPEST_LETTER);
  for (let letters = lettersOf(key) - reach; letters <= lettersOf(key) + reach; letters++) {
    for (const [name, listing] of BY_LETTERS.get(letters) ?? []) {
      const spelling = speller.spell(name);
      if (spelling?.covered === name.length) similar.push({ ...listing, cost: spelling.cost });
    }
  }
  return similar;
}

function lettersOf(name: string): number {
  return name.replaceAll(' ', '').length;
}

export function listingByCommonName(key: string): NamedListing | null {
  return COMMON_NAMES.get(key) ?? null;
}
