import { type Database, sql } from '../../../../db/database.ts';
import { FILING_REF_COLUMNS, type FilingRefRow, toFilingRef } from '../../filings/views/filing.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant, toEntityRef } from '../../issuers/views/entity.ts';
import type { FoundSection } from './find-sections.ts';
import { likelyWords, type MarkablePassage, toMarkable, toSnippet } from './mark-words.ts';
import type { LanguageGroup } from './search-scope.ts';

/** A section to show and the query that found it. */
export interface Hit {
  section: FoundSection;
  group: LanguageGroup;
}

interface ShownRow extends FilingRefRow, EntityRefRow {
  place: number;
  section_key: string;
  title: string;
  /** The best matching passage. */
  passage: string | null;
  /** In characters, from 0. */
  passage_start: number | null;
}

/** Renders hits in order, each with a snippet of its best matching passage. */
export async function showSections(db: Database, hits: readonly Hit[]): Promise<ReturnType<typeof toHit>[]> {
  if (hits.length === 0) return [];
  const shown = (await readPassages(db, hits)).flatMap(row => {
    const hit = hits[row.place - 1];
    return hit === undefined ? [] : [{ row, ...hit, passage: toMarkable(row.passage ?? '') }];
  });
  const isFound = await findWords(db, shown);
  return shown.map(({ row, section, group, passage }) =>
    toHit(
      row,
      section.score,
      toSnippet(passage, word => isFound(group, word), group.terms),
    ),
  );
}

function readPassages(db: Database, hits: readonly Hit[]): Promise<ShownRow[]> {
  return db.query<ShownRow>(sql`
    select hit.place::integer as place, ${FILING_REF_COLUMNS}, ${ENTITY_REF_COLUMNS},
      s.section_key, s.title,
      substr(s.text, best.start_char, best.chars) as passage, best.start_char - 1 as passage_start
    from unnest(
        ${hits.map(hit => hit.section.issuer_id)}::bigint[], ${hits.map(hit => hit.section.section_id)}::bigint[],
        ${hits.map(hit => hit.section.part)}::integer[], ${hits.map(hit => hit.group.configuration)}::text[],
        ${hits.map(hit => hit.group.query.anyWord)}::text[], ${hits.map(hit => hit.group.query.whole)}::text[],
        ${hits.map(hit => hit.group.query.reread?.anyWord ?? hit.group.query.anyWord)}::text[],
        ${hits.map(hit => hit.group.query.reread?.passages ?? null)}::text[],
        ${hits.map(hit => hit.group.query.reread !== null)}::boolean[])
      with ordinality as hit (issuer_id, section_id, part, configuration, any_word, whole, shown, passages, is_reread, place)
    join section_search found
      on found.issuer_id = hit.issuer_id and found.section_id = hit.section_id and found.part = hit.part
    join filing_sections s on s.issuer_id = found.issuer_id and s.registry = found.registry
      and s.native_id = found.native_id and s.section_key = found.section_key
    join filings g on g.issuer_id = found.issuer_id and g.registry = found.registry and g.native_id = found.native_id
    join issuers i on i.issuer_id = found.issuer_id
    ${entityOfRegistrant()}
    left join lateral (
      (
        select p.start_char, p.chars from section_passages p
        where not hit.is_reread and p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
          and (p.passage = 0 or p.vector @@ hit.any_word::tsquery)
        order by p.vector @@ hit.whole::tsquery desc, ts_rank(p.vector, hit.any_word::tsquery) desc, p.passage
        limit 1
      ) union all (
        -- Read again one after the other, likeliest first, until one has a word of the query as it is read here.
        with part as materialized (
          select span.first, substr(s.text, span.first, span.chars) as body
          from (
            select min(p.start_char) as first, sum(p.chars)::integer as chars from section_passages p
            where p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part) span
        )
        select p.start_char, p.chars
        from (
          select p.start_char, p.chars from section_passages p
          where hit.is_reread and p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
            and (hit.passages is null or p.vector @@ hit.passages::tsquery)
          order by ts_rank(p.vector, hit.any_word::tsquery) desc, p.passage
          limit ${MAX_REREAD_PASSAGES}::integer
        ) p cross join lateral (
          select to_tsvector(hit.configuration::regconfig,
            search_words(substr(part.body, p.start_char - part.first + 1, p.chars))) as vector
          from part offset 0) read
        where read.vector @@ hit.shown::tsquery
        limit 1
      ) union all (
        select p.start_char, p.chars from section_passages p
        where p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
        order by p.passage limit 1
      ) limit 1) best on true
    order by hit.place`);
}

/** Maximum number of passages of a hit that are searched for the snippet. */
const MAX_REREAD_PASSAGES = 20;

/** Finds which words of the passages are forms of queried words, with PostgreSQL's stemming. */
async function findWords(
  db: Database,
  shown: readonly { group: LanguageGroup; passage: MarkablePassage }[],
): Promise<(group: LanguageGroup, word: string) => boolean> {
  const groups = [...Map.groupBy(shown, section => section.group)].map(([group, ofGroup]) => ({
    group,
    words: [...new Set(ofGroup.flatMap(({ passage }) => likelyWords(passage, group.query.wanted)))],
  }));
  const found = new Map<LanguageGroup, Set<string>>();
  for (const { group, words } of groups) {
    if (words.length === 0) continue;
    const anyWord = group.query.reread?.anyWord ?? group.query.anyWord;
    const rows = await db.query<{ word: string }>(sql`
      select word from unnest(${words}::text[]) as word
      where to_tsvector(${group.configuration}::regconfig, word) @@ ${anyWord}::tsquery`);
    found.set(group, new Set(rows.map(({ word }) => word)));
  }
  return (group, word) => found.get(group)?.has(word) ?? false;
}

function toHit(row: ShownRow, score: number, snippet: string) {
  return {
    ...toFilingRef(row),
    ...toEntityRef(row),
    registry: row.registry,
    section_key: row.section_key,
    title: row.title,
    score: Math.round(score * 10_000) / 10_000,
    snippet,
    passage_start: row.passage_start ?? 0,
  };
}
