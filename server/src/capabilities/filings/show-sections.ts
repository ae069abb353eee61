import { type Database, sql } from '../../db/database.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant, toEntityRef } from '../entity-refs.ts';
import { FILING_REF_COLUMNS, type FilingRefRow, toFilingRef } from '../filing-rows.ts';
import type { FoundSection } from './find-sections.ts';
import type { LanguageGroup } from './search-scope.ts';

interface ShownRow extends FilingRefRow, EntityRefRow {
  place: number;
  section_key: string;
  title: string;
  headline: string | null;
}

/** Hits as an answer shows them, in their order, each with a snippet of the passage that fits best. */
export async function showSections(
  db: Database,
  hits: readonly { section: FoundSection; group: LanguageGroup }[],
): Promise<ReturnType<typeof toHit>[]> {
  if (hits.length === 0) return [];
  const rows = await db.query<ShownRow>(sql`
    select hit.place::integer as place, ${FILING_REF_COLUMNS}, ${ENTITY_REF_COLUMNS},
      s.section_key, s.title,
      ts_headline(hit.lang::regconfig, translate(substr(s.text, best.start_char, best.chars), ${START + STOP}, ''),
        case when best.has_all then hit.whole else hit.shown end::tsquery, ${HEADLINE}) as headline
    from unnest(
        ${hits.map(hit => hit.section.issuer_id)}::bigint[], ${hits.map(hit => hit.section.section_id)}::bigint[],
        ${hits.map(hit => hit.section.part)}::integer[], ${hits.map(hit => hit.group.lang)}::text[],
        ${hits.map(hit => hit.group.query.anyWord)}::text[], ${hits.map(hit => hit.group.tsquery)}::text[],
        ${hits.map(hit => hit.group.query.reread?.anyWord ?? hit.group.query.anyWord)}::text[],
        ${hits.map(hit => hit.group.query.reread?.passages ?? null)}::text[],
        ${hits.map(hit => hit.group.query.reread !== null)}::boolean[])
      with ordinality as hit (issuer_id, section_id, part, lang, any_word, whole, shown, passages, is_reread, place)
    join section_search found
      on found.issuer_id = hit.issuer_id and found.section_id = hit.section_id and found.part = hit.part
    join filing_sections s on s.issuer_id = found.issuer_id and s.registry = found.registry
      and s.native_id = found.native_id and s.section_key = found.section_key
    join filings g on g.issuer_id = found.issuer_id and g.registry = found.registry and g.native_id = found.native_id
    join issuers i on i.issuer_id = found.issuer_id
    ${entityOfRegistrant()}
    left join lateral (
      (
        select p.start_char, p.chars, p.vector @@ hit.whole::tsquery as has_all from section_passages p
        where not hit.is_reread and p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
          and (p.passage = 0 or p.vector @@ hit.any_word::tsquery)
        order by has_all desc, ts_rank(p.vector, hit.any_word::tsquery) desc, p.passage
        limit 1
      ) union all (
        -- Read again one after the other, likeliest first, until one has a word of the query as it is read here.
        with part as materialized (
          select span.first, substr(s.text, span.first, span.chars) as body
          from (
            select min(p.start_char) as first, sum(p.chars)::integer as chars from section_passages p
            where p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part) span
        )
        select p.start_char, p.chars, read.vector @@ hit.whole::tsquery as has_all
        from (
          select p.start_char, p.chars from section_passages p
          where hit.is_reread and p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
            and (hit.passages is null or p.vector @@ hit.passages::tsquery)
          order by ts_rank(p.vector, hit.any_word::tsquery) desc, p.passage
          limit ${MAX_REREAD_PASSAGES}::integer
        ) p cross join lateral (
          select to_tsvector(hit.lang::regconfig, substr(part.body, p.start_char - part.first + 1, p.chars)) as vector
          from part offset 0) read
        where read.vector @@ hit.shown::tsquery
        limit 1
      ) union all (
        select p.start_char, p.chars, false from section_passages p
        where p.issuer_id = hit.issuer_id and p.section_id = hit.section_id and p.part = hit.part
        order by p.passage limit 1
      ) limit 1) best on true
    order by hit.place`);
  return rows.map(row => toHit(row, hits[row.place - 1]?.section.score ?? 0));
}

/** Of the passages of a hit that is shown, so many are looked through for the snippet. */
const MAX_REREAD_PASSAGES = 20;

// Signs of the private use area that no text keeps: the snippet is escaped after the words are marked.
const START = '\ue000';
const STOP = '\ue001';
const HEADLINE = `StartSel=${START}, StopSel=${STOP}, MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=2, FragmentDelimiter=" … "`;

function toHit(row: ShownRow, score: number) {
  return {
    ...toFilingRef(row),
    ...toEntityRef(row),
    registry: row.registry,
    section_key: row.section_key,
    title: row.title,
    score: Math.round(score * 10_000) / 10_000,
    snippet: toSnippet(row.headline ?? ''),
  };
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  [START]: '<mark>',
  [STOP]: '</mark>',
};

/** A headline as HTML: white space folded, everything escaped, the words found in `<mark>`. */
export function toSnippet(headline: string): string {
  return headline
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[&<>"'\ue000\ue001]/g, sign => ESCAPES[sign] ?? sign);
}
