import type { Database, Transaction } from '../../../db/database.ts';
import type { GatheredPerson } from './rules/gather-people.ts';
import { identifierKey } from './rules/gather-people.ts';
import { toMandates, withoutDuplicates } from './rules/mandates.ts';
import { readPersonName } from './rules/person-names.ts';
import {
  claimGathering,
  forgetPeopleChanges,
  hasPeopleChanges,
  type PersonMerge,
  refreshCards,
  replaceMerges,
  replaceRoles,
  takePeopleChanges,
} from './store/people.ts';
import { claimPersons, type NamedPerson, personKey } from './store/persons.ts';
import { markPeople } from './store/role-statements.ts';
import {
  type AtIssuer,
  gatherPeopleOf,
  type IssuerKeys,
  readIssuerKeys,
  readMergedInto,
  readStatementsOf,
} from './views/read-statements.ts';

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
  const statements = await readStatementsOf(tx, issuerIds, null);
  await storePeople(tx, keys, await gatherPeopleOf(tx, keys, statements));
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
    toMandates(person.terms, { issuerId, personId, issuerKey: keys.get(issuerId)?.own ?? '' }),
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
