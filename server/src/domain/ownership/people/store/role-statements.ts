import { sql, type Transaction } from '../../../../db/database.ts';
import { toStorableText } from '../../../../db/encode-text.ts';
import { FILING_SOURCE } from '../../../filings/facts/model/facts.ts';
import { digestOfStored, type FilingKey } from '../../../kit/store/filing-keys.ts';
import { keepFormerReadings, type TextReadings } from '../../../kit/store/readings.ts';
import type { RoleStatement } from '../model/role.ts';
import { PEOPLE_RULES_VERSION } from '../rules/rules-version.ts';

/** One source's statements about the people of an issuer, ready to be stored. */
export interface EncodedRoles {
  issuerId: string;
  registry: string;
  source: string;
  digest: string;
  /** Null for lists, which are not read by rules of sentences. */
  rulesVersion: string | null;
  rows: { aboutScheme: string | null; aboutIdentifier: string | null; statement: string }[];
}

export const PEOPLE_READINGS: TextReadings = {
  subject: 'people',
  rulesVersion: PEOPLE_RULES_VERSION,
  readings: sql`
    select owner_id as issuer_id, registry, substr(source, length(${FILING_SOURCE}) + 1) as native_id, rules_version
    from role_sources where starts_with(source, ${FILING_SOURCE})`,
  records: sql`
    select issuer_id, registry, native_id, concat_ws(' ', one ->> 'relation', one ->> 'name') as key,
      concat_ws(' · ', one ->> 'roleTitle', one ->> 'sinceDate', one ->> 'untilDate') as said
    from (select owner_id as issuer_id, registry, substr(source, length(${FILING_SOURCE}) + 1) as native_id,
        statement::jsonb as one
      from role_statements where starts_with(source, ${FILING_SOURCE})) as stated`,
};

/** Part of every digest. Increment it when the stored form of a statement changes, so that statements are rewritten. */
const STORED_FORM = 2;

export function encodeRoles(
  statements: readonly RoleStatement[],
  { issuerId, registry, source }: Pick<EncodedRoles, 'issuerId' | 'registry' | 'source'>,
): EncodedRoles {
  const named = statements.filter(statement => statement.name !== '');
  const rows = named.map(statement => ({
    aboutScheme: statement.about?.scheme ?? null,
    aboutIdentifier: statement.about?.identifier ?? null,
    statement: JSON.stringify(statement, (_, value: unknown) =>
      typeof value === 'string' ? toStorableText(value) : value,
    ),
  }));
  const rulesVersion = source.startsWith(FILING_SOURCE) ? PEOPLE_RULES_VERSION : null;
  const digest = digestOfStored(STORED_FORM, ...(rulesVersion === null ? [] : [rulesVersion]), rows);
  return { issuerId, registry, source, digest, rulesVersion, rows };
}

/**
 * Replaces the stored statements of each source; unchanged ones are not written. Marks the affected issuers for
 * gathering.
 */
export async function replaceRoleStatements(tx: Transaction, reported: readonly EncodedRoles[]): Promise<void> {
  if (reported.length === 0) return;
  const rows = await tx.query<{ owner_id: string; registry: string; source: string; digest: string }>(sql`
    select owner_id, registry, source, s.digest
    from unnest(${reported.map(roles => roles.issuerId)}::bigint[], ${reported.map(roles => roles.registry)}::text[],
      ${reported.map(roles => roles.source)}::text[]) as incoming (owner_id, registry, source)
    join role_sources s using (owner_id, registry, source)`);
  const stored = new Map(rows.map(row => [`${row.owner_id} ${row.registry} ${row.source}`, row.digest]));
  const changed = reported.filter(roles => {
    const known = stored.get(`${roles.issuerId} ${roles.registry} ${roles.source}`);
    return known === undefined ? roles.rows.length > 0 : known !== roles.digest;
  });
  if (changed.length === 0) return;
  await keepFormerReadings(tx, PEOPLE_READINGS, changed.flatMap(filingOf));
  await markAbout(tx, changed);
  await deleteRoles(tx, changed);
  await insertRoles(tx, changed);
  await markAbout(tx, changed);
}

function filingOf({ issuerId, registry, source }: EncodedRoles): FilingKey[] {
  return source.startsWith(FILING_SOURCE) ? [{ issuerId, registry, nativeId: source.slice(FILING_SOURCE.length) }] : [];
}

function keysOf(reported: readonly EncodedRoles[]): string {
  return JSON.stringify(reported.map(({ issuerId, registry, source }) => ({ issuerId, registry, source })));
}

async function deleteRoles(tx: Transaction, reported: readonly EncodedRoles[]): Promise<void> {
  const keys = keysOf(reported);
  await tx.execute(sql`
    with incoming as materialized (
      select * from json_to_recordset(${keys}::json) as row ("issuerId" bigint, registry text, source text)
    ), sources as (
      delete from role_sources old using incoming
      where old.owner_id = "issuerId" and old.registry = incoming.registry and old.source = incoming.source
    )
    delete from role_statements old using incoming
    where old.owner_id = "issuerId" and old.registry = incoming.registry and old.source = incoming.source`);
}

async function insertRoles(tx: Transaction, reported: readonly EncodedRoles[]): Promise<void> {
  const heads = reported.map(({ rows: _, ...head }) => head);
  await tx.execute(sql`
    insert into role_sources (owner_id, registry, source, digest, rules_version, read_on)
    select "issuerId", registry, source, digest, "rulesVersion", (now() at time zone 'utc')::date
    from json_to_recordset(${JSON.stringify(heads)}::json)
      as row ("issuerId" bigint, registry text, source text, digest text, "rulesVersion" text)`);
  const rows = reported.flatMap(({ issuerId, registry, source, rows }) =>
    rows.map((row, place) => ({ issuerId, registry, source, place, ...row })),
  );
  await tx.execute(sql`
    insert into role_statements (owner_id, registry, source, place, issuer_id, about_scheme, about_identifier, statement)
    select "issuerId", registry, source, place, case when "aboutScheme" is null then "issuerId" else (
        select min(i.issuer_id) from issuer_identifiers i
        where i.scheme = "aboutScheme" and i.identifier = "aboutIdentifier" having count(*) = 1) end,
      "aboutScheme", "aboutIdentifier", statement
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, registry text, source text,
      place integer, "aboutScheme" text, "aboutIdentifier" text, statement text)`);
}

/** Marks the issuers that the statements are about. */
async function markAbout(tx: Transaction, reported: readonly EncodedRoles[]): Promise<void> {
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct r.issuer_id
    from json_to_recordset(${keysOf(reported)}::json) as incoming ("issuerId" bigint, registry text, source text)
    join role_statements r on r.owner_id = "issuerId" and r.registry = incoming.registry and r.source = incoming.source
    where r.issuer_id is not null order by r.issuer_id`);
}

/** Marks the people of some issuers for gathering. */
export async function markPeople(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct issuer_id from unnest(${[...issuerIds]}::bigint[]) as issuer_id order by issuer_id`);
}

/** Marks the issuers of filings with a changed status for gathering: statements of a withdrawn filing do not count. */
export async function markPeopleOfFilings(
  tx: Transaction,
  registry: string,
  nativeIds: readonly string[],
): Promise<void> {
  if (nativeIds.length === 0) return;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select issuer_id from role_statements r
    where r.registry = ${registry} and r.source = any(${nativeIds.map(id => `filing/${id}`)}::text[])
      and r.owner_id in (select g.issuer_id from filings g
        where g.native_id = any(${[...nativeIds]}::text[]) and g.registry = ${registry})
      and r.issuer_id is not null
    union
    select o.issuer_id from filings g
    join insider_owners o on o.issuer_id = g.issuer_id and o.registry = g.registry and o.native_id = g.native_id
    where g.native_id = any(${[...nativeIds]}::text[]) and g.registry = ${registry}
    union
    select o.issuer_id from filings g
    join disclosed_stakes o on o.issuer_id = g.issuer_id and o.registry = g.registry and o.native_id = g.native_id
    where g.native_id = any(${[...nativeIds]}::text[]) and g.registry = ${registry}`);
}

/** Assigns statements that were filed under another issuer to issuers that were added or got identifiers. */
export async function findWaitingRoles(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with found as (
      update role_statements r set issuer_id = i.issuer_id
      from issuer_identifiers i
      where i.issuer_id = any(${[...issuerIds]}::bigint[]) and r.about_scheme = i.scheme
        and r.about_identifier = i.identifier and r.issuer_id is null
        and not exists (select from issuer_identifiers o
          where o.scheme = i.scheme and o.identifier = i.identifier and o.issuer_id <> i.issuer_id)
      returning r.issuer_id
    )
    insert into people_changes (issuer_id) select distinct issuer_id from found order by issuer_id`);
}
