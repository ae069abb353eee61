import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { Speller } from './edit-cost.ts';

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

/** The listings of names that are spelt much like the folded query, with what the slips cost. */
export function similarCommonNames(key: string, most: number): (NamedListing & { cost: number })[] {
  const speller = new Speller(key, most);
  const similar: (NamedListing & { cost: number })[] = [];
  for (const [name, listing] of COMMON_NAMES) {
    const spelling = name.length < SHORTEST ? null : speller.spell(name);
    if (spelling?.covered === name.length) similar.push({ ...listing, cost: spelling.cost });
  }
  return similar;
}

/** Shorter names are like too many words. */
const SHORTEST = 5;

export function listingByCommonName(key: string): NamedListing | null {
  return COMMON_NAMES.get(key) ?? null;
}
