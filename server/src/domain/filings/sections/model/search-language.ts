import { MARKETS } from '../../markets/model/markets.ts';

/** What `lang` of a search may be: the PostgreSQL text search configurations of the contract. */
export const SEARCH_LANGUAGES = ['english', 'simple', 'portuguese'] as const;

export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/**
 * What text is indexed in: the text search configurations that every PostgreSQL since 15 has for the languages of the
 * markets, `simple` for languages that it has no stems of, and `unspaced` for Chinese, Japanese and Korean, whose words
 * are found by pairs of characters ({@link toSearchText}) and need no stems.
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

/** The one that words of a language are read with. */
export function configurationOf(language: IndexLanguage): SearchConfiguration {
  return language === 'unspaced' ? 'simple' : language;
}

/** The language that is assumed of a registry's text where the text does not tell: that of its market, `simple` of none. */
export function usualLanguageOf(registry: string): SearchLanguage {
  const market = MARKETS.find(({ registries }) => registries.some(entry => entry.registry === registry));
  return market?.searchLanguage ?? 'simple';
}

const OTHER_SCRIPTS = new Set(['cn', 'jp', 'kr']);

/** Registries of markets whose filings are written in Latin script. */
export const LATIN_SCRIPT_REGISTRIES: readonly string[] = MARKETS.filter(
  ({ marketId }) => !OTHER_SCRIPTS.has(marketId),
).flatMap(({ registries }) => registries.map(({ registry }) => registry));
