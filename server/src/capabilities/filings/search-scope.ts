import { type Database, sql } from '../../db/database.ts';
import { MARKETS } from '../../model/markets.ts';
import { LATIN_SCRIPT_REGISTRIES, type SearchLanguage, searchLanguageOf } from '../../model/search-language.ts';
import { inputRefused } from '../refuse-input.ts';
import { type SectionQuery, toSectionQuery } from './section-query.ts';

/** Registries whose text is indexed in one language, and the query as that language reads it. */
export interface LanguageGroup {
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
 * The query in every language that the registries' text is indexed in, or in the one asked for. Refuses a query that
 * asks for no word at all: of stop words only, of signs, of nothing but exclusions.
 */
export async function readQueries(
  db: Database,
  q: string,
  { registries, lang }: { registries: readonly string[]; lang: SearchLanguage | undefined },
): Promise<LanguageGroup[]> {
  const byLanguage = Map.groupBy(registries, searchLanguageOf);
  // Without any text the query is read all the same: what is wrong with it does not depend on the store.
  const languages = lang === undefined ? [...byLanguage.keys()].sort() : [lang];
  const rows = await db.query<{ lang: SearchLanguage; tsquery: string }>(sql`
    select lang, websearch_to_tsquery(lang::regconfig, ${q})::text as tsquery
    from unnest(${languages.length > 0 ? languages : ['english']}::text[]) as asked (lang) order by lang`);
  const read = rows.map(row => ({ ...row, query: toSectionQuery(row.tsquery) }));
  if (read.every(({ query }) => query === null)) throw inputRefused('query', 'q', NOTHING_TO_FIND, q);
  return read.flatMap(({ query, ...row }) => {
    const group = byLanguage.get(row.lang);
    return query === null || group === undefined ? [] : [{ ...row, query, registries: group }];
  });
}

const NOTHING_TO_FIND =
  'asks for no word that can be found: it needs one that is neither excluded nor, like "the" or "of", too common to be indexed';
