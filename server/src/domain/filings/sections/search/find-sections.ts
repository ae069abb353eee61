import { type Database, empty, join, raw, type Sql, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { IndexLanguage } from '../model/search-language.ts';
import { type DaySpread, daySpread } from './day-spread.ts';
import { dayTags } from './day-tags.ts';
import { MAX_REREAD_CHARS, rereadCandidates } from './reread-candidates.ts';
import type { SectionQuery } from './section-query.ts';
import { type WordShares, wordShares } from './word-shares.ts';

/** What narrows a search, beside its words. Days are counted from 1970-01-01. */
export interface SectionFilter {
  registries: readonly string[];
  /** What the text is indexed in. */
  language: IndexLanguage;
  marketId?: string | undefined;
  sectionKey?: string | undefined;
  formTypes?: readonly string[] | undefined;
  fromDay?: number | undefined;
  toDay?: number | undefined;
}

/** A section that fits. */
export interface FoundSection {
  section_id: string;
  issuer_id: string;
  /** Of the part of a very long section that fits best. */
  part: number;
  filed_day: number;
  /** 0 to 1. */
  score: number;
}

/** Sections in the order of their rank. */
export interface FoundSections {
  /** Best first; ties newest first, then by id. */
  sections: FoundSection[];
  /** Whether these are all that fit. */
  isComplete: boolean;
  /** The filing day down to which everything was looked at; null = everything. */
  searchedFromDay: number | null;
}

/** So many matching sections are ranked, the newest; the bound is what keeps a common word as quick as a rare one. */
export const MAX_RANKED = 500;
/** The same of a query with phrases, whose candidates must be verified first: some twenty microseconds each. */
export const MAX_RANKED_BY_PHRASE = 150;
/** The same where text is read again in another language than its index: a fifth of a millisecond each, more by length. */
export const MAX_RANKED_BY_REREAD = 100;

interface Bounds {
  /** Sections that are ranked. */
  ranked: number;
  /** Candidates that are looked at. */
  candidates: number;
  /** And so many at first, which tells how many more it takes. */
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
 * The newest {@link MAX_RANKED} sections that fit, ranked. Looks at the newest filings first, and only as far back as it
 * must: the first look tells how rare the words are, and so how far the second has to reach. For words that are rare
 * everywhere the index gives all their sections at once, whatever their dates.
 */
export async function findSections(db: Database, query: SectionQuery, filter: SectionFilter): Promise<FoundSections> {
  const [spread, shares] = await Promise.all([daySpread(db), wordShares(db)]);
  const bounds = boundsOf(query);
  const share = expectedShare(query, filter, shares);
  let looked = 0;
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
      share: step === 0 ? share : Math.max(read, 0.5) / Math.max(looked, 1),
      missing: stillToRead(),
    });
    looked += spread.rowsBetween(window.from, before);
    for (let last: Candidate | null = null; ; ) {
      const limit = stillToRead();
      const rows: Candidate[] = await candidatesIn(db, query, filter, { ...window, before, after: last, limit });
      const told = query.reread === null ? rows : await rereadCandidates(db, query, query.reread, rows, charsLeft);
      read += told.length;
      charsLeft -= told.reduce((sum, row) => sum + row.part_chars, 0);
      found.push(...told.filter(row => query.isHit(row.phrases, row.words)));
      last = told.at(-1) ?? last;
      const isSpent = read >= bounds.candidates || told.length < rows.length;
      if (last && (found.length > bounds.ranked || isSpent)) return ranked(found, bounds.ranked, last.filed_day);
      if (rows.length < limit) break;
    }
    if (window.from <= lowest) return ranked(found, bounds.ranked, null);
    before = window.from;
  }

  /** Candidates that it should take to have enough hits, judged by those that were read. */
  function stillToRead(): number {
    if (read === 0) return bounds.first;
    const perHit = read / Math.max(found.length, 0.5);
    return Math.min(bounds.candidates - read, Math.ceil(1.3 * perHit * (bounds.ranked + 1 - found.length)) + 50);
  }
}

const OLDEST_DAY = -100_000;
/** The last day that the index tells from later ones: 2059-09-18. */
const NEWEST_DAY = 32_767;

interface Window {
  /** First day. */
  from: number;
  /** Whether the index is asked for the days too: for a narrow window that is quicker, for a wide one slower. */
  byIndex: boolean;
}

/** Rows of the first look where nothing tells how common the words are. */
const FIRST_ROWS = 2_000;
/** What a row of the window costs where the index is asked for days, against reading and ranking a row that fits. */
const WINDOW_ROW_COST = 1 / 75;

function nextWindow(
  spread: DaySpread,
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
  // Without days the index gives what fits of all days, also of those that nobody asked for.
  const costOfAllDays = spread.rowsBetween(OLDEST_DAY, NEWEST_DAY) * share;
  const isLast = at.step > 1 || wanted >= everything;
  if (Math.min(costOf(wanted), costOf(everything)) >= costOfAllDays) return { from: at.lowest, byIndex: false };
  return { from: isLast ? at.lowest : Math.max(at.lowest, spread.dayBack(at.before, wanted)), byIndex: true };
}

/** Roughly the share of sections that have the words and what the search is narrowed to; null where nothing tells. */
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

/** A section that the index gives. */
interface Candidate extends FoundSection {
  phrases: boolean[];
  words: boolean[];
  /** Length of the part at most, where its text is to be read again, else 0. */
  part_chars: number;
}

// By what a section is ranked that has a word in its title (A), often (B), at times (C), or now and then (D).
const WEIGHTS = raw(`'{0.3, 0.45, 0.65, 0.9}'::real[]`);

/** store/search-passages.ts */
const LONGEST_PART = 250_000;

/** Newest first, so that a limit leaves the oldest out; `after` continues where a limit cut. */
async function candidatesIn(
  db: Database,
  query: SectionQuery,
  filter: SectionFilter,
  window: Window & { before: number; after: Candidate | null; limit: number },
): Promise<Candidate[]> {
  const days = window.byIndex ? sql`and s.tags && ${dayTags(window.from, window.before)}::text[]` : empty;
  // The score before the sort: a row with the words that are ranked by is twenty times as wide.
  return db.query<Candidate>(sql`
    select s.*, ${presence(query)}
    from (
      select s.section_id, s.issuer_id, s.part, s.filed_day,
        least(1.65 * ts_rank(${WEIGHTS}, s.salience, ${query.anyWord}::tsquery), 1) as score
      from section_search s
      where s.lexemes @@ ${query.candidates}::tsquery
        and s.filed_day >= ${window.from}::integer and s.filed_day < ${window.before}::integer ${days}
        and s.language = ${filter.language} and s.registry = any(${filter.registries}) ${tagConditions(filter)} ${beyond(window.after)}
      order by s.filed_day desc, s.section_id, s.issuer_id, s.part limit ${window.limit}::integer
    ) s`);
}

function beyond(last: Candidate | null): Sql {
  if (last === null) return empty;
  return sql`
    and (s.filed_day < ${last.filed_day}::integer or (s.filed_day = ${last.filed_day}::integer
      and (s.section_id, s.issuer_id, s.part) > (${last.section_id}::bigint, ${last.issuer_id}::bigint, ${last.part}::integer)))`;
}

/** What a section must have all of, and any of. */
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

/** Which of the query's phrases and words a candidate has; a text without phrases needs no second look. */
function presence({ phrases, words, reread }: SectionQuery): Sql {
  const none = sql`array[]::boolean[] as phrases, array[]::boolean[] as words`;
  if (reread !== null) {
    return sql`${none}, (
      select least(f.text_chars, ${LONGEST_PART}::integer) from section_search w join filing_sections f using (issuer_id, registry, native_id, section_key)
      where w.issuer_id = s.issuer_id and w.section_id = s.section_id and w.part = s.part) as part_chars`;
  }
  if (phrases.length === 0) return sql`${none}, 0 as part_chars`;
  // One by one: to call each by number would cost a candidate as much as to read a passage.
  const has = phrases.map(
    phrase => sql`exists (
      select from section_passages p
      where p.issuer_id = s.issuer_id and p.section_id = s.section_id and p.part = s.part and p.vector @@ ${phrase}::tsquery)`,
  );
  const besides =
    words.length === 0
      ? sql`array[]::boolean[]`
      : sql`array(
          select whole.lexemes @@ one
          from unnest(${words}::tsquery[]) with ordinality as asked (one, place), section_search whole
          where whole.issuer_id = s.issuer_id and whole.section_id = s.section_id and whole.part = s.part
          order by place)`;
  return sql`0 as part_chars, array[${join(has)}] as phrases, ${besides} as words`;
}

/** One row a section, however many filers or parts it has; the newest `wanted` of them, best first. */
function ranked(candidates: readonly Candidate[], wanted: number, searchedFromDay: number | null): FoundSections {
  const best = new Map<string, FoundSection>();
  for (const { phrases: _, words: __, part_chars: ___, ...hit } of candidates) {
    const known = best.get(hit.section_id);
    if (known === undefined || hit.score > known.score) best.set(hit.section_id, hit);
  }
  const newest = [...best.values()];
  const kept = newest.slice(0, wanted);
  const isCut = kept.length < newest.length;
  return {
    sections: kept.toSorted(
      (a, b) => b.score - a.score || b.filed_day - a.filed_day || compareText(a.section_id, b.section_id),
    ),
    isComplete: searchedFromDay === null && !isCut,
    searchedFromDay: isCut ? (kept.at(-1)?.filed_day ?? searchedFromDay) : searchedFromDay,
  };
}
