import { type Sql, sql } from '../../../../db/database.ts';

/**
 * Ways by which the folded name of a query finds names: each a `select` that yields issuer_id, asked, matched_on, score,
 * ticker, market_id. Names of entities of which there is more than their being (issuer_names.prominence > 0) are looked
 * through first; the millions that the LEI index only names come in where those leave room.
 */
export interface NameWays {
  known: Sql[];
  /** Names of prominence 0, looked for where `found_by_name` (issuers, the best score) tells that the above found little. */
  others: Sql[];
}

/** Candidates that each way of matching a name may bring in before they are ranked together. */
const CANDIDATES = 40;

/** With so many issuers found by name, nobody looks at those that are only named. */
const ENOUGH_ISSUERS = 21;

/** Trigrams say nothing of shorter words, and would find a large part of all names by them. */
const SHORTEST_SPELLING = 3;

/** With fewer names than this that have the query in them, others are looked for by their spelling. */
const ENOUGH_NAMES = 5;

/** A name that was found by its spelling with this score is what was meant. */
const MEANT = 0.5;

/** `key` is the folded query, `asTicker` the query as a ticker. */
export function waysByName(key: string, asTicker: string): NameWays {
  // One word to the company may be two to who asks: "jp morgan", "wal-mart", "united health".
  const spellings = key.includes(' ') ? [key, key.replace(' ', '')] : [key];
  const exact = byName(
    sql`0.98 - ${FORMER} - case when prominence = 0 then 0.14 else 0 end`,
    sql`name_key = any(${spellings})`,
    BEST_KNOWN_FIRST,
  );
  const known = [exact, ...spellings.map(spelling => byBeginning(spelling, KNOWN))];
  const others = spellings.map(spelling => byBeginning(spelling, ONLY_NAMED));
  if (isWide(key)) return { known: [...known, byWideGrams(key)], others };
  if (key.length < SHORTEST_SPELLING) return { known, others };
  return {
    known: [...known, byWord(key, KNOWN), ...bySpelling(key, namesAreFew(key, asTicker))],
    others: [...others, byWord(key, ONLY_NAMED), bySpellingOfOthers(key)],
  };
}

/** One of the two kinds of names, and how its matches rank: those that are only named come last. */
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
  rank: share => sql`(0.3 * ${share} + 0.7 * least(prominence, 25) / 25.0)`,
};

const ONLY_NAMED: Kind = {
  condition: sql`prominence = 0 and (select issuers from found_by_name) < ${ENOUGH_ISSUERS}::integer`,
  // As the index has them, so that no more are read than are taken; the shortest is among the first.
  order: sql`name_key using ~<~, issuer_id`,
  behind: -0.2,
  rank: share => share,
};

const FORMER = sql`case matched when 'former_name' then 0.04 else 0 end`;

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
    sql`${beginsWith(key)} and ${condition}`,
    order,
  );
}

/** Above every name_key that begins with the query: the highest code point, in PostgreSQL's byte order. */
const AFTER_EVERY_LETTER = '\u{10FFFF}';

// Ranges rather than LIKE: a prepared plan can't know that a pattern is a prefix, and would not use the index.
function beginsWith(key: string): Sql {
  return sql`name_key ~>=~ ${key} and name_key ~<~ ${`${key}${AFTER_EVERY_LETTER}`}`;
}

function byWord(key: string, { condition, behind, rank }: Kind): Sql {
  return byName(
    sql`${0.7 + behind}::float8 + 0.08 * ${rank(shareOf(key))} - ${FORMER}`,
    sql`name_key like ${`% ${key}%`} and ${condition}`,
    BEST_KNOWN_FIRST,
  );
}

function bySpelling(key: string, isRare: Sql): Sql[] {
  return [
    similarNames(sql`similarity(name_key, ${key})`, sql`name_key % ${key} and ${KNOWN.condition} and ${isRare}`),
    // A single word may be one of many in a name; several make the whole name similar enough.
    ...(key.includes(' ')
      ? []
      : [
          similarNames(
            sql`0.95 * word_similarity(${key}, name_key)`,
            sql`${key} <% name_key and ${KNOWN.condition} and ${isRare}`,
          ),
        ]),
  ];
}

/** Names by how like they are spelt. */
function similarNames(likeness: Sql, condition: Sql): Sql {
  return sql`(
    select issuer_id, 'query'::text, matched, (0.75 * likeness - ${FORMER})::float8, null::text, null::text
    from (
      select issuer_id, matched, name_key, prominence, ${likeness} as likeness from issuer_names where ${condition} offset 0
    ) n
    order by likeness desc, ${BEST_KNOWN_FIRST} limit ${CANDIDATES}::integer)`;
}

/** Of names of prominence 0 those are compared that begin like the query, so many at most: trigrams would find too many. */
const COMPARED = 1_000;
const LETTERS_SPELT_RIGHT = 4;
/** As `%` has it. */
const LEAST_LIKE = 0.3;

function bySpellingOfOthers(key: string): Sql {
  return sql`(
    select issuer_id, 'query'::text, matched, (0.65 * likeness - ${FORMER})::float8, null::text, null::text
    from (
      select issuer_id, matched, name_key, similarity(name_key, ${key}) as likeness from (
        select issuer_id, matched, name_key from issuer_names
        where ${beginsWith(key.slice(0, LETTERS_SPELT_RIGHT))} and ${ONLY_NAMED.condition}
          and (select score from found_by_name) < ${MEANT}
        order by name_key using ~<~ limit ${COMPARED}::integer) c
    ) n
    where likeness > ${LEAST_LIKE}
    order by likeness desc, length(name_key), name_key, issuer_id limit ${CANDIDATES}::integer)`;
}

/**
 * Whether few known names have the query in them, and no ticker is it: then it may be misspelt. Comparing trigrams costs
 * some microseconds a name; PostgreSQL evaluates this once, before.
 */
function namesAreFew(key: string, asTicker: string): Sql {
  return sql`not exists (select from listings where ticker_key = ${asTicker}) and (
    select count(*) from (
      (select from issuer_names where ${beginsWith(key)} and ${KNOWN.condition} limit ${ENOUGH_NAMES}::integer)
      union all
      (select from issuer_names where name_key like ${`% ${key}%`} and ${KNOWN.condition} limit ${ENOUGH_NAMES}::integer)
    ) names_with_it) < ${ENOUGH_NAMES}::integer`;
}

function isWide(key: string): boolean {
  return /\P{ASCII}/u.test(key);
}

/** Anywhere in a name of another script, by its letters and pairs of letters (wide_grams of migration 11). */
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
