import { type Market, REGISTRY_ENTRIES } from './registry-entry.ts';

/** A market of the catalog with its exchanges and registries. */
export interface MarketDescription extends Market {
  registries: readonly { registry: string; name: string; url: string }[];
}

/** The market of the sample pack's fictional issuers, listed only if the store has some. */
export const DEMO_MARKET = 'demo';

/** Its filings imitate those of a registry, which never received them. */
const DEMO: Market = {
  marketId: DEMO_MARKET,
  name: 'Demonstration (fictional issuers)',
  countryCodes: [],
  currency: 'USD',
  timeZone: 'America/New_York',
  exchanges: [],
  searchLanguage: 'english',
};

/** Every market of the catalog, by `marketId`; its registries by trust. */
export const MARKETS: readonly MarketDescription[] = [DEMO, ...REGISTRY_ENTRIES.flatMap(({ markets }) => markets)]
  .map(market => ({ ...market, registries: registriesOf(market.marketId) }))
  .sort((a, b) => (a.marketId < b.marketId ? -1 : 1));

function registriesOf(marketId: string): MarketDescription['registries'] {
  return REGISTRY_ENTRIES.flatMap(({ registry, serves }) =>
    serves.filter(service => service.marketId === marketId).map(({ name, url }) => ({ registry, name, url })),
  );
}
