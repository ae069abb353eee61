import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { type RoleStatement, roleStatement } from '../model/role.ts';
import { type GatheredPerson, gatherPeople, identifierKey, pairKey } from '../rules/gather-people.ts';
import type { SourcedStatement } from '../rules/role-terms.ts';

/** A stored statement about a person of one issuer. */
interface StoredStatement {
  issuerId: string;
  registry: string;
  /** Id of the filing that states it; null for a list of the registry. */
  filingId: string | null;
  url: string | null;
  /** Day of reading, for lists without a date. */
  readOn: string;
  /** RoleStatement of model/role.ts, as JSON. */
  statement: string;
}

/**
 * Statements about the people of some issuers: from lists and filings, and by insiders and holders about themselves. With `until`, of
 * filings known before that instant, and of lists read before it.
 */
export async function readStatementsOf(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<Map<string, SourcedStatement[]>> {
  const byIssuer = new Map<string, SourcedStatement[]>();
  for (const one of await readStatements(db, issuerIds, until)) addToList(byIssuer, one.issuerId, toStatement(one));
  for (const one of await readInsiders(db, issuerIds, until)) {
    for (const stated of ofInsider(one)) addToList(byIssuer, one.issuerId, stated);
  }
  for (const one of await readStakes(db, issuerIds, until)) addToList(byIssuer, one.issuerId, ofStake(one));
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

/** A person at an issuer. */
export interface AtIssuer {
  issuerId: string;
  person: GatheredPerson;
}

/** Groups the statements about some issuers into people. Mandates at other issuers are those that are stored now. */
export async function gatherPeopleOf(
  db: Database,
  keys: ReadonlyMap<string, IssuerKeys>,
  statements: ReadonlyMap<string, readonly SourcedStatement[]>,
): Promise<AtIssuer[]> {
  const numbered = [...statements.values()].flat().flatMap(statement => statement.identifier ?? []);
  const mandatesElsewhere = Map.groupBy(await readMandatesElsewhere(db, distinct(numbered)), identifierKey);
  const separatedPairs = new Set((await readSeparatedPairs(db)).map(({ a, b }) => pairKey(a, b)));
  return [...keys].flatMap(([issuerId, key]) =>
    gatherPeople(key.company, statements.get(issuerId) ?? [], { mandatesElsewhere, separatedPairs }).map(person => ({
      issuerId,
      person,
    })),
  );
}

function distinct(identifiers: readonly { scheme: string; identifier: string }[]) {
  return [...new Map(identifiers.map(identifier => [identifierKey(identifier), identifier])).values()];
}

function standingKnown(until: Instant | null): Sql {
  return until === null ? empty : sql`and g.since < ${until}::timestamptz`;
}

async function readStatements(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<StoredStatement[]> {
  const known =
    until === null
      ? empty
      : sql`and case when r.source like 'filing/%' then exists (
          select from filings f where f.issuer_id = r.owner_id and f.registry = r.registry
            and f.native_id = substr(r.source, 8) and f.known_at < ${until}::timestamptz)
        else s.read_on < ${until}::timestamptz end`;
  return db.query<StoredStatement>(sql`
    select r.issuer_id as "issuerId", r.registry, s.read_on as "readOn", r.statement,
      case when r.source like 'filing/%' then r.registry || ':' || substr(r.source, 8) end as "filingId",
      case when r.source not like 'filing/%' then t.documents::jsonb->0->>'url' end as url
    from role_statements r join role_sources s using (owner_id, registry, source)
    left join issuer_statements t on t.issuer_id = r.owner_id and t.registry = r.registry and t.source = r.source
    where r.issuer_id = any(${[...issuerIds]}::bigint[])
      and not exists (select from filing_standings g where r.source like 'filing/%' and g.registry = r.registry
        and g.native_id = substr(r.source, 8) and g.status in ('withdrawn', 'closed') ${standingKnown(until)})
      ${known}
    order by r.owner_id, r.registry, r.source, r.place`);
}

/** A date on which a person reported as an insider (Forms 3, 4 and 5), with the relations ticked on the form. */
interface StoredInsider {
  issuerId: string;
  identifier: string;
  name: string;
  /** Surname first, as in the registry. */
  nameAsFiled: string;
  kind: 'person' | 'institution';
  isDirector: boolean;
  isOfficer: boolean;
  isTenPercentOwner: boolean;
  officerTitle: string | null;
  filingId: string;
  filingDate: string;
}

/** The first and last report of each insider of some issuers, per combination of relations and title. */
async function readInsiders(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<StoredInsider[]> {
  const known = until === null ? empty : sql`and r.known_at < ${until}::timestamptz`;
  return db.query<StoredInsider>(sql`
    select distinct issuer_id as "issuerId", identifier, name, coalesce(name_as_filed, name) as "nameAsFiled", kind, is_director as "isDirector",
      is_officer as "isOfficer", is_ten_percent_owner as "isTenPercentOwner", officer_title as "officerTitle",
      registry || ':' || native_id as "filingId", filing_date as "filingDate"
    from (
      select o.issuer_id, d.identifier, p.name, p.kind, o.is_director, o.is_officer, o.is_ten_percent_owner,
        o.officer_title, o.name_as_filed, r.registry, r.native_id, r.filing_date,
        row_number() over earliest as n_first, row_number() over latest as n_last
      from insider_owners o
      join insider_reports r using (issuer_id, registry, native_id)
      join persons p using (person_id)
      join person_identifiers d on d.person_id = p.person_id and d.scheme = 'cik'
      where o.issuer_id = any(${[...issuerIds]}::bigint[]) ${known}
        and not exists (select from filing_standings g where g.registry = r.registry and g.native_id = r.native_id
          and g.status in ('withdrawn', 'closed') ${standingKnown(until)})
      window earliest as (partition by o.issuer_id, d.identifier, o.is_director, o.is_officer, o.is_ten_percent_owner,
          o.officer_title, o.name_as_filed order by r.filing_date, r.native_id),
        latest as (partition by o.issuer_id, d.identifier, o.is_director, o.is_officer, o.is_ten_percent_owner,
          o.officer_title, o.name_as_filed order by r.filing_date desc, r.native_id desc)
    ) seen
    where n_first = 1 or n_last = 1
    order by "issuerId", identifier, "filingDate", "filingId"`);
}

/** A disclosed stake of more than five percent (Schedules 13D and 13G). */
interface StoredStake {
  issuerId: string;
  /** Central index key; null if the schedule states none. */
  cik: string | null;
  name: string;
  nameAsFiled: string;
  kind: 'person' | 'institution';
  schedule: string;
  securityTitle: string | null;
  /** Date of the event that required the schedule, else its filing date. */
  asOf: string;
  isExit: boolean;
  shares: string | null;
  percent: string | null;
  filingId: string;
}

async function readStakes(db: Database, issuerIds: readonly string[], until: Instant | null): Promise<StoredStake[]> {
  const known = until === null ? empty : sql`and s.known_at < ${until}::timestamptz`;
  return db.query<StoredStake>(sql`
    select s.issuer_id as "issuerId", d.identifier as cik, p.name, s.name_as_filed as "nameAsFiled", p.kind, r.schedule,
      r.security_title as "securityTitle", coalesce(r.event_date, r.filing_date) as "asOf", r.is_exit as "isExit",
      s.shares, s.percent, s.registry || ':' || s.native_id as "filingId"
    from disclosed_stakes s
    join stake_reports r using (issuer_id, registry, native_id)
    join persons p using (person_id)
    left join person_identifiers d on d.person_id = p.person_id and d.scheme = 'cik'
    where s.issuer_id = any(${[...issuerIds]}::bigint[]) ${known}
      and not exists (select from filing_standings g where g.registry = s.registry and g.native_id = s.native_id
        and g.status in ('withdrawn', 'closed') ${standingKnown(until)})
    order by s.issuer_id, s.native_id, s.place`);
}

/** Canonical keys of an issuer and of its company. */
export interface IssuerKeys {
  own: string;
  company: string;
}

export async function readIssuerKeys(db: Database, issuerIds: readonly string[]): Promise<Map<string, IssuerKeys>> {
  const rows = await db.query<IssuerKeys & { issuer_id: string }>(sql`
    select i.issuer_id, i.canonical_key as own, e.canonical_key as company
    from issuers i join issuers e on e.issuer_id = i.entity_id
    where i.issuer_id = any(${[...issuerIds]}::bigint[])`);
  return new Map(rows.map(({ issuer_id, ...keys }) => [issuer_id, keys]));
}

/** The mandates of persons with an identifier: one row per identifier and issuer. */
async function readMandatesElsewhere(
  db: Database,
  identifiers: readonly { scheme: string; identifier: string }[],
): Promise<{ scheme: string; identifier: string; issuerId: string; from: string; until: string }[]> {
  return db.query(sql`
    select d.scheme, d.identifier, r.issuer_id as "issuerId",
      min(coalesce(r.since_date, r.observed_since_date)) as "from", max(r.current_until) as until
    from json_to_recordset(${JSON.stringify(identifiers)}::json) as wanted (scheme text, identifier text)
    join person_identifiers d using (scheme, identifier)
    join person_roles r on r.person_id = d.person_id
    group by d.scheme, d.identifier, r.issuer_id order by d.scheme, d.identifier, r.issuer_id`);
}

/** Pairs of identifiers that an operator separated, for all issuers; there are few. */
async function readSeparatedPairs(db: Database): Promise<{ a: string; b: string }[]> {
  return db.query(sql`
    select a.scheme || ':' || a.identifier as a, b.scheme || ':' || b.identifier as b
    from person_merges m join person_identifiers a on a.person_id = m.kept_id
    join person_identifiers b on b.person_id = m.absorbed_id
    where m.state = 'undone'`);
}

/** The current person for each id: the one that it was merged into. */
export async function readMergedInto(db: Database, personIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ absorbed_id: string; kept_id: string }>(sql`
    with recursive taken as (
      select absorbed_id, kept_id, 1 as depth from person_merges
      where absorbed_id = any(${[...personIds]}::uuid[]) and state = 'active'
      union all
      select t.absorbed_id, m.kept_id, depth + 1 from taken t
      join person_merges m on m.absorbed_id = t.kept_id and m.state = 'active' where depth < 8
    )
    select distinct on (absorbed_id) absorbed_id, kept_id from taken order by absorbed_id, depth desc`);
  return new Map(rows.map(row => [row.absorbed_id, row.kept_id]));
}
