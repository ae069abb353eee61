import { type Database, sql } from '../../../../db/database.ts';
import { minOf } from '../../../../kernel/lists.ts';
import { memoizeFor } from '../../../../kernel/memoize-for.ts';

const STATISTICS_TTL_MS = 30_000;

/** The shares of sections that contain words and tags, from PostgreSQL's statistics. */
export interface WordShares {
  /** 0 to 1. A word outside the statistics counts a quarter of their rarest word. Null without statistics. */
  shareOfWord(lexeme: string): number | null;
  /** The share of a tag (`section_search.tags`); null without statistics. */
  shareOfTag(tag: string): number | null;
}

/** A wrong estimate makes a search slower but does not change its results. */
export const wordShares = memoizeFor(STATISTICS_TTL_MS, readShares);

async function readShares(db: Database): Promise<WordShares> {
  const rows = await db.query<{ attname: string; elements: string[] | null; shares: number[] | null }>(sql`
    select s.attname, s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as shares
    from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
    where c.oid = 'section_search'::regclass and s.attname in ('lexemes', 'tags')`);
  const sharesOf = (column: string): Map<string, number> => {
    const row = rows.find(row => row.attname === column);
    // After the shares PostgreSQL stores the least and the greatest of them.
    return new Map((row?.elements ?? []).map((element, at) => [element, row?.shares?.[at] ?? 0]));
  };
  return toWordShares(sharesOf('lexemes'), sharesOf('tags'));
}

/** Shares by word and by tag. A word outside the sample is rarer than any in it and counts a quarter of the rarest. */
export function toWordShares(words: ReadonlyMap<string, number>, tags: ReadonlyMap<string, number>): WordShares {
  const rareShare = words.size === 0 ? null : minOf(words.values()) / 4;
  return {
    shareOfWord: lexeme => words.get(lexeme) ?? rareShare,
    shareOfTag: tag => tags.get(tag) ?? null,
  };
}
