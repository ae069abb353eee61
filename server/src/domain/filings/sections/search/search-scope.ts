import { type Database, sql } from '../../../../db/database.ts';
import { invalidInput } from '../../../kit/input-fields.ts';
import { MARKETS } from '../../markets/model/markets.ts';
import {
  configurationOf,
  INDEX_LANGUAGES,
  type IndexLanguage,
  LATIN_SCRIPT_REGISTRIES,
  type SearchConfiguration,
  type SearchLanguage,
} from '../model/search-language.ts';
import { type PreparedQuery, prepareQuery } from './prepare-query.ts';
import { type IndexedForms, lexemesOf, type SectionQuery, toRereadQuery, toSectionQuery } from './section-query.ts';

/** Text of one index language and its query. */
export interface LanguageGroup {
  /** Language of the index. */
  language: IndexLanguage;
  /** Language in which the query is read: the requested one, or that of the index. */
  configuration: SearchConfiguration;
  registries: string[];
  query: SectionQuery;
  /** Terms in Chinese, Japanese or Korean characters. */
  terms: RegExp[];
}

/** Scope of a search. */
export interface SearchScope {
  registry?: string | undefined;
  marketId?: string | undefined;
  /** Requested language of the query. */
  lang?: SearchLanguage | undefined;
}

const KNOWN_REGISTRIES = [
  ...new Set(MARKETS.flatMap(({ registries }) => registries.map(registry => registry.registry))),
].sort();

/**
 * Builds the query for each index language in the scope, read in that language or in the requested one. Chinese,
 * Japanese and Korean text is always read by its characters. Rejects a query without a word to find: only stop words,
 * symbols or exclusions.
 */
export async function readQueries(db: Database, q: string, scope: SearchScope): Promise<LanguageGroup[]> {
  const prepared = prepareQuery(q);
  const byLanguage = await registriesByLanguage(db, scope, prepared);
  // The query is validated even if the scope has no text: errors must not depend on the store.
  const requested: [IndexLanguage, string[]][] = byLanguage.length > 0 ? byLanguage : [[expectedLanguage(scope), []]];
  const groups = await Promise.all(
    requested.map(async ([language, registries]) => ({
      language,
      registries,
      terms: prepared.terms,
      ...(await readQuery(db, prepared.websearch, language, scope.lang)),
    })),
  );
  if (groups.every(({ query }) => query === null)) throw invalidInput('query', 'q', NO_SEARCHABLE_WORD, q);
  return groups.flatMap(({ query, ...group }) =>
    query === null || group.registries.length === 0 ? [] : [{ ...group, query }],
  );
}

/** The language in which a query is read while no text in question is stored: the requested one, else that of the market. */
export function expectedLanguage({ lang, registry, marketId }: SearchScope): SearchLanguage {
  const market = MARKETS.find(market =>
    registry === undefined
      ? market.marketId === marketId?.toLowerCase()
      : market.registries.some(service => service.registry === registry),
  );
  return lang ?? market?.searchLanguage ?? 'english';
}

/** The registries of a market; null without a market. */
export function registriesOfMarket(marketId: string | undefined): string[] | null {
  const market = MARKETS.find(market => market.marketId === marketId?.toLowerCase());
  return market === undefined ? null : market.registries.map(({ registry }) => registry);
}

/**
 * Registries that have text, by index language: the requested registry, or all registries in Latin script, those of the
 * requested market, and those in other scripts if the query contains such characters.
 */
async function registriesByLanguage(
  db: Database,
  { registry, marketId }: SearchScope,
  { hasUnspaced }: PreparedQuery,
): Promise<[IndexLanguage, string[]][]> {
  const defaults = hasUnspaced ? KNOWN_REGISTRIES : LATIN_SCRIPT_REGISTRIES;
  const candidates = registry === undefined ? [...defaults, ...(registriesOfMarket(marketId) ?? [])] : [registry];
  const rows = await db.query<{ registry: string; language: string }>(
    sql`select registry, language from search_languages where registry = any(${candidates}) order by registry, language`,
  );
  if (registry !== undefined && rows.length === 0 && !KNOWN_REGISTRIES.includes(registry)) {
    throw invalidInput('query', 'registry', `is not a registry; use one of ${KNOWN_REGISTRIES.join(', ')}`, registry);
  }
  return INDEX_LANGUAGES.flatMap((language): [IndexLanguage, string[]][] => {
    const registries = rows.filter(row => row.language === language).map(row => row.registry);
    return registries.length === 0 ? [] : [[language, registries]];
  });
}

async function readQuery(
  db: Database,
  websearch: string,
  language: IndexLanguage,
  requested: SearchLanguage | undefined,
): Promise<{ configuration: SearchConfiguration; query: SectionQuery | null }> {
  const indexConfiguration = configurationOf(language);
  const configuration = language === 'unspaced' ? indexConfiguration : (requested ?? indexConfiguration);
  const row = await db.queryOne<{ tsquery: string; typed: string }>(sql`
    select websearch_to_tsquery(${configuration}::regconfig, ${websearch})::text as tsquery,
      websearch_to_tsquery('simple', ${websearch})::text as typed`);
  const tsquery = row?.tsquery ?? '';
  if (configuration === indexConfiguration) return { configuration, query: toSectionQuery(tsquery) };
  const forms = await indexedForms(db, lexemesOf(row?.typed ?? ''), configuration, indexConfiguration);
  return { configuration, query: toRereadQuery(tsquery, configuration, lexeme => forms.get(lexeme) ?? null) };
}

/** The dictionary of a configuration's words; all configurations keep numbers, addresses and the like as typed. */
function dictionaryOf(configuration: SearchConfiguration): string {
  return configuration === 'simple' ? 'simple' : `${configuration}_stem`;
}

/** Maximum number of final letters in which regular forms of a stem differ. */
const MAX_ENDING_CHARS = 2;
const MIN_PREFIX_CHARS = 4;

/** By lexeme of the query's language: the index's lexemes of the typed words and of their other forms. */
async function indexedForms(
  db: Database,
  typed: readonly string[],
  configuration: SearchConfiguration,
  ofIndex: SearchConfiguration,
): Promise<Map<string, IndexedForms>> {
  const rows = await db.query<{ word: string; read: string[]; indexed: string[] }>(sql`
    select word, ts_lexize(${dictionaryOf(configuration)}::regdictionary, word) as read,
      ts_lexize(${dictionaryOf(ofIndex)}::regdictionary, word) as indexed
    from unnest(${typed}::text[]) as word`);
  const forms = new Map<string, IndexedForms>();
  for (const { word, read, indexed } of rows) {
    for (const lexeme of new Set([word, ...read])) {
      forms.set(
        lexeme,
        indexed.length === 0 ? null : mergeForms(forms.get(lexeme), [...indexed, word], configuration, lexeme),
      );
    }
  }
  return forms;
}

/** Two typed words may be forms of one stem. */
function mergeForms(
  known: IndexedForms | undefined,
  lexemes: readonly string[],
  configuration: SearchConfiguration,
  stem: string,
): IndexedForms {
  if (known === null) return null;
  const prefix = [...stem].slice(0, -MAX_ENDING_CHARS).join('');
  const hasForms = configuration !== 'simple' && [...prefix].length >= MIN_PREFIX_CHARS;
  return {
    lexemes: [...new Set([...(known?.lexemes ?? []), ...lexemes])],
    beginning: hasForms ? prefix : null,
  };
}

const NO_SEARCHABLE_WORD =
  'contains no word to search for: add one that is neither excluded nor, like "the" or "of", too common to be indexed';
