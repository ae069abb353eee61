import { type Database, sql } from '../../db/database.ts';
import { MARKETS } from '../../model/markets.ts';
import { LATIN_SCRIPT_REGISTRIES, type SearchLanguage, searchLanguageOf } from '../../model/search-language.ts';
import { inputRefused } from '../refuse-input.ts';
import { type IndexedForms, lexemesOf, type SectionQuery, toRereadQuery, toSectionQuery } from './section-query.ts';

/** Registries whose text is indexed in one language, and the query for them. */
export interface LanguageGroup {
  /** In which the query is read: the one asked for, else that of the index. */
  lang: SearchLanguage;
  registries: string[];
  query: SectionQuery;
  /** The whole query, as text of a tsquery. */
  tsquery: string;
}

/** The registry asked for, else all in Latin script, as far as the store has text of them. */
export async function registriesWithText(db: Database, asked: string | undefined): Promise<string[]> {
  const candidates = asked === undefined ? LATIN_SCRIPT_REGISTRIES : [asked];
  const rows = await db.query<{ registry: string }>(sql`
    select registry from unnest(${candidates}::text[]) as asked (registry)
    where exists (select from filing_texts t where t.registry = asked.registry)`);
  if (asked !== undefined && rows.length === 0 && !KNOWN_REGISTRIES.includes(asked)) {
    throw inputRefused('query', 'registry', `is no registry; there are ${KNOWN_REGISTRIES.join(', ')}`, asked);
  }
  return rows.map(row => row.registry);
}

const KNOWN_REGISTRIES = MARKETS.flatMap(({ registries }) => registries.map(({ registry }) => registry)).sort();

/**
 * The query for the registries of each language that text is indexed in, read in that language or in the one asked for.
 * Refuses a query that asks for no word at all: of stop words only, of signs, of nothing but exclusions.
 */
export async function readQueries(
  db: Database,
  q: string,
  { registries, lang }: { registries: readonly string[]; lang: SearchLanguage | undefined },
): Promise<LanguageGroup[]> {
  const byIndex = [...Map.groupBy(registries, searchLanguageOf)];
  // Without any text the query is read all the same: what is wrong with it does not depend on the store.
  const asked: [SearchLanguage, string[]][] = byIndex.length > 0 ? byIndex : [[lang ?? 'english', []]];
  const groups = await Promise.all(
    asked.map(async ([indexLang, ofIndex]) => ({
      lang: lang ?? indexLang,
      registries: ofIndex,
      ...(await readQuery(db, q, lang ?? indexLang, indexLang)),
    })),
  );
  if (groups.every(({ query }) => query === null)) throw inputRefused('query', 'q', NOTHING_TO_FIND, q);
  return groups.flatMap(({ query, ...group }) =>
    query === null || group.registries.length === 0 ? [] : [{ ...group, query }],
  );
}

async function readQuery(
  db: Database,
  q: string,
  lang: SearchLanguage,
  indexLang: SearchLanguage,
): Promise<{ tsquery: string; query: SectionQuery | null }> {
  const row = await db.queryOne<{ tsquery: string; typed: string }>(sql`
    select websearch_to_tsquery(${lang}::regconfig, ${q})::text as tsquery,
      websearch_to_tsquery('simple', ${q})::text as typed`);
  const tsquery = row?.tsquery ?? '';
  if (lang === indexLang) return { tsquery, query: toSectionQuery(tsquery) };
  const forms = await formsInIndex(db, lexemesOf(row?.typed ?? ''), lang, indexLang);
  return { tsquery, query: toRereadQuery(tsquery, lang, lexeme => forms.get(lexeme) ?? null) };
}

/** The dictionary of each configuration's words; numbers, addresses and the like are kept as typed in all of them. */
const DICTIONARIES: Record<SearchLanguage, string> = {
  english: 'english_stem',
  portuguese: 'portuguese_stem',
  simple: 'simple',
};
/** Stems of a word's forms differ at most in so many letters at the end, but for irregular ones. */
const ENDING = 2;
const SHORTEST_BEGINNING = 4;

/** By lexeme of the query's language: what the index has of the words that were typed, and of their other forms. */
async function formsInIndex(
  db: Database,
  typed: readonly string[],
  lang: SearchLanguage,
  indexLang: SearchLanguage,
): Promise<Map<string, IndexedForms>> {
  const rows = await db.query<{ word: string; read: string[]; indexed: string[] }>(sql`
    select word, ts_lexize(${DICTIONARIES[lang]}::regdictionary, word) as read,
      ts_lexize(${DICTIONARIES[indexLang]}::regdictionary, word) as indexed
    from unnest(${typed}::text[]) as word`);
  const forms = new Map<string, IndexedForms>();
  for (const { word, read, indexed } of rows) {
    for (const lexeme of new Set([word, ...read])) {
      forms.set(lexeme, indexed.length === 0 ? null : joined(forms.get(lexeme), [...indexed, word], lang, lexeme));
    }
  }
  return forms;
}

/** Two words that were typed may be forms of one. */
function joined(
  known: IndexedForms | undefined,
  lexemes: readonly string[],
  lang: SearchLanguage,
  stem: string,
): IndexedForms {
  if (known === null) return null;
  const beginning = [...stem].slice(0, -ENDING).join('');
  const hasForms = lang !== 'simple' && [...beginning].length >= SHORTEST_BEGINNING;
  return {
    lexemes: [...new Set([...(known?.lexemes ?? []), ...lexemes])],
    beginning: hasForms ? beginning : null,
  };
}

const NOTHING_TO_FIND =
  'asks for no word that can be found: it needs one that is neither excluded nor, like "the" or "of", too common to be indexed';
