import { type Database, empty, sql } from '../../../../db/database.ts';
import type { Reread, SectionQuery } from './section-query.ts';

/** Maximum number of characters that one search reads again: about a second of work. */
export const MAX_REREAD_CHARS = 10_000_000;
/** PostgreSQL counts characters up to each passage: from the start of its block instead of the part. */
const BLOCK_PASSAGES = 16;

interface Candidate {
  issuer_id: string;
  section_id: string;
  part: number;
  /** Maximum length of the part. */
  part_chars: number;
  phrases: boolean[];
  words: boolean[];
}

/**
 * Reads the text of candidates in the query's language and returns which phrases and words they contain: a phrase
 * within a passage, a word anywhere in the part or its title. Only passages that may match by the index are read.
 *
 * Returns as many candidates as `charsLeft` allows, in order, at least the first.
 */
export async function rereadCandidates<Row extends Candidate>(
  db: Database,
  { phrases, words }: SectionQuery,
  { configuration, passages }: Reread,
  candidates: readonly Row[],
  charsLeft: number,
): Promise<Row[]> {
  const read = affordable(candidates, charsLeft);
  if (read.length === 0) return [];
  const mayHave = passages === null ? empty : sql`and p.vector @@ ${passages}::tsquery`;
  const rows = await db.query<{ phrases: boolean[]; words: boolean[] }>(sql`
    select has.phrases, has.words
    from unnest(${read.map(row => row.issuer_id)}::bigint[], ${read.map(row => row.section_id)}::bigint[],
        ${read.map(row => row.part)}::integer[]) with ordinality as one (issuer_id, section_id, part, place)
      join section_search w on w.issuer_id = one.issuer_id and w.section_id = one.section_id and w.part = one.part
      join filing_sections f on f.issuer_id = w.issuer_id and f.registry = w.registry and f.native_id = w.native_id
        and f.section_key = w.section_key
      cross join lateral (
        -- The part is unpacked once, and its passages are read one after the other until all is found.
        with part as materialized (
          select span.first, substr(f.text, span.first, span.chars) as body
          from (
            select min(p.start_char) as first, sum(p.chars)::integer as chars from section_passages p
            where p.issuer_id = one.issuer_id and p.section_id = one.section_id and p.part = one.part) span
        ), blocks as materialized (
          select block.at, block.first, substr(part.body, block.first - part.first + 1, block.chars) as body
          from part, (
            select p.passage / ${BLOCK_PASSAGES}::integer as at, min(p.start_char) as first,
              sum(p.chars)::integer as chars
            from section_passages p
            where p.issuer_id = one.issuer_id and p.section_id = one.section_id and p.part = one.part group by 1) block
        ), read as materialized (
          select to_tsvector(${configuration}::regconfig, search_words(substr(block.body, p.start_char - block.first + 1, p.chars))) as vector
          from section_passages p join blocks block on block.at = p.passage / ${BLOCK_PASSAGES}::integer
          where p.issuer_id = one.issuer_id and p.section_id = one.section_id and p.part = one.part ${mayHave}
        )
        select
          array(
            select exists (select from read where read.vector @@ requested)
            from unnest(${phrases}::tsquery[]) with ordinality as phrase (requested, place) order by place) as phrases,
          array(
            select to_tsvector(${configuration}::regconfig, search_words(f.title)) @@ requested
              or exists (select from read where read.vector @@ requested)
            from unnest(${words}::tsquery[]) with ordinality as word (requested, place) order by place) as words
      ) has
    order by one.place`);
  return rows.flatMap((has, at) => {
    const row = read[at];
    return row === undefined ? [] : [{ ...row, ...has }];
  });
}

function affordable<Row extends Candidate>(candidates: readonly Row[], charsLeft: number): Row[] {
  const kept: Row[] = [];
  let left = charsLeft;
  for (const row of candidates) {
    left -= row.part_chars;
    if (kept.length > 0 && left < 0) break;
    kept.push(row);
  }
  return kept;
}
