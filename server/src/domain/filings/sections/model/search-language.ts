import { MARKETS } from '../../markets/model/markets.ts';

/** Values of the parameter `lang`: the PostgreSQL text search configurations of the contract. */
export const SEARCH_LANGUAGES = ['english', 'simple', 'portuguese'] as const;

export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/**
 * Languages of the search index: the text search configurations that every PostgreSQL since 15 has for the languages of
 * the markets, `simple` for languages without stemming, and `unspaced` for Chinese, Japanese and Korean, whose words
 * are found by pairs of characters ({@link toSearchText}) and need no stemming.
 */
export const INDEX_LANGUAGES = [
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hungarian',
  'italian',
  'lithuanian',
  'norwegian',
  'portuguese',
  'romanian',
  'simple',
  'spanish',
  'swedish',
  'unspaced',
] as const;

export type IndexLanguage = (typeof INDEX_LANGUAGES)[number];

/** A text search configuration of PostgreSQL. */
export type SearchConfiguration = Exclude<IndexLanguage, 'unspaced'>;

/** The text search configurations of the index. */
export const SEARCH_CONFIGURATIONS: readonly SearchConfiguration[] = INDEX_LANGUAGES.filter(
  language => language !== 'unspaced',
);

/** The configuration that tokenises text of a language. */
export function configurationOf(language: IndexLanguage): SearchConfiguration {
  return language === 'unspaced' ? 'simple' : language;
}

/** The language assumed for a registry's text if detection is inconclusive: that of its market, or `simple`. */
export function defaultLanguageOf(registry: string): SearchLanguage {
  const market = MARKETS.find(({ registries }) => registries.some(entry => entry.registry === registry));
  return market?.searchLanguage ?? 'simple';
}

const OTHER_SCRIPTS = new Set(['cn', 'jp', 'kr']);

/** Registries of markets whose filings are written in Latin script. */
export const LATIN_SCRIPT_REGISTRIES: readonly string[] = MARKETS.filter(
  ({ marketId }) => !OTHER_SCRIPTS.has(marketId),
).flatMap(({ registries }) => registries.map(({ registry }) => registry));
