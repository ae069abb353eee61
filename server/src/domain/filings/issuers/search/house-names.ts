import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { spellingOf } from './edit-cost.ts';

/** A listing of the company that a name stands for. */
export interface HouseListing {
  marketId: string;
  tickerKey: string;
}

/** Brands, initials, group names and names of earlier days that registries do not state, by folded name. */
const HOUSE_NAMES: ReadonlyMap<string, HouseListing> = new Map(
  readFileSync(new URL('./house-names.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [name = '', marketId = '', ticker = ''] = line.split('\t');
      return [nameKey(name), { marketId, tickerKey: tickerKey(ticker) }];
    }),
);

/** The listings of names that are spelt much like the folded query, with what the slips cost. */
export function similarHouseNames(key: string, most: number): (HouseListing & { cost: number })[] {
  return [...HOUSE_NAMES].flatMap(([name, listing]) => {
    const spelling = name.length < SHORTEST ? null : spellingOf(key, name, most);
    return spelling?.covered === name.length ? [{ ...listing, cost: spelling.cost }] : [];
  });
}

/** Shorter names are like too many words. */
const SHORTEST = 5;

export function houseListing(key: string): HouseListing | null {
  return HOUSE_NAMES.get(key) ?? null;
}
