import { join, type Sql, sql } from '../../../../db/database.ts';
import { foldKorean, spellOutLetters } from '../../../../kernel/identifiers/hangul-reading.ts';
import { foldReading, soundsOf } from '../../../../kernel/identifiers/kana-reading.ts';
import { nameKey, withoutFormFirst } from '../../../../kernel/identifiers/name-key.ts';
import type { ReadingKind } from '../rules/name-readings.ts';
import { beginsWith, isWide, MAX_PROMINENCE, WHOLE_STEM } from './match-names.ts';

/** Behind names that sources state. */
const WHOLE = 0.95;
/** Romanisations of Korean are so many that their fold takes different names for one. */
const WHOLE_KOREAN = 0.88;
/** Behind names with the words of the query and slight misspellings: consonants are less than those. */
const WHOLE_LOANWORD = 0.5;
const BEGINNING = 0.7;
/** Readings whose fold takes different names for one. */
const BEGINNING_FOLDED = 0.45;
/** Consonants that no Japanese word doubles, and few loan words: an English word with a letter too many is as likely. */
const DOUBLED_VOICED = /([bdfgz])\1/;
const FOR_KNOWN = 0.08;
/** Initials in small letters are mostly the beginning of a name. */
const SMALL_INITIALS = 0.79;
/** Each side of the sign of initials with "and": `P&G`, `p & g`. */
const INITIALS_WITH_SIGN = /^(\p{L}\w?)\s?&\s?(\p{L}\w?)$/u;
const INITIALS = /^[A-Za-z\d]{3,8}$/;
/** Shorter beginnings are those of too many readings. */
const SHORTEST_BEGINNING = 4;
const CANDIDATES = 40;

/** A query as a reading of one kind. */
export interface RequestedReading {
  kind: ReadingKind;
  reading: string;
}

/** The query folded as readings of each kind are. */
export function requestedReadings(query: string): RequestedReading[] {
  const key = nameKey(query);
  if (key === '') return [];
  if (isWide(key)) return [{ kind: 'letters', reading: spellOutLetters(key) ?? key }];
  const joined = key.replaceAll(' ', '');
  return [
    { kind: 'japanese', reading: foldReading(key) },
    { kind: 'chinese', reading: joined },
    { kind: 'korean', reading: foldKorean(key) },
    { kind: 'alphabet', reading: key },
    { kind: 'bare', reading: withoutFormFirst(key) ?? key },
  ];
}

/** Entities whose name reads, or is abbreviated, as the query: rows as {@link waysByName} yields. */
export function waysByReading(query: string): Sql[] {
  const requested = requestedReadings(query);
  if (requested.length === 0) return [];
  const whole = join(
    [
      ...requested,
      { kind: 'stem', reading: nameKey(query) },
      ...loanwordRequested(query),
      ...initialsRequested(query),
    ].map(({ kind, reading }) => sql`(kind = ${kind} and reading = ${reading})`),
    ' or ',
  );
  const small = /[a-z]/.test(query) ? sql`kind in ('initials', 'chinese_initials')` : sql`false`;
  const beginnings = requested.filter(({ reading }) => isWide(reading) || reading.length >= SHORTEST_BEGINNING);
  return [
    byReading(
      sql`case when ${small} then ${SMALL_INITIALS} when kind = 'korean' then ${WHOLE_KOREAN}
        when kind = 'loanword' then ${WHOLE_LOANWORD} when kind = 'stem' then ${WHOLE_STEM} else ${WHOLE} end::float8`,
      whole,
    ),
    ...beginnings.map(({ kind, reading }) =>
      byReading(
        sql`${isMuchFolded(kind, query) ? BEGINNING_FOLDED : BEGINNING}::float8 + ${FOR_KNOWN}::float8 * least(prominence, ${MAX_PROMINENCE}) / ${MAX_PROMINENCE}::float8`,
        sql`kind = ${kind} and ${beginsWith(sql`reading`, reading)}`,
      ),
    ),
  ];
}

function isMuchFolded(kind: ReadingKind, query: string): boolean {
  return kind === 'korean' || (kind === 'japanese' && DOUBLED_VOICED.test(query.toLowerCase()));
}

function byReading(score: Sql, condition: Sql): Sql {
  return sql`(
    select issuer_id, 'query'::text, 'alternate_name'::text,
      (${score} - case when prominence = 0 then 0.14 else 0 end)::float8, null::text, null::text
    from issuer_readings where ${condition}
    order by prominence desc, length(reading), reading, issuer_id limit ${CANDIDATES}::integer)`;
}

function loanwordRequested(query: string): RequestedReading[] {
  const sounds = soundsOf(nameKey(query));
  return sounds === null ? [] : [{ kind: 'loanword', reading: sounds }];
}

function initialsRequested(query: string): RequestedReading[] {
  const plain = query.trim();
  const [, before, after] = INITIALS_WITH_SIGN.exec(plain) ?? [];
  if (before !== undefined) return [{ kind: 'initials', reading: `${before}&${after}`.toLowerCase() }];
  const letters = plain.replaceAll('.', '');
  if (!INITIALS.test(letters)) return [];
  return [
    { kind: 'initials', reading: letters.toLowerCase() },
    { kind: 'chinese_initials', reading: letters.toLowerCase() },
  ];
}
