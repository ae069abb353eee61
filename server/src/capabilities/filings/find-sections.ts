import { type Database, empty, raw, type Sql, sql } from '../../db/database.ts';
import { type DaySpread, daySpread } from './day-spread.ts';
import type { SectionQuery } from './section-query.ts';

/** What narrows a search, beside its words. Days are counted from 1970-01-01. */
export interface SectionFilter {
  registries: readonly string[];
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
export const MAX_RANKED = 1_000;
/** To verify a phrase takes the vectors of a section's passages, some thirty microseconds. */
const MAX_VERIFIED = 1_500;

/**
 * The newest {@link MAX_RANKED} sections that fit, ranked. Looks at the newest filings first, and only as far back as it
 * must: the first look tells how rare the words are, and so how far the second has to reach. For words that are rare
 * everywhere the index gives all their sections at once, whatever their dates.
 */
export async function findSections(db: Database, query: SectionQuery, filter: SectionFilter): Promise<FoundSections> {
  const spread = await daySpread(db);
  const found: Candidate[] = [];
  const budget = query.phrases.length > 0 ? MAX_VERIFIED : MAX_RANKED + 1;
  const lowest = filter.fromDay ?? OLDEST_DAY;
  let before = (filter.toDay ?? NEWEST_DAY) + 1;
  let looked = 0;
  for (let step = 0; ; step++) {
    const window = nextWindow(spread, { step, before, lowest, hits: found.length, wanted: MAX_RANKED });
    const left = query.phrases.length > 0 ? budget - looked : budget - found.length;
    const rows = await candidatesIn(db, query, filter, { ...window, before, limit: left });
    looked += rows.length;
    found.push(...rows.filter(row => query.isHit(row.phrases, row.words)));
    if (rows.length === left && left > 0) return ranked(found, rows.at(-1)?.filed_day ?? before);
    if (window.from <= lowest) return ranked(found, null);
    if (found.length > MAX_RANKED) return ranked(found, window.from);
    before = window.from;
  }
}

const OLDEST_DAY = -100_000;
const NEWEST_DAY = 100_000;

interface Window {
  /** First day. */
  from: number;
  /** Whether the index is asked for the days too: for a narrow window that is quicker, for a wide one slower. */
  byIndex: boolean;
}

/** Rows of the first look. */
const FIRST_ROWS = 4_000;
/** What a row of the window costs where the index is asked for days, against reading and ranking a row that fits. */
const WINDOW_ROW_COST = 1 / 75;

function nextWindow(
  spread: DaySpread,
  at: { step: number; before: number; lowest: number; hits: number; wanted: number },
): Window {
  const everything = spread.rowsBetween(at.lowest, at.before);
  if (everything <= FIRST_ROWS) return { from: at.lowest, byIndex: at.lowest > OLDEST_DAY };
  if (at.step === 0) return { from: Math.max(at.lowest, spread.dayBack(at.before, FIRST_ROWS)), byIndex: true };
  const share = Math.max(at.hits, 0.5) / FIRST_ROWS;
  const wantedRows = (1.5 * (at.wanted - at.hits)) / share;
  const costOfWindow = wantedRows * WINDOW_ROW_COST + 1.5 * at.wanted;
  if (at.step > 1 || wantedRows >= everything || everything * share <= costOfWindow) {
    return { from: at.lowest, byIndex: false };
  }
  return { from: Math.max(at.lowest, spread.dayBack(at.before, wantedRows)), byIndex: true };
}

interface Candidate extends FoundSection {
  phrases: boolean[];
  words: boolean[];
}

// By what weight a section is ranked that has a word in its title (A), very often (B), often (C), or now and then (D).
const WEIGHTS = raw(`'{0.3, 0.55, 0.8, 1.0}'::real[]`);

/** Newest first, so that a limit leaves the oldest out. */
async function candidatesIn(
  db: Database,
  query: SectionQuery,
  filter: SectionFilter,
  window: Window & { before: number; limit: number },
): Promise<Candidate[]> {
  const days = window.byIndex ? sql`s.filed_day` : sql`s.filed_day + 0`;
  return db.query<Candidate>(sql`
    select s.section_id, s.issuer_id, s.part, s.filed_day,
      least(1.65 * ts_rank(${WEIGHTS}, s.salience, ${query.anyWord}::tsquery), 1) as score, ${presence(query)}
    from (
      select s.section_id, s.issuer_id, s.part, s.filed_day, s.salience from section_search s
      where s.lexemes @@ ${query.candidates}::tsquery
        and ${days} >= ${window.from}::integer and ${days} < ${window.before}::integer
        and s.registry = any(${filter.registries}) ${tagConditions(filter)}
      order by s.filed_day desc, s.section_id, s.issuer_id, s.part limit ${window.limit}::integer
    ) s
    order by s.filed_day desc, s.section_id, s.issuer_id, s.part`);
}

function tagConditions({ marketId, sectionKey, formTypes }: SectionFilter): Sql {
  const all = [
    ...(marketId === undefined ? [] : [`m:${marketId}`]),
    ...(sectionKey === undefined ? [] : [`k:${sectionKey}`]),
  ];
  const forms = (formTypes ?? []).map(form => `f:${form.trim().toUpperCase()}`);
  const allOf = all.length === 0 ? empty : sql`and s.tags @> ${all}::text[]`;
  return forms.length === 0 ? allOf : sql`${allOf} and s.tags && ${forms}::text[]`;
}

/** Which of the query's phrases and words a candidate has; a text without phrases needs no second look. */
function presence({ phrases, words }: SectionQuery): Sql {
  if (phrases.length === 0) return sql`array[]::boolean[] as phrases, array[]::boolean[] as words`;
  return sql`
    array(
      select exists (
        select from section_passages p
        where p.issuer_id = s.issuer_id and p.section_id = s.section_id and p.part = s.part and p.vector @@ one)
      from unnest(${phrases}::tsquery[]) with ordinality as asked (one, place) order by place) as phrases,
    array(
      select whole.lexemes @@ one
      from unnest(${words}::tsquery[]) with ordinality as asked (one, place), section_search whole
      where whole.issuer_id = s.issuer_id and whole.section_id = s.section_id and whole.part = s.part
      order by place) as words`;
}

/** One row a section, however many filers or parts it has, the newest {@link MAX_RANKED} of them, best first. */
function ranked(candidates: readonly Candidate[], oldestDay: number | null): FoundSections {
  const best = new Map<string, FoundSection>();
  for (const { phrases: _, words: __, ...one } of candidates) {
    const known = best.get(one.section_id);
    if (known === undefined || one.score > known.score) best.set(one.section_id, one);
  }
  const newest = [...best.values()];
  const kept = newest.slice(0, MAX_RANKED);
  const isComplete = oldestDay === null && newest.length <= MAX_RANKED;
  return {
    sections: kept.toSorted(
      (a, b) => b.score - a.score || b.filed_day - a.filed_day || compareIds(a.section_id, b.section_id),
    ),
    isComplete,
    searchedFromDay: isComplete ? null : (kept.at(-1)?.filed_day ?? oldestDay),
  };
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
