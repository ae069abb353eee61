import { type Database, join, type Sql, sql } from '../../../../db/database.ts';
import { Speller } from './edit-cost.ts';
import { beginsWith, FORMER_NAME_PENALTY, isWide, MAX_PROMINENCE } from './match-names.ts';
import type { RequestedReading } from './match-readings.ts';

/** A name that a query which finds nothing better may be a misspelling of. */
export interface SimilarName {
  issuer_id: string;
  matched: string;
  score: number;
}

interface Candidate {
  issuer_id: string;
  kind: string;
  name_key: string;
  matched: string;
  prominence: number;
  /** Share of trigrams in common. */
  likeness: number;
}

/** Shorter queries are like too many names. */
const SHORTEST = 4;
const SHORTEST_WIDE = 3;
const SAME_BEGINNING_OF_READINGS = 3;
/** Of the names with the same beginning, the most prominent are compared letter by letter. */
const COMPARED = 2_000;
const READINGS_COMPARED = 500;
/** Names by trigrams in common. */
const BY_TRIGRAMS = 60;
/** Names of prominence 0 (millions) are compared only if they share a longer beginning, or one with two letters swapped. */
const LONGER_BEGINNING = 4;
const OTHERS_COMPARED = 1_000;
const SHOWN = 40;

/**
 * Names that are spelt much like a folded query, and readings much like one of `readings`, best first. Candidates begin with
 * the same letters or, if none of these is at most one slip away, share trigrams; the cost of the slips between query and name
 * ranks them, then how well-known the company is. Names of prominence 0 are compared only `withOnlyNamed`.
 */
export async function similarNames(
  db: Database,
  key: string,
  readings: readonly RequestedReading[],
  { withOnlyNamed }: { withOnlyNamed: boolean },
): Promise<SimilarName[]> {
  if (key.length < (isWide(key) ? SHORTEST_WIDE : SHORTEST)) return [];
  const spellers = new Map<string, Speller>(readings.map(({ kind, reading }) => [kind, spellerOf(reading)]));
  const ofName = spellerOf(key);
  const best = new Map<string, SimilarName>();
  const rank = (candidates: readonly Candidate[]) => {
    for (const candidate of candidates) {
      const score = scoreOf(spellers.get(candidate.kind) ?? ofName, candidate);
      const known = best.get(candidate.issuer_id);
      if (score === null || (known !== undefined && known.score >= score)) continue;
      best.set(candidate.issuer_id, { issuer_id: candidate.issuer_id, matched: candidate.matched, score });
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  };
  const others = withOnlyNamed ? beginningsOfOthers(key).map(othersBeginning) : [];
  const ranked = rank(
    await db.query<Candidate>(union([knownBeginning(key), ...others, ...readings.map(readingsBeginning)])),
  );
  const isFound = (ranked[0]?.score ?? 0) >= spelledScore(1);
  const found = isFound || isWide(key) ? ranked : rank(await db.query<Candidate>(union(byTrigrams(key))));
  return found.slice(0, SHOWN);
}

function union(selects: readonly Sql[]): Sql {
  return join(selects, ' union all ');
}

/** Sorted byte by byte: rules of a language make it five times slower. */
function knownBeginning(key: string): Sql {
  return sql`
    (select issuer_id, ${NAME}::text as kind, name_key, matched, prominence, 0::float8 as likeness from issuer_names
      where (${join(
        beginningsOf(key).map(letters => beginsWith(sql`name_key`, letters)),
        ' or ',
      )}) and prominence > 0
      order by prominence desc, length(name_key), name_key using ~<~, issuer_id limit ${COMPARED}::integer)`;
}

/** The kind of a name as stated. */
const NAME = 'name';

function readingsBeginning({ kind, reading }: RequestedReading): Sql {
  return sql`
    (select issuer_id, kind, reading, 'alternate_name', prominence, 0 from issuer_readings
      where kind = ${kind} and ${beginsWith(sql`reading`, reading.slice(0, SAME_BEGINNING_OF_READINGS))}
      order by prominence desc, reading, issuer_id limit ${READINGS_COMPARED}::integer)`;
}

/** How names begin that are compared letter by letter: as the query, also if its second letter is one too many or swapped. */
function beginningsOf(key: string): string[] {
  const [first = '', second = '', third = '', fourth = ''] = key;
  return isWide(key) ? [first] : [first + second, second + first + third, first + third + fourth];
}

function beginningsOfOthers(key: string): string[] {
  const letters = key.slice(0, LONGER_BEGINNING);
  const swapped = [...letters]
    .slice(1)
    .map((letter, at) => letters.slice(0, at) + letter + (letters[at] ?? '') + letters.slice(at + 2));
  return [...new Set([letters, letters.slice(0, -1), ...swapped])];
}

/** In index order, so that no more rows are read than taken. */
function othersBeginning(letters: string): Sql {
  return sql`
    (select issuer_id, ${NAME}, name_key, matched, prominence, 0 from issuer_names
      where ${beginsWith(sql`name_key`, letters)} and prominence = 0 order by name_key using ~<~ limit ${OTHERS_COMPARED}::integer)`;
}

/** A single word may be one of many in a name; several make the whole name similar enough. */
function byTrigrams(key: string): Sql[] {
  const whole = byTrigramsOf(sql`name_key % ${key}`, sql`similarity(name_key, ${key})`);
  return key.includes(' ')
    ? [whole]
    : [whole, byTrigramsOf(sql`${key} <% name_key`, sql`word_similarity(${key}, name_key)`)];
}

function byTrigramsOf(condition: Sql, likeness: Sql): Sql {
  return sql`
    (select issuer_id, ${NAME}::text as kind, name_key, matched, prominence, ${likeness} as likeness from issuer_names
      where ${condition} and prominence > 0 order by ${likeness} desc, prominence desc limit ${BY_TRIGRAMS}::integer)`;
}

/** Below every well-known name that begins with the query or has its words, and other names that begin with it. */
const SPELT = 0.62;
const PER_SLIP = 0.1;
/** Names with trigrams in common but too many slips. */
const ALIKE = 0.3;
/** Names of prominence 0 come behind known ones with one slip more. */
const ONLY_NAMED_BEHIND = 0.14;

/** The score of a name with slips of this cost, before it is compared with others that cost the same. */
export function spelledScore(cost: number): number {
  return SPELT - PER_SLIP * cost;
}

function scoreOf(speller: Speller, { name_key, matched, prominence, likeness }: Candidate): number | null {
  const behind = (matched === 'former_name' ? FORMER_NAME_PENALTY : 0) + (prominence === 0 ? ONLY_NAMED_BEHIND : 0);
  const known = Math.min(prominence, MAX_PROMINENCE) / MAX_PROMINENCE;
  const spelling = speller.spell(name_key);
  if (spelling !== null) {
    const share = spelling.covered / name_key.length;
    return spelledScore(spelling.cost) + 0.03 * share + 0.06 * known - behind;
  }
  return likeness === 0 ? null : ALIKE * (0.8 * likeness + 0.2 * known) - behind;
}

function spellerOf(key: string): Speller {
  return new Speller(key, maxMisspellings(key));
}

/** One slip in a short name, two in a longer one, three in one of several words. */
export function maxMisspellings(key: string): number {
  if (key.length < 6) return 1;
  return key.length < 12 ? 2 : 3;
}
