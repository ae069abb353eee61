import type { Registrant } from '../../model/identity.ts';

/** How the names of two registrants compare. */
export type NameAgreement =
  /** A name of one, alternate and former ones included, is a name of the other. */
  | 'equal'
  /** One abbreviates the other or is spelt much like it. */
  | 'alike'
  /** They have names in one script, and none is similar. */
  | 'different'
  /** As `different`, but one is known only by the abbreviation of a list, which says nothing against it. */
  | 'abbreviated'
  /** One has no name, or their names are in different scripts. */
  | 'incomparable';

/** How the names of two registrants agree, former ones included; names in different scripts are not comparable. */
export function compareNames(a: Registrant, b: Registrant): NameAgreement {
  const ofA = namesOf(a);
  const ofB = new Set(namesOf(b));
  if (ofA.some(name => ofB.has(name))) return 'equal';
  let isComparable = false;
  let isAbbreviated = false;
  for (const one of ofA) {
    for (const other of ofB) {
      if (scriptOf(one) !== scriptOf(other)) continue;
      if (areAlike(one, other)) return 'alike';
      if (isAbbreviation(a, one) || isAbbreviation(b, other)) isAbbreviated = true;
      else isComparable = true;
    }
  }
  if (isComparable) return 'different';
  return isAbbreviated ? 'abbreviated' : 'incomparable';
}

function isAbbreviation(registrant: Registrant, name: string): boolean {
  return registrant.isAbbreviated && name === registrant.name;
}

/** A former name of both: renamed companies that share one were one company. Null if they share none. */
export function sharedFormerName(a: Registrant, b: Registrant): string | null {
  const former = new Set(b.formerNames);
  return a.formerNames.find(name => former.has(name)) ?? null;
}

/** The current names of a registrant. */
export function currentNames({ name, alternateNames }: Registrant): string[] {
  return [name, ...alternateNames].filter(spelling => spelling !== '');
}

function namesOf(registrant: Registrant): string[] {
  return [...currentNames(registrant), ...registrant.formerNames];
}

function scriptOf(name: string): 'latin' | 'hangul' | 'han' | 'other' {
  if (/\p{Script=Hangul}/u.test(name)) return 'hangul';
  if (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(name)) return 'han';
  return /\p{Script=Latin}/u.test(name) ? 'latin' : 'other';
}

const SHORTEST_PART = 4;
const SHORTEST_WIDE_PART = 2;
/** Share of letter pairs that two spellings have in common: `kainos` and `kainos group`, 三菱ufj and 三菱ufjfg. */
const ALIKE_FROM = 0.6;

function areAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isPart = scriptOf(short) === 'latin' ? ` ${long} `.includes(` ${short} `) : long.includes(short);
  if (isPart && short.length >= (scriptOf(short) === 'latin' ? SHORTEST_PART : SHORTEST_WIDE_PART)) return true;
  return likeness(short, long) >= ALIKE_FROM;
}

/** Twice the letter pairs in common, of all pairs of both (Dice). */
function likeness(a: string, b: string): number {
  const pairs = pairsOf(a);
  const left = new Map<string, number>();
  for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1);
  const others = pairsOf(b);
  let common = 0;
  for (const pair of others) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    common++;
  }
  return pairs.length + others.length === 0 ? 0 : (2 * common) / (pairs.length + others.length);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
