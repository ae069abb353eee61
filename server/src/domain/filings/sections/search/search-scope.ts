import { type Database, sql } from '../../../../db/database.ts';
import { invalidInput } from '../../../kit/invalid-input.ts';
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

/** Text that is indexed in one language, and the query for it. */
export interface LanguageGroup {
  /** What the text is indexed in. */
  language: IndexLanguage;
  /** In which the query is read: the one asked for, else that of the index. */
  configuration: SearchConfiguration;
  registries: string[];
  query: SectionQuery;
  /** What is looked for in Chinese, Japanese or Korean characters. */
  terms: RegExp[];
}

/** What of the store is searched. */
export interface SearchScope {
  registry?: string | undefined;
  marketId?: string | undefined;
  /** In which the query is to be read. */
  lang?: SearchLanguage | undefined;
}

const KNOWN_REGISTRIES = [
  ...new Set(MARKETS.flatMap(({ registries }) => registries.map(registry => registry.registry))),
].sort();

/**
 * The query for each language that text in question is indexed in, read in that language or in the one asked for; text
 * of Chinese, Japanese and Korean is read as it is written, whatever is asked for. Refuses a query that asks for no
 * word at all: of stop words only, of signs, of nothing but exclusions.
 */
export async function readQueries(db: Database, q: string, scope: SearchScope): Promise<LanguageGroup[]> {
  const prepared = prepareQuery(q);
  const byLanguage = await registriesByLanguage(db, scope, prepared);
  // Without any text the query is read all the same: what is wrong with it does not depend on the store.
  const asked: [IndexLanguage, string[]][] = byLanguage.length > 0 ? byLanguage : [[scope.lang ?? 'english', []]];
  const groups = await Promise.all(
    asked.map(async ([language, registries]) => ({
      language,
      registries,
      terms: prepared.terms,
      ...(await readQuery(db, prepared.websearch, language, scope.lang)),
    })),
  );
  if (groups.every(({ query }) => query === null)) throw invalidInput('query', 'q', NOTHING_TO_FIND, q);
  return groups.flatMap(({ query, ...group }) =>
    query === null || group.registries.length === 0 ? [] : [{ ...group, query }],
  );
}

/**
 * Registries that have text, by what it is indexed in: the registry asked for, else all in Latin script, those of the
 * market asked for, and those in other scripts where the query is written in such.
 */
async function registriesByLanguage(
  db: Database,
  { registry, marketId }: SearchScope,
  { hasUnspaced }: PreparedQuery,
): Promise<[IndexLanguage, string[]][]> {
  const ofMarket = MARKETS.find(market => market.marketId === marketId?.toLowerCase())?.registries ?? [];
  const usual = hasUnspaced ? KNOWN_REGISTRIES : LATIN_SCRIPT_REGISTRIES;
  const candidates = registry === undefined ? [...usual, ...ofMarket.map(entry => entry.registry)] : [registry];
  const rows = await db.query<{ registry: string; language: string }>(
    sql`select registry, language from search_languages where registry = any(${candidates}) order by registry, language`,
  );
  if (registry !== undefined && rows.length === 0 && !KNOWN_REGISTRIES.includes(registry)) {
    throw invalidInput('query', 'registry', `is no registry; there are ${KNOWN_REGISTRIES.join(', ')}`, registry);
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
  asked: SearchLanguage | undefined,
): Promise<{ configuration: SearchConfiguration; query: SectionQuery | null }> {
  const ofIndex = configurationOf(language);
  const configuration = language === 'unspaced' ? ofIndex : (asked ?? ofIndex);
  const row = await db.queryOne<{ tsquery: string; typed: string }>(sql`
    select websearch_to_tsquery(${configuration}::regconfig, ${websearch})::text as tsquery,
      websearch_to_tsquery('simple', ${websearch})::text as typed`);
  const tsquery = row?.tsquery ?? '';
  if (configuration === ofIndex) return { configuration, query: toSectionQuery(tsquery) };
  const forms = await formsInIndex(db, lexemesOf(row?.typed ?? ''), configuration, ofIndex);
  return { configuration, query: toRereadQuery(tsquery, configuration, lexeme => forms.get(lexeme) ?? null) };
}

/** The dictionary of a configuration's words; numbers, addresses and the like are kept as typed in all of them. */
function dictionaryOf(configuration: SearchConfiguration): string {
  return configuration === 'simple' ? 'simple' : `${configuration}_stem`;
}

/** Stems of a word's forms differ at most in so many letters at the end, but for irregular ones. */
const ENDING = 2;
const SHORTEST_BEGINNING = 4;

/** By lexeme of the query's language: what the index has of the words that were typed, and of their other forms. */
async function formsInIndex(
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
        indexed.length === 0 ? null : joined(forms.get(lexeme), [...indexed, word], configuration, lexeme),
      );
    }
  }
  return forms;
}

/** Two words that were typed may be forms of one. */
function joined(
  known: IndexedForms | undefined,
  lexemes: readonly string[],
  configuration: SearchConfiguration,
  stem: string,
): IndexedForms {
  if (known === null) return null;
  const beginning = [...stem].slice(0, -ENDING).join('');
  const hasForms = configuration !== 'simple' && [...beginning].length >= SHORTEST_BEGINNING;
  return {
    lexemes: [...new Set([...(known?.lexemes ?? []), ...lexemes])],
    beginning: hasForms ? beginning : null,
  };
}

const NOTHING_TO_FIND =
  'asks for no word that can be found: it needs one that is neither excluded nor, like "the" or "of", too common to be indexed';
