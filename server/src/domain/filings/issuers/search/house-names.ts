import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';

/** A listing of the company that a name stands for. */
interface HouseListing {
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

export function houseListing(key: string): HouseListing | null {
  return HOUSE_NAMES.get(key) ?? null;
}
