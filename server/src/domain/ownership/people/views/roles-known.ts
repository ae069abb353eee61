import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { invalidInput } from '../../../kit/input-fields.ts';
import type { Relation } from '../model/role.ts';
import { type GatheredPerson, identifierKey } from '../rules/gather-people.ts';
import { toMandates, withoutDuplicates } from '../rules/mandates.ts';
import { type AtIssuer, gatherPeopleOf, readIssuerKeys, readMergedInto, readStatementsOf } from './read-statements.ts';
import { idsOfPerson } from './role-rows.ts';

/** Where the mandates of some issuers are read: as stored, or as known before an instant. */
export interface RoleSource {
  /**
   * Common table expressions, each followed by a comma; empty for stored mandates. They are named `person_roles` and `persons`, so that a
   * query reads them in place of the tables.
   */
  ctes: Sql;
  /** `with` and these expressions, for a query without others. */
  withs: Sql;
}

export const STORED_ROLES: RoleSource = { ctes: empty, withs: empty };

/** A person at an issuer, as known before an instant. */
interface KnownPerson extends AtIssuer {
  personId: string;
}

/**
 * The mandates of issuers that follow from what was known before an instant, by the rules of stored ones. Which entries are one person is
 * what is known now.
 */
export async function rolesKnown(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<RoleSource & { people: KnownPerson[] }> {
  if (until === null) return { ...STORED_ROLES, people: [] };
  const keys = await readIssuerKeys(db, issuerIds);
  const people = await withIds(db, await gatherPeopleOf(db, keys, await readStatementsOf(db, issuerIds, until)));
  const roles = people.flatMap(({ issuerId, person, personId }) =>
    toMandates(person.terms, { issuerId, personId, issuerKey: keys.get(issuerId)?.own ?? '' }),
  );
  const named = [
    ...new Map(people.map(({ person, personId }) => [personId, { personId, ...nameOf(person) }])).values(),
  ];
  const expressions = sql`person_roles as materialized (
      select "issuerId" as issuer_id, "roleId" as role_id, "personId" as person_id, relation, "roleTitle" as role_title,
        "sinceDate" as since_date, "sinceMeaning" as since_meaning, "observedSinceDate" as observed_since_date,
        "untilDate" as until_date, "termEndDate" as term_end_date, "confirmedDate" as confirmed_date,
        "currentUntil" as current_until, shares, "ownershipPct" as ownership_pct, "ownershipMinPct" as ownership_min_pct,
        "ownershipMaxPct" as ownership_max_pct, array(select jsonb_array_elements_text("naturesOfControl")) as natures_of_control,
        array(select jsonb_array_elements_text("accountNumbers")) as account_numbers, "standingProxy" as standing_proxy,
        registry, evidence
      from json_to_recordset(${JSON.stringify(withoutDuplicates(roles))}::json) as row ("issuerId" bigint, "roleId" uuid,
        "personId" uuid, relation text, "roleTitle" text, "sinceDate" date, "sinceMeaning" text, "observedSinceDate" date,
        "untilDate" date, "termEndDate" date, "confirmedDate" date, "currentUntil" date, shares numeric, "ownershipPct" numeric,
        "ownershipMinPct" numeric, "ownershipMaxPct" numeric, "naturesOfControl" jsonb, "accountNumbers" jsonb,
        "standingProxy" text, registry text, evidence text)
    ), persons as materialized (
      select "personId" as person_id, name, kind
      from json_to_recordset(${JSON.stringify(named)}::json) as row ("personId" uuid, name text, kind text))`;
  return { ctes: sql`${expressions},`, withs: sql`with ${expressions}`, people };
}

function nameOf({ name, kind }: GatheredPerson) {
  return { name, kind };
}

/** Adds the id of each person: of the person that it was merged into, if it was. */
async function withIds(db: Database, gathered: readonly AtIssuer[]): Promise<KnownPerson[]> {
  const identifiers = gathered.flatMap(({ person }) => person.identifiers.slice(0, 1));
  const rows = await db.query<{ scheme: string; identifier: string; person_id: string }>(sql`
    select scheme, identifier, person_id
    from unnest(${identifiers.map(({ scheme }) => scheme)}::text[], ${identifiers.map(({ identifier }) => identifier)}::text[])
      as wanted (scheme, identifier)
    join person_identifiers using (scheme, identifier)`);
  const ids = new Map(rows.map(row => [identifierKey(row), row.person_id]));
  const kept = await readMergedInto(db, [...new Set(ids.values())]);
  return gathered.flatMap(at => {
    const [first] = at.person.identifiers;
    if (first === undefined) return [];
    // A name that only earlier statements had is stored under none of its spellings of then.
    const own = ids.get(identifierKey(first)) ?? uuidV5(identifierKey(first));
    return [{ ...at, personId: kept.get(own) ?? own }];
  });
}

/** Which entries are one person, and the numbers that registries gave them, have no history. */
export const CURRENT_MEMBERS = ['slug', 'identifiers'];

/** Companies of one person whose mandates are computed for a day. */
const MAX_COMPANIES = 200;

/** What was known of a person before an instant. */
export interface KnownProfile extends RoleSource {
  aliases: string[];
  relations: Relation[];
  born: string | null;
  countryCode: string | null;
}

/** The mandates of a person that follow from what was known before an instant, and what their statements say of the person. */
export async function profileKnown(
  db: Database,
  personId: string,
  { asOf, until }: { asOf: IsoDate; until: Instant },
): Promise<KnownProfile> {
  const rows = await db.query<{ issuer_id: string }>(sql`
    with same as materialized (${idsOfPerson(personId)}), named as (
      select r.issuer_id from person_roles r join same using (person_id)
      union select o.issuer_id from insider_owners o join same using (person_id)
      union select s.issuer_id from disclosed_stakes s join same using (person_id)
    )
    select distinct o.issuer_id from named join issuers i using (issuer_id) join issuers o on o.entity_id = i.entity_id
    limit ${MAX_COMPANIES + 1}::integer`);
  if (rows.length > MAX_COMPANIES) {
    const message = `is computed for persons with mandates at up to ${MAX_COMPANIES} companies; this one has more`;
    throw invalidInput('query', 'as_of', message, asOf);
  }
  const { people, ...source } = await rolesKnown(
    db,
    rows.map(row => row.issuer_id),
    until,
  );
  const own = people.filter(person => person.personId === personId).map(({ person }) => person);
  const statements = own.flatMap(person => person.statements);
  return {
    ...source,
    aliases: [...new Set(statements.map(statement => statement.nameAsFiled))].sort(),
    relations: [...new Set(statements.map(statement => statement.relation))].sort(),
    born: own.map(({ born }) => born).find(born => born !== null) ?? null,
    countryCode: own.map(({ countryCode }) => countryCode).find(code => code !== null) ?? null,
  };
}
