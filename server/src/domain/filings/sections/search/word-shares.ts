import { type Database, sql } from '../../../../db/database.ts';
import { keptAwhile } from './kept-awhile.ts';

/** In which share of the sections words and tags stand, as PostgreSQL's statistics know it. */
export interface WordShares {
  /** 0 to 1; of a word that is not among the commonest a quarter of the rarest of these. Null without statistics. */
  shareOfWord(lexeme: string): number | null;
  /** The same of a tag (`section_search.tags`); null where they don't tell. */
  shareOfTag(tag: string): number | null;
}

/** A guess that is wrong makes a search slower, never its answer another. */
export const wordShares = keptAwhile(readShares);

async function readShares(db: Database): Promise<WordShares> {
  const rows = await db.query<{ attname: string; elements: string[] | null; shares: number[] | null }>(sql`
    select s.attname, s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as shares
    from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
    where c.oid = 'section_search'::regclass and s.attname in ('lexemes', 'tags')`);
  const sharesOf = (column: string): Map<string, number> => {
    const row = rows.find(row => row.attname === column);
    // Behind the shares stand the least and the greatest of them.
    return new Map((row?.elements ?? []).map((element, at) => [element, row?.shares?.[at] ?? 0]));
  };
  return toWordShares(sharesOf('lexemes'), sharesOf('tags'));
}

/** Shares to look up by word and by tag. A word outside the sample is rarer than any in it: a quarter of the rarest. */
export function toWordShares(words: ReadonlyMap<string, number>, tags: ReadonlyMap<string, number>): WordShares {
  const rare = words.size === 0 ? null : Math.min(...words.values()) / 4;
  return {
    shareOfWord: lexeme => words.get(lexeme) ?? rare,
    shareOfTag: tag => tags.get(tag) ?? null,
  };
}
