import { type Database, empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { IndexLanguage } from '../model/search-language.ts';
import { type DayDistribution, dayDistribution } from './day-spread.ts';
import { dayTags } from './day-tags.ts';
import { MAX_REREAD_CHARS, rereadCandidates } from './reread-candidates.ts';
import type { SectionQuery } from './section-query.ts';
import { type WordShares, wordShares } from './word-shares.ts';

/** Filters of a search. Days are counted from 1970-01-01. */
export interface SectionFilter {
  registries: readonly string[];
  /** Language of the index. */
  language: IndexLanguage;
  marketId?: string | undefined;
  sectionKey?: string | undefined;
  formTypes?: readonly string[] | undefined;
  fromDay?: number | undefined;
  toDay?: number | undefined;
  /** Only sections of filings known before this instant. */
  knownBefore: Instant | null;
}

/** A matching section. */
export interface FoundSection {
  section_id: string;
  issuer_id: string;
  /** The best matching part of a very long section. */
  part: number;
  filed_day: number;
  /** 0 to 1. */
  score: number;
}

/** Sections by rank. */
export interface FoundSections {
  /** Best first; ties newest first, then by id. */
  sections: FoundSection[];
  /** Whether these are all matches. */
  isComplete: boolean;
  /** The filing day back to which all sections were searched; null = all of them. */
  searchedFromDay: number | null;
}

/**
 * Maximum number of matching sections that are ranked, newest first. The limit keeps a common word as fast as a rare
 * one.
 */
export const MAX_RANKED = 500;
/** The limit for a query with phrases, whose candidates must be verified first: about twenty microseconds each. */
export const MAX_RANKED_BY_PHRASE = 150;
/**
 * The limit for text that is read again in another language than its index: a fifth of a millisecond each, more for
 * long text.
 */
export const MAX_RANKED_BY_REREAD = 100;

interface Bounds {
  /** Maximum number of ranked sections. */
  ranked: number;
  /** Maximum number of candidates read. */
  candidates: number;
  /** Number of candidates in the first read, from which the number of further ones is estimated. */
  first: number;
}

const BY_INDEX: Bounds = { ranked: MAX_RANKED, candidates: MAX_RANKED + 1, first: MAX_RANKED + 1 };
const BY_PHRASE: Bounds = { ranked: MAX_RANKED_BY_PHRASE, candidates: 1_500, first: 220 };
const BY_REREAD: Bounds = { ranked: MAX_RANKED_BY_REREAD, candidates: 400, first: 120 };

function boundsOf(query: SectionQuery): Bounds {
  if (query.reread !== null) return BY_REREAD;
  return query.phrases.length > 0 ? BY_PHRASE : BY_INDEX;
}

/**
 * Ranks the newest {@link MAX_RANKED} matching sections. The search starts with the newest filings and reads only as
 * far back as necessary: the first window shows how rare the words are, and so how far the second one must reach. For
 * words that are rare everywhere, one index scan returns all sections, whatever their dates.
 */
export async function findSections(db: Database, query: SectionQuery, filter: SectionFilter): Promise<FoundSections> {
  const [spread, shares] = await Promise.all([dayDistribution(db), wordShares(db)]);
  const bounds = boundsOf(query);
  const share = expectedShare(query, filter, shares);
  let rowsSearched = 0;
  const lowest = filter.fromDay ?? OLDEST_DAY;
  const found: Candidate[] = [];
  let read = 0;
  let charsLeft = MAX_REREAD_CHARS;
  let before = Math.min(filter.toDay ?? NEWEST_DAY, NEWEST_DAY) + 1;
  for (let step = 0; ; step++) {
    const window = nextWindow(spread, {
      step,
      before,
      lowest,
      share: step === 0 ? share : Math.max(read, 0.5) / Math.max(rowsSearched, 1),
      missing: remainingCandidates(),
    });
    rowsSearched += spread.rowsBetween(window.from, before);
    for (let last: Candidate | null = null; ; ) {
      const limit = remainingCandidates();
      const rows: Candidate[] = await candidatesIn(db, query, filter, { ...window, before, after: last, limit });
      const verified = query.reread === null ? rows : await rereadCandidates(db, query, query.reread, rows, charsLeft);
      read += verified.length;
      charsLeft -= verified.reduce((sum, row) => sum + row.part_chars, 0);
      appendAll(
        found,
        verified.filter(row => query.isHit(row.phrases, row.words)),
      );
      last = verified.at(-1) ?? last;
      const isSpent = read >= bounds.candidates || verified.length < rows.length;
      if (last && (found.length > bounds.ranked || isSpent)) return rankSections(found, bounds.ranked, last.filed_day);
      if (rows.length < limit) break;
    }
    if (window.from <= lowest) return rankSections(found, bounds.ranked, null);
    before = window.from;
  }

  /** Estimates from the candidates read so far how many more are needed for enough hits. */
  function remainingCandidates(): number {
    if (read === 0) return bounds.first;
    const perHit = read / Math.max(found.length, 0.5);
    return Math.min(bounds.candidates - read, Math.ceil(1.3 * perHit * (bounds.ranked + 1 - found.length)) + 50);
  }
}

const OLDEST_DAY = -100_000;
/** The last day that the index distinguishes from later ones: 2059-09-18. */
const NEWEST_DAY = 32_767;

interface Window {
  /** First day. */
  from: number;
  /** Whether the index also filters by day: faster for a narrow window, slower for a wide one. */
  byIndex: boolean;
}

/** Rows of the first window if nothing is known about the frequency of the words. */
const FIRST_ROWS = 2_000;
/** Cost of a row of the window if the index filters by day, relative to reading and ranking a matching row. */
const WINDOW_ROW_COST = 1 / 75;

function nextWindow(
  spread: DayDistribution,
  at: { step: number; before: number; lowest: number; share: number | null; missing: number },
): Window {
  const everything = spread.rowsBetween(at.lowest, at.before);
  if (everything <= FIRST_ROWS) return { from: at.lowest, byIndex: at.lowest > OLDEST_DAY };
  if (at.share === null) {
    return { from: Math.max(at.lowest, spread.dayBack(at.before, FIRST_ROWS)), byIndex: true };
  }
  const { share } = at;
  const costOf = (rows: number) => rows * WINDOW_ROW_COST + rows * share;
  const wanted = (1.5 * at.missing) / share;
  // Without days the index returns matches of all days, including those outside the window.
  const costOfAllDays = spread.rowsBetween(OLDEST_DAY, NEWEST_DAY) * share;
  const isLast = at.step > 1 || wanted >= everything;
  if (Math.min(costOf(wanted), costOf(everything)) >= costOfAllDays) return { from: at.lowest, byIndex: false };
  return { from: isLast ? at.lowest : Math.max(at.lowest, spread.dayBack(at.before, wanted)), byIndex: true };
}

/** Estimates the share of sections that match the words and filters; null without statistics. */
function expectedShare(query: SectionQuery, filter: SectionFilter, shares: WordShares): number | null {
  const ofWords = query.shareOf(shares.shareOfWord);
  if (ofWords === null) return null;
  const { all, forms } = tagsOf(filter);
  const ofTags = all.map(tag => shares.shareOfTag(tag) ?? 1);
  const ofForms = forms.map(tag => shares.shareOfTag(tag) ?? 1);
  const anyForm =
    forms.length === 0
      ? 1
      : Math.min(
          1,
          ofForms.reduce((sum, share) => sum + share, 0),
        );
  return Math.max(
    1e-9,
    ofTags.reduce((product, share) => product * share, ofWords * anyForm),
  );
}

/** A section that the index returned. */
interface Candidate extends FoundSection {
  phrases: boolean[];
  words: boolean[];
  /** Maximum length of the part if its text must be read again, otherwise 0. */
  part_chars: number;
}

// Weights of a word in the title (A), or frequent (B), occasional (C) or rare (D) in the text.
const WEIGHTS = raw(`'{0.3, 0.45, 0.65, 0.9}'::real[]`);

/** See store/search-passages.ts. */
const MAX_PART_CHARS = 250_000;

/** Newest first, so that a limit omits the oldest; `after` continues where a limit cut. */
async function candidatesIn(
  db: Database,
  query: SectionQuery,
  filter: SectionFilter,
  window: Window & { before: number; after: Candidate | null; limit: number },
): Promise<Candidate[]> {
  const days = window.byIndex ? sql`and s.tags && ${dayTags(window.from, window.before)}::text[]` : empty;
  // The score is computed before the sort, because the ranked words make a row twenty times as wide.
  return db.query<Candidate>(sql`
    select s.*, ${matchColumns(query)}
    from (
      select s.section_id, s.issuer_id, s.part, s.filed_day,
        least(1.65 * ts_rank(${WEIGHTS}, s.salience, ${query.anyWord}::tsquery), 1) as score
      from section_search s
      where s.lexemes @@ ${query.candidates}::tsquery
        and s.filed_day >= ${window.from}::integer and s.filed_day < ${window.before}::integer ${days}
        and s.language = ${filter.language} and s.registry = any(${filter.registries}) ${tagConditions(filter)}
        ${isKnown(filter.knownBefore)} ${after(window.after)}
      order by s.filed_day desc, s.section_id, s.issuer_id, s.part limit ${window.limit}::integer
    ) s`);
}

function isKnown(until: Instant | null): Sql {
  if (until === null) return empty;
  return sql`and exists (
    select from filings g where g.issuer_id = s.issuer_id and g.registry = s.registry and g.native_id = s.native_id
      and g.known_at < ${until}::timestamptz)`;
}

function after(last: Candidate | null): Sql {
  if (last === null) return empty;
  return sql`
    and (s.filed_day < ${last.filed_day}::integer or (s.filed_day = ${last.filed_day}::integer
      and (s.section_id, s.issuer_id, s.part) > (${last.section_id}::bigint, ${last.issuer_id}::bigint, ${last.part}::integer)))`;
}

/** Tags that a section must have all of, and any of. */
function tagsOf({ marketId, sectionKey, formTypes }: SectionFilter): { all: string[]; forms: string[] } {
  return {
    all: [
      ...(marketId === undefined ? [] : [`m:${marketId}`]),
      ...(sectionKey === undefined ? [] : [`k:${sectionKey}`]),
    ],
    forms: (formTypes ?? []).map(form => `f:${form.trim().toUpperCase()}`),
  };
}

function tagConditions(filter: SectionFilter): Sql {
  const { all, forms } = tagsOf(filter);
  const allOf = all.length === 0 ? empty : sql`and s.tags @> ${all}::text[]`;
  return forms.length === 0 ? allOf : sql`${allOf} and s.tags && ${forms}::text[]`;
}

/** Which phrases and words of the query a candidate contains; empty for a query that needs no verification. */
function matchColumns({ phrases, words, reread }: SectionQuery): Sql {
  const none = sql`array[]::boolean[] as phrases, array[]::boolean[] as words`;
  if (reread !== null) {
    return sql`${none}, (
      select least(f.text_chars, ${MAX_PART_CHARS}::integer) from section_search w join filing_sections f using (issuer_id, registry, native_id, section_key)
      where w.issuer_id = s.issuer_id and w.section_id = s.section_id and w.part = s.part) as part_chars`;
  }
  if (phrases.length === 0) return sql`${none}, 0 as part_chars`;
  // One subquery per phrase: selecting phrases by number would cost as much per candidate as reading a passage.
  const hasPhrase = phrases.map(
    phrase => sql`exists (
      select from section_passages p
      where p.issuer_id = s.issuer_id and p.section_id = s.section_id and p.part = s.part and p.vector @@ ${phrase}::tsquery)`,
  );
  const hasWords =
    words.length === 0
      ? sql`array[]::boolean[]`
      : sql`array(
          select whole.lexemes @@ one
          from unnest(${words}::tsquery[]) with ordinality as requested (one, place), section_search whole
          where whole.issuer_id = s.issuer_id and whole.section_id = s.section_id and whole.part = s.part
          order by place)`;
  return sql`0 as part_chars, array[${join(hasPhrase)}] as phrases, ${hasWords} as words`;
}

/** One row per section, however many filers or parts it has: the newest `wanted`, best first. */
function rankSections(
  candidates: readonly Candidate[],
  maxRanked: number,
  searchedFromDay: number | null,
): FoundSections {
  const best = new Map<string, FoundSection>();
  for (const { phrases: _, words: __, part_chars: ___, ...hit } of candidates) {
    const known = best.get(hit.section_id);
    if (known === undefined || hit.score > known.score) best.set(hit.section_id, hit);
  }
  const newest = [...best.values()];
  const kept = newest.slice(0, maxRanked);
  const isCut = kept.length < newest.length;
  return {
    sections: kept.toSorted(
      (a, b) => b.score - a.score || b.filed_day - a.filed_day || compareText(a.section_id, b.section_id),
    ),
    isComplete: searchedFromDay === null && !isCut,
    searchedFromDay: isCut ? (kept.at(-1)?.filed_day ?? searchedFromDay) : searchedFromDay,
  };
}
