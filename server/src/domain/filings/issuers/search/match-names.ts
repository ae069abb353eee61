import { join, type Sql, sql } from '../../../../db/database.ts';
import { spellOutLetters } from '../../../../kernel/identifiers/hangul-reading.ts';
import { withGroupSpeltOut, withGroupWords } from '../../../../kernel/identifiers/name-key.ts';

/**
 * Queries that find names by the folded name of a request: each a `select` of issuer_id, requested, matched_on, score, ticker,
 * market_id. Names of prominent entities (issuer_names.prominence > 0) are searched first; the millions of names that only the
 * LEI index states fill the remaining places.
 */
export interface NameWays {
  known: Sql[];
  /** Names of prominence 0 by their beginning; searched if `found_by_name` shows that the above found few issuers. */
  others: Sql[];
  /** Names of prominence 0 by words in them; searched if `found_by_beginning` shows the same of both kinds above. */
  othersByWord: Sql[];
}

/** Candidates per way of matching a name, before they are ranked together. */
const CANDIDATES = 40;

/** With this many issuers found by name, names of prominence 0 are not searched. */
const ENOUGH_ISSUERS = 21;

/** A name but for the words for a group at its end, before names that begin with the query. */
export const WHOLE_STEM = 0.93;

/** Shorter words have too few trigrams, which would match a large part of all names. */
const SHORTEST_SPELLING = 3;

/** `key` is the folded query; `further` are other spellings of it. */
export function waysByName(key: string, further: readonly string[] = []): NameWays {
  // The request may split one word of the name: "jp morgan", "wal-mart", "united health".
  const spellings = [
    ...new Set([
      key,
      key.replace(' ', ''),
      key.replaceAll(' ', ''),
      spellOutLetters(key) ?? key,
      withGroupSpeltOut(key) ?? key,
      ...further,
    ]),
  ];
  const exact = byName(
    sql`0.98 - ${FORMER} - case when prominence = 0 then 0.14 else 0 end`,
    sql`name_key = any(${spellings})`,
    BEST_KNOWN_FIRST,
  );
  const ofGroup = byName(
    sql`${WHOLE_STEM} - ${FORMER}`,
    sql`name_key = any(${withGroupWords(key)}) and prominence > 0`,
    BEST_KNOWN_FIRST,
  );
  const known = [exact, ofGroup, ...spellings.map(spelling => byBeginning(spelling, KNOWN))];
  const others = spellings.map(spelling => byBeginning(spelling, onlyNamedUnless('found_by_name')));
  if (isWide(key)) return { known: [...known, byWideGrams(key)], others, othersByWord: [] };
  if (key.length < SHORTEST_SPELLING) return { known, others, othersByWord: [] };
  const byWordUnlessBegun = onlyNamedUnless('found_by_beginning');
  return {
    known: [...known, byWord(key, KNOWN), ...byWords(key, KNOWN)],
    others,
    othersByWord: [byWord(key, byWordUnlessBegun), ...byWords(key, byWordUnlessBegun)],
  };
}

/** One of the two kinds of names and how its matches rank: names of prominence 0 come last. */
interface Kind {
  condition: Sql;
  order: Sql;
  /** Added to the score of a match. */
  behind: number;
  /** Of `share` (how much of the name the query is): what of its range a match gets. */
  rank(share: Sql): Sql;
}

const BEST_KNOWN_FIRST = sql`prominence desc, length(name_key), name_key, issuer_id`;

const KNOWN: Kind = {
  condition: sql`prominence > 0`,
  order: BEST_KNOWN_FIRST,
  behind: 0,
  rank: share => sql`(0.25 * ${share} + 0.75 * least(prominence, ${MAX_PROMINENCE}) / ${MAX_PROMINENCE}::float8)`,
};

/** Names of prominence 0, unless the search has found enough issuers before. */
function onlyNamedUnless(foundBefore: 'found_by_name' | 'found_by_beginning'): Kind {
  const found = foundBefore === 'found_by_name' ? sql`found_by_name` : sql`found_by_beginning`;
  return {
    condition: sql`prominence = 0 and (select issuers from ${found}) < ${ENOUGH_ISSUERS}::integer`,
    // In index order, so that no more rows are read than taken; the shortest name is among the first.
    order: sql`name_key using ~<~, issuer_id`,
    behind: -0.2,
    rank: share => share,
  };
}

/** A former name ranks behind a current one. */
export const FORMER_NAME_PENALTY = 0.04;

/** No names rank higher for more prominence than this. */
export const MAX_PROMINENCE = 40;

const FORMER = sql`case matched when 'former_name' then ${FORMER_NAME_PENALTY}::float8 else 0 end`;

function byName(score: Sql, condition: Sql, order: Sql): Sql {
  return sql`(
    select issuer_id, 'query'::text, matched, (${score})::float8, null::text, null::text
    from issuer_names where ${condition} order by ${order} limit ${CANDIDATES}::integer)`;
}

function shareOf(key: string): Sql {
  return sql`(length(${key}::text) / length(name_key)::float8)`;
}

function byBeginning(key: string, { condition, order, behind, rank }: Kind): Sql {
  return byName(
    sql`${0.8 + behind}::float8 + 0.1 * ${rank(shareOf(key))} - ${FORMER}`,
    sql`${beginsWith(sql`name_key`, key)} and ${condition}`,
    order,
  );
}

/** Above every name_key that begins with the query: the highest code point, in PostgreSQL's byte order. */
export const AFTER_EVERY_LETTER = '\u{10FFFF}';

// Ranges rather than LIKE: a prepared plan cannot know that a pattern is a prefix and would not use the index.
export function beginsWith(column: Sql, key: string): Sql {
  return sql`${column} ~>=~ ${key} and ${column} ~<~ ${`${key}${AFTER_EVERY_LETTER}`}`;
}

function byWord(key: string, { condition, behind, rank }: Kind): Sql {
  return byName(
    sql`${0.7 + behind}::float8 + 0.08 * ${rank(shareOf(key))} - ${FORMER}`,
    sql`name_key like ${`% ${key}%`} and ${condition}`,
    BEST_KNOWN_FIRST,
  );
}

/** Names with all words of the query, in any order. */
function byWords(key: string, { condition, behind, rank }: Kind): Sql[] {
  const words = key.split(' ');
  if (words.length < 2 || words.some(word => word.length < SHORTEST_SPELLING)) return [];
  const hasAll = join(
    words.map(word => sql`name_key like ${`%${word}%`} and ' ' || name_key || ' ' like ${`% ${word} %`}`),
    ' and ',
  );
  return [
    byName(
      sql`${0.66 + behind}::float8 + 0.08 * ${rank(shareOf(key))} - ${FORMER}`,
      sql`${hasAll} and ${condition}`,
      BEST_KNOWN_FIRST,
    ),
  ];
}

export function isWide(key: string): boolean {
  return /\P{ASCII}/u.test(key);
}

/** Anywhere in a name in another script, by its letters and pairs of letters (wide_grams of migration 11). */
function byWideGrams(key: string): Sql {
  return byName(
    sql`0.7 + 0.08 * ${KNOWN.rank(shareOf(key))} - ${FORMER} - case when prominence = 0 then 0.2 else 0 end`,
    sql`name_key ~ '[^\\x01-\\x7f]' and wide_grams(name_key) @> ${wideGramsOf(key)}::text[] and name_key like ${`%${key}%`}`,
    BEST_KNOWN_FIRST,
  );
}

function wideGramsOf(key: string): string[] {
  const runs = key.match(/\P{ASCII}+/gu) ?? [];
  return [...new Set(runs.flatMap(gramsOfRun))];
}

function gramsOfRun(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
