import type { Database, Transaction } from '../../../db/database.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import { addToList } from '../../../kernel/lists.ts';
import { type RoleStatement, roleStatement } from './model/role.ts';
import { type GatheredPerson, gatherPeople, identifierKey, pairKey } from './rules/gather-people.ts';
import { readPersonName } from './rules/person-names.ts';
import type { RoleTerm, SourcedStatement } from './rules/role-terms.ts';
import {
  claimGathering,
  forgetPeopleChanges,
  hasPeopleChanges,
  type IssuerKeys,
  type PersonMerge,
  type RoleRow,
  readInsiders,
  readIssuerKeys,
  readMandatesElsewhere,
  readMergedInto,
  readSeparatedPairs,
  readStakes,
  readStatements,
  refreshCards,
  replaceMerges,
  replaceRoles,
  type StoredInsider,
  type StoredStake,
  type StoredStatement,
  takePeopleChanges,
} from './store/people.ts';
import { claimPersons, type NamedPerson, personKey } from './store/persons.ts';
import { markPeople } from './store/role-statements.ts';

/** Issuers processed in one transaction. */
const ISSUERS_AT_ONCE = 200;

/**
 * Computes the people and mandates of every issuer with changed statements. One process does so at a time; results are stored
 * and the change marks removed in one transaction, so that a crash leaves the marks for the next run.
 */
export async function gatherAllPeople(db: Database, signal?: AbortSignal): Promise<void> {
  while (await hasPeopleChanges(db)) {
    signal?.throwIfAborted();
    await db.transaction(gatherSome);
  }
}

async function gatherSome(tx: Transaction): Promise<void> {
  await claimGathering(tx);
  const { changeIds, issuerIds } = await takePeopleChanges(tx, ISSUERS_AT_ONCE);
  if (changeIds.length === 0) return;
  await forgetPeopleChanges(tx, changeIds);
  const keys = await readIssuerKeys(tx, issuerIds);
  const statements = await statementsOf(tx, issuerIds);
  const numbered = [...statements.values()].flat().flatMap(statement => statement.identifier ?? []);
  const mandatesElsewhere = Map.groupBy(await readMandatesElsewhere(tx, distinct(numbered)), identifierKey);
  const separatedPairs = new Set((await readSeparatedPairs(tx)).map(({ a, b }) => pairKey(a, b)));
  const gathered = [...keys].flatMap(([issuerId, key]) =>
    gatherPeople(key.company, statements.get(issuerId) ?? [], { mandatesElsewhere, separatedPairs }).map(person => ({
      issuerId,
      person,
    })),
  );
  await storePeople(tx, keys, gathered);
}

interface AtIssuer {
  issuerId: string;
  person: GatheredPerson;
}

async function storePeople(
  tx: Transaction,
  keys: ReadonlyMap<string, IssuerKeys>,
  gathered: readonly AtIssuer[],
): Promise<void> {
  const issuerIds = [...keys.keys()];
  const ids = await claimPersons(
    tx,
    gathered.flatMap(({ person }) => namedBy(person)),
  );
  const idOf = (identifier: { scheme: string; identifier: string }): string => ids.get(personKey(identifier)) ?? '';
  const elsewhere = await replaceMerges(
    tx,
    issuerIds,
    gathered.flatMap(issuer => mergesOf(issuer, idOf)),
  );
  const kept = await readMergedInto(tx, [...ids.values()]);
  const people = gathered.map(({ issuerId, person }) => {
    const own = person.identifiers[0] === undefined ? '' : idOf(person.identifiers[0]);
    return { issuerId, person, personId: kept.get(own) ?? own };
  });
  const roles = people.flatMap(({ issuerId, person, personId }) =>
    toRows(person.terms, { issuerId, personId, issuerKey: keys.get(issuerId)?.own ?? '' }),
  );
  const touched = await replaceRoles(tx, issuerIds, withoutDuplicates(roles));
  const facts = new Map(
    people.map(({ person, personId }) => [
      personId,
      {
        personId,
        nameKey: readPersonName(person.name, person.kind).key,
        born: person.born,
        countryCode: person.countryCode,
      },
    ]),
  );
  await refreshCards(tx, touched, [...facts.values()]);
  await markPeople(tx, elsewhere);
}

/** Removes duplicates: a mandate is stated twice if a person has a number in one statement and not in another. */
function withoutDuplicates(roles: readonly RoleRow[]): RoleRow[] {
  return [...new Map(roles.map(role => [`${role.issuerId} ${role.roleId}`, role])).values()];
}

function distinct(identifiers: readonly { scheme: string; identifier: string }[]) {
  return [...new Map(identifiers.map(identifier => [identifierKey(identifier), identifier])).values()];
}

/**
 * Statements about the people of some issuers: from lists and filings, and by insiders and holders about themselves.
 */
async function statementsOf(tx: Transaction, issuerIds: readonly string[]): Promise<Map<string, SourcedStatement[]>> {
  const byIssuer = new Map<string, SourcedStatement[]>();
  for (const one of await readStatements(tx, issuerIds)) addToList(byIssuer, one.issuerId, toStatement(one));
  for (const one of await readInsiders(tx, issuerIds)) {
    for (const stated of ofInsider(one)) addToList(byIssuer, one.issuerId, stated);
  }
  for (const one of await readStakes(tx, issuerIds)) addToList(byIssuer, one.issuerId, ofStake(one));
  return byIssuer;
}

function toStatement({ registry, filingId, url, readOn, statement }: StoredStatement): SourcedStatement {
  // Statements that were stored by earlier releases lack some fields.
  const stated = { accountNumbers: [], standingProxy: null, ...JSON.parse(statement) } as RoleStatement;
  const ofRow = stated.nativeId === null ? filingId : `${registry}:${stated.nativeId}`;
  return { ...stated, registry, filingId: ofRow, url, asOf: stated.asOf ?? readOn };
}

/** The relations ticked on the form are those of the filing date; an officer's title is kept as filed. */
function ofInsider(insider: StoredInsider): SourcedStatement[] {
  const {
    identifier,
    name,
    nameAsFiled,
    kind,
    isDirector,
    isOfficer,
    officerTitle,
    isTenPercentOwner,
    filingId,
    filingDate,
  } = insider;
  const stated = (relation: RoleStatement['relation'], roleTitle: string | null): SourcedStatement => ({
    ...roleStatement({ name, nameAsFiled, kind, relation, roleTitle, confirmation: 'annual' }),
    identifier: { scheme: 'cik', identifier },
    registry: 'sec-edgar',
    filingId,
    url: null,
    asOf: filingDate,
  });
  return [
    ...(isOfficer ? [stated('officer', officerTitle)] : []),
    ...(isDirector ? [stated('director', null)] : []),
    ...(isTenPercentOwner ? [stated('major_shareholder', null)] : []),
  ];
}

/** A report of five percent or less ends the stake. */
function ofStake({ cik, name, nameAsFiled, kind, isExit, asOf, filingId, ...stake }: StoredStake): SourcedStatement {
  return {
    ...roleStatement({ name, nameAsFiled, kind, relation: 'major_shareholder', confirmation: 'stake' }),
    identifier: cik === null ? null : { scheme: 'cik', identifier: cik },
    roleTitle: [`Schedule ${stake.schedule}`, stake.securityTitle].filter(part => part !== null).join(' / '),
    shares: stake.shares,
    ownershipPct: stake.percent,
    untilDate: isExit ? asOf : null,
    registry: 'sec-edgar',
    filingId,
    url: null,
    asOf,
  };
}

/** Each identifier with the person's names in its own statements; the first also has those in statements without one. */
function namedBy({ identifiers, statements, kind, name }: GatheredPerson): NamedPerson[] {
  return identifiers.map((identifier, position) => {
    const key = identifierKey(identifier);
    const own = statements.filter(
      statement => statement.identifier !== null && identifierKey(statement.identifier) === key,
    );
    const newest = (own.length > 0 ? own : statements).toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0];
    const unnumbered = position === 0 ? statements.filter(statement => statement.identifier === null) : [];
    return {
      ...identifier,
      name: newest?.name ?? name,
      nameAsFiled: newest?.nameAsFiled ?? name,
      otherNames: [...own, ...unnumbered].map(({ nameAsFiled }) => nameAsFiled),
      kind,
      knownAt: `${newest?.asOf ?? '0001-01-01'}T00:00:00Z`,
      namedBy: newest?.filingId ?? newest?.registry ?? '',
    };
  });
}

function mergesOf(
  { issuerId, person }: AtIssuer,
  idOf: (identifier: { scheme: string; identifier: string }) => string,
): PersonMerge[] {
  const [first] = person.identifiers;
  if (first === undefined) return [];
  return person.joins.map(({ absorbed, rule, evidence }) => ({
    keptId: idOf(first),
    absorbedId: idOf(absorbed),
    rule,
    issuerId,
    evidence,
  }));
}

function toRows(
  terms: readonly RoleTerm[],
  { issuerId, personId, issuerKey }: { issuerId: string; personId: string; issuerKey: string },
): RoleRow[] {
  const seen = new Map<string, number>();
  return terms.map(({ evidence, ...term }) => {
    // The start distinguishes two mandates of one relation; mandates without a stated start are numbered.
    const place = `${issuerKey} ${personId} ${term.relation} ${term.sinceDate ?? ''}`;
    const count = (seen.get(place) ?? 0) + 1;
    seen.set(place, count);
    return {
      ...term,
      issuerId,
      personId,
      roleId: uuidV5(`role:${place}${count === 1 ? '' : `#${count}`}`),
      evidence: JSON.stringify(evidence.map(toEvidence)),
    };
  });
}

/** Evidence in the form of responses. */
function toEvidence({ filingId, url, quote }: SourcedStatement) {
  return {
    filing_id: filingId,
    section_key: quote?.sectionKey ?? null,
    quote: quote?.text ?? null,
    char_start: quote?.charStart ?? null,
    char_end: quote?.charEnd ?? null,
    url,
  };
}
