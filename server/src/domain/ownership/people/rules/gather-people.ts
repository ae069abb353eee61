import { compareText } from '../../../../kernel/compare-text.ts';
import { addDays } from '../../../../kernel/dates.ts';
import { addToList, appendAll, maxOf } from '../../../../kernel/lists.ts';
import type { PersonKind } from '../model/person.ts';
import type { Relation } from '../model/role.ts';
import { matchNames, type NameMatch, type PersonName, readPersonName } from './person-names.ts';
import { type RoleTerm, type SourcedStatement, toTerms } from './role-terms.ts';

/** A person of one issuer with all statements about them there. */
export interface GatheredPerson {
  /** Identifiers of the person; the first one identifies them. */
  identifiers: { scheme: string; identifier: string }[];
  /** The name in the newest statement. */
  name: string;
  kind: PersonKind;
  born: string | null;
  countryCode: string | null;
  /** The reasons for merging the other identifiers into the first. */
  joins: PersonJoin[];
  statements: SourcedStatement[];
  terms: RoleTerm[];
}

export interface PersonJoin {
  /** The merged identifier. */
  absorbed: { scheme: string; identifier: string };
  rule: 'birth_month' | 'shared_issuers' | 'named_by_issuer';
  evidence: string;
}

/** Other mandates of persons with a registry number: issuers with the first and last day, by identifier. */
export type MandatesElsewhere = ReadonlyMap<string, readonly { issuerId: string; from: string; until: string }[]>;

/**
 * Pairs of {@link identifierKey}s, the lesser first, joined by a line break, that an operator declared different
 * persons.
 */
export type SeparatedPairs = ReadonlySet<string>;

/** The map key of an identifier. */
export function identifierKey({ scheme, identifier }: { scheme: string; identifier: string }): string {
  return `${scheme}:${identifier}`;
}

/** The key of a pair of identifiers in {@link SeparatedPairs}. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/** The scheme of persons known only by name and issuer. */
const BY_NAME_SCHEME = 'name';

/**
 * Schemes in which a person has exactly one identifier, so different ones mean different persons. Registers of officers
 * give one person several numbers.
 */
const UNIQUE_SCHEMES: ReadonlySet<string> = new Set(['cik', 'lei', 'uk', 'cninfo']);

/** A name without an identifier matches mandates up to this many days apart: the time between two annual reports. */
const NEARBY_DAYS = 548;

/**
 * Groups the statements about one issuer into people. Statements with the same registry identifier are one person; a name
 * without an identifier is the person of that name at this issuer. Two people are merged if name and month of birth agree, if
 * a name matches only one identified person at the time, or if two identified people share two issuers at the same time. People
 * whose birth, generation, kind or identifiers of a unique scheme differ are never merged, nor are equal names at different issuers.
 */
export function gatherPeople(
  issuerKey: string,
  statements: readonly SourcedStatement[],
  { mandatesElsewhere, separatedPairs }: { mandatesElsewhere: MandatesElsewhere; separatedPairs: SeparatedPairs },
): GatheredPerson[] {
  const numbered = joinNumbered(toMentioned(issuerKey, statements), mandatesElsewhere, separatedPairs);
  return joinNamed(numbered, separatedPairs)
    .map(toGathered)
    .sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

interface Mentioned {
  identifiers: { scheme: string; identifier: string }[];
  joins: PersonJoin[];
  kind: PersonKind;
  names: PersonName[];
  born: string | null;
  statements: SourcedStatement[];
}

/** By the first identifier. */
function keyOf({ identifiers: [first] }: { identifiers: { scheme: string; identifier: string }[] }): string {
  return first === undefined ? '' : identifierKey(first);
}

/** Persons with an identifier, and each name without one. */
function toMentioned(issuerKey: string, statements: readonly SourcedStatement[]): Mentioned[] {
  const groups = new Map<string, SourcedStatement[]>();
  const identifiers = new Map<string, { scheme: string; identifier: string }>();
  for (const one of separateMisassigned(statements)) {
    const identifier = one.identifier ?? nameAt(issuerKey, one);
    const key = identifierKey(identifier);
    identifiers.set(key, identifier);
    addToList(groups, key, one);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, own]) => {
      const identifier = identifiers.get(key);
      // Without an identifier, only words of the name identify an institution: one source that states the kind is
      // sufficient, but officers are humans.
      const isOfficer = own.some(statement => statement.kind === 'person' && statement.relation === 'officer');
      const kind = !isOfficer && own.some(statement => statement.kind === 'institution') ? 'institution' : 'person';
      return {
        identifiers: identifier === undefined ? [] : [identifier],
        joins: [],
        kind,
        names: namesOf(own, kind),
        born: bornOf(own),
        statements: own,
      };
    });
}

/**
 * Filers sometimes use the identifier of another person. If the names under one identifier disagree, it belongs to the most
 * reported name, and the other names become separate people. Institutions may change their whole name; humans keep their given
 * name, which follows the surname.
 */
function separateMisassigned(statements: readonly SourcedStatement[]): SourcedStatement[] {
  const byNumber = Map.groupBy(statements, statement =>
    statement.identifier?.scheme === 'cik' ? statement.identifier.identifier : '',
  );
  return [...byNumber].flatMap(([number, own]) => {
    if (number === '' || own.some(statement => statement.kind === 'institution')) return own;
    const names = [...Map.groupBy(own, statement => statement.nameAsFiled)].sort(
      ([a, some], [b, others]) => others.length - some.length || compareText(a, b),
    );
    const usual = names[0]?.[0] ?? '';
    return own.map(statement =>
      isCalledAs(statement.nameAsFiled, usual)
        ? statement
        : { ...statement, name: statement.nameAsFiled, identifier: null },
    );
  });
}

function isCalledAs(filed: string, usual: string): boolean {
  const [a, b] = [readPersonName(filed, 'person'), readPersonName(usual, 'person')];
  const [given, usuallyGiven] = [a.words[1] ?? '', b.words[1] ?? ''];
  return given.startsWith(usuallyGiven) || usuallyGiven.startsWith(given) || matchNames(a, b) !== null;
}

/**
 * `cik:320193 tim cook`, with the birth if stated: two persons of one name at one issuer may be born in different
 * months.
 */
function nameAt(issuerKey: string, { name, kind, born }: SourcedStatement): { scheme: string; identifier: string } {
  const { key } = readPersonName(name, kind);
  const parts = [issuerKey, key, ...(born === null ? [] : [born])];
  return { scheme: BY_NAME_SCHEME, identifier: parts.join(' ') };
}

function namesOf(statements: readonly SourcedStatement[], kind: PersonKind): PersonName[] {
  const names = new Map(statements.map(statement => [statement.name, statement.name]));
  return [...names.keys()].map(name => readPersonName(name, kind));
}

/** The most precise stated birth. */
function bornOf(statements: readonly SourcedStatement[]): string | null {
  const stated = statements.flatMap(statement => statement.born ?? []);
  return stated.sort((a, b) => b.length - a.length || compareText(a, b))[0] ?? null;
}

function isNumbered({ identifiers }: Mentioned): boolean {
  return identifiers.some(identifier => identifier.scheme !== BY_NAME_SCHEME);
}

/**
 * Merges two persons with identifiers if name and month of birth agree, or if they share another issuer at the same
 * time.
 */
function joinNumbered(
  persons: readonly Mentioned[],
  mandatesElsewhere: MandatesElsewhere,
  separatedPairs: SeparatedPairs,
): Mentioned[] {
  const joined: Mentioned[] = [];
  for (const one of persons) {
    const same = joined.flatMap(other => {
      const join =
        canJoin(one, other, separatedPairs) && isNumbered(one) && isNumbered(other)
          ? numberedJoin(one, other, mandatesElsewhere)
          : null;
      return join === null ? [] : [{ other, join }];
    });
    const [only, second] = same;
    if (only !== undefined && second === undefined) takeIn(only.other, one, only.join);
    else joined.push(one);
  }
  return joined;
}

type JoinReason = Pick<PersonJoin, 'rule' | 'evidence'>;

function numberedJoin(left: Mentioned, right: Mentioned, mandatesElsewhere: MandatesElsewhere): JoinReason | null {
  const match = matchOf(left, right);
  if (match === null) return null;
  const birth = sameBirth(left, right);
  if (birth !== null) return birth;
  if (match !== 'full') return null;
  const there = (person: Mentioned) => person.identifiers.flatMap(id => mandatesElsewhere.get(identifierKey(id)) ?? []);
  const shared = there(left).find(a =>
    there(right).some(b => a.issuerId === b.issuerId && a.from <= b.until && b.from <= a.until),
  );
  if (shared === undefined || !overlap(left, right)) return null;
  return { rule: 'shared_issuers', evidence: `${nameOf(right)} and ${nameOf(left)} at two issuers at the same time` };
}

function sameBirth(left: Mentioned, right: Mentioned): JoinReason | null {
  const isMonth = left.born !== null && left.born === right.born && left.born.length === 'YYYY-MM'.length;
  return isMonth
    ? { rule: 'birth_month', evidence: `${nameOf(left)}, born in ${left.born}, at the same issuer` }
    : null;
}

/** Merges a name without identifier into another person of this issuer if only one can be the same person. */
function joinNamed(persons: readonly Mentioned[], separatedPairs: SeparatedPairs): Mentioned[] {
  const joined = persons.filter(isNumbered);
  const named = persons.filter(person => !isNumbered(person));
  // Full names come first, so that initials match them.
  for (const one of named.sort((a, b) => letters(b) - letters(a) || compareText(keyOf(a), keyOf(b)))) {
    const candidates = joined.flatMap(other => {
      const reason = canJoin(one, other, separatedPairs) ? namedJoin(one, other) : null;
      return reason === null ? [] : [{ other, ...reason }];
    });
    const full = candidates.filter(candidate => candidate.match === 'full');
    const [only, second] = full.length > 0 ? full : candidates;
    if (only !== undefined && second === undefined) takeIn(only.other, one, only.join);
    else joined.push(one);
  }
  return joined;
}

function letters({ names }: Mentioned): number {
  return Math.max(0, maxOf(names.map(name => name.key.length)));
}

function namedJoin(left: Mentioned, right: Mentioned): { match: NameMatch; join: JoinReason } | null {
  const match = matchOf(left, right);
  if (match === null || areDistinct(left, right)) return null;
  const birth = sameBirth(left, right);
  if (birth !== null) return { match, join: birth };
  if (!overlap(left, right)) return null;
  const evidence = `the issuer names ${nameOf(left)} when ${nameOf(right)} has a mandate there`;
  return { match, join: { rule: 'named_by_issuer', evidence } };
}

function matchOf(left: Mentioned, right: Mentioned): NameMatch {
  if (left.kind !== right.kind) return null;
  const matches = left.names.flatMap(a => right.names.map(b => matchNames(a, b)));
  if (matches.includes('full')) return 'full';
  return matches.includes('initials') ? 'initials' : null;
}

/**
 * Whether nothing contradicts that two persons are the same: birth, identifiers of a unique scheme, an operator's
 * decision.
 */
function canJoin(left: Mentioned, right: Mentioned, separatedPairs: SeparatedPairs): boolean {
  const stated = Math.min(left.born?.length ?? 0, right.born?.length ?? 0);
  if (stated > 0 && left.born?.slice(0, stated) !== right.born?.slice(0, stated)) return false;
  return left.identifiers.every(a =>
    right.identifiers.every(b => {
      const areTwo = a.scheme === b.scheme && UNIQUE_SCHEMES.has(a.scheme);
      return !areTwo && !separatedPairs.has(pairKey(identifierKey(a), identifierKey(b)));
    }),
  );
}

/** A list that contains both under different names distinguishes them. */
function areDistinct(left: Mentioned, right: Mentioned): boolean {
  const lists = new Set(right.statements.map(listOf));
  return left.statements.some(statement => lists.has(listOf(statement)));
}

function listOf({ filingId, url, relation, asOf, untilDate }: SourcedStatement): string {
  return [filingId ?? url ?? '', relation, asOf, untilDate === null].join(' ');
}

function overlap(left: Mentioned, right: Mentioned): boolean {
  const [a, b] = [spanOf(left), spanOf(right)];
  return a.from <= addDays(b.until, NEARBY_DAYS) && b.from <= addDays(a.until, NEARBY_DAYS);
}

function spanOf({ statements }: Mentioned): { from: string; until: string } {
  const days = statements
    .flatMap(statement => [
      statement.sinceDate ?? statement.asOf,
      statement.asOf,
      statement.untilDate ?? statement.asOf,
    ])
    .sort();
  return { from: days[0] ?? '', until: days.at(-1) ?? '' };
}

function nameOf({ statements }: Mentioned): string {
  return statements.at(-1)?.name ?? '';
}

function takeIn(kept: Mentioned, absorbed: Mentioned, { rule, evidence }: JoinReason): void {
  appendAll(kept.joins, absorbed.joins);
  appendAll(
    kept.joins,
    absorbed.identifiers.map(identifier => ({ absorbed: identifier, rule, evidence })),
  );
  appendAll(kept.identifiers, absorbed.identifiers);
  appendAll(kept.names, absorbed.names);
  appendAll(kept.statements, absorbed.statements);
  kept.born = bornOf(kept.statements);
}

function toGathered({ identifiers, joins, kind, born, statements }: Mentioned): GatheredPerson {
  const newest = statements.toSorted(
    (a, b) => compareText(b.asOf, a.asOf) || compareText(a.filingId ?? '', b.filingId ?? ''),
  );
  // Names from registries are preferred; signatures omit words that registers spell out.
  const named = newest.find(statement => statement.identifier !== null) ?? newest[0];
  const byRelation = new Map<Relation, SourcedStatement[]>();
  for (const one of statements) addToList(byRelation, one.relation, one);
  return {
    identifiers,
    name: named?.name ?? '',
    kind,
    born,
    countryCode: newest.find(statement => statement.countryCode !== null)?.countryCode ?? null,
    joins,
    statements,
    terms: [...byRelation.values()].flatMap(toTerms),
  };
}
