import { MARKETS } from './markets.ts';

/** PostgreSQL text search configurations that text is indexed and searched with. */
export const SEARCH_LANGUAGES = ['english', 'simple', 'portuguese'] as const;

export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/** The configuration that a registry's text is indexed with: that of its market, `simple` where none has the registry. */
export function searchLanguageOf(registry: string): SearchLanguage {
  const market = MARKETS.find(({ registries }) => registries.some(one => one.registry === registry));
  return market?.searchLanguage ?? 'simple';
}

const OTHER_SCRIPTS = new Set(['cn', 'jp', 'kr']);

/** Registries of markets whose filings are written in Latin script. */
export const LATIN_SCRIPT_REGISTRIES: readonly string[] = MARKETS.filter(
  ({ marketId }) => !OTHER_SCRIPTS.has(marketId),
).flatMap(({ registries }) => registries.map(({ registry }) => registry));
