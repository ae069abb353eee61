import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import type { RoleTerm } from '../rules/role-terms.ts';

/** A stored statement about a person of one issuer. */
export interface StoredStatement {
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

/** Locks the gathering of people until the end of the transaction. */
export async function claimGathering(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${GATHERING_LOCK}::bigint)`);
}

const GATHERING_LOCK = 7_203_117;

/** Takes some issuers with changed statements, the longest waiting first. */
export async function takePeopleChanges(
  tx: Transaction,
  limit: number,
): Promise<{ changeIds: string[]; issuerIds: string[] }> {
  const rows = await tx.query<{ change_id: string; issuer_id: string }>(sql`
    select change_id, issuer_id from people_changes order by change_id limit ${limit}::integer`);
  return { changeIds: rows.map(row => row.change_id), issuerIds: [...new Set(rows.map(row => row.issuer_id))] };
}

export async function forgetPeopleChanges(tx: Transaction, changeIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from people_changes where change_id = any(${[...changeIds]}::bigint[])`);
}

/** Whether any issuer has changed statements. */
export async function hasPeopleChanges(db: Database): Promise<boolean> {
  return (await db.queryOne(sql`select change_id from people_changes order by change_id limit 1`)) !== null;
}

/** All statements about some issuers. */
export async function readStatements(tx: Transaction, issuerIds: readonly string[]): Promise<StoredStatement[]> {
  return tx.query<StoredStatement>(sql`
    select r.issuer_id as "issuerId", r.registry, s.read_on as "readOn", r.statement,
      case when r.source like 'filing/%' then r.registry || ':' || substr(r.source, 8) end as "filingId",
      case when r.source not like 'filing/%' then t.documents::jsonb->0->>'url' end as url
    from role_statements r join role_sources s using (owner_id, registry, source)
    left join issuer_statements t on t.issuer_id = r.owner_id and t.registry = r.registry and t.source = r.source
    where r.issuer_id = any(${[...issuerIds]}::bigint[])
      and not exists (select from filing_standings g where r.source like 'filing/%' and g.registry = r.registry
        and g.native_id = substr(r.source, 8) and g.status in ('withdrawn', 'closed'))
    order by r.owner_id, r.registry, r.source, r.place`);
}

/** A date on which a person reported as an insider (Forms 3, 4 and 5), with the relations ticked on the form. */
export interface StoredInsider {
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
export async function readInsiders(tx: Transaction, issuerIds: readonly string[]): Promise<StoredInsider[]> {
  return tx.query<StoredInsider>(sql`
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
      where o.issuer_id = any(${[...issuerIds]}::bigint[])
        and not exists (select from filing_standings g where g.registry = r.registry and g.native_id = r.native_id
          and g.status in ('withdrawn', 'closed'))
      window earliest as (partition by o.issuer_id, d.identifier, o.is_director, o.is_officer, o.is_ten_percent_owner,
          o.officer_title, o.name_as_filed order by r.filing_date, r.native_id),
        latest as (partition by o.issuer_id, d.identifier, o.is_director, o.is_officer, o.is_ten_percent_owner,
          o.officer_title, o.name_as_filed order by r.filing_date desc, r.native_id desc)
    ) seen
    where n_first = 1 or n_last = 1
    order by "issuerId", identifier, "filingDate", "filingId"`);
}

/** A disclosed stake of more than five percent (Schedules 13D and 13G). */
export interface StoredStake {
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

export async function readStakes(tx: Transaction, issuerIds: readonly string[]): Promise<StoredStake[]> {
  return tx.query<StoredStake>(sql`
    select s.issuer_id as "issuerId", d.identifier as cik, p.name, s.name_as_filed as "nameAsFiled", p.kind, r.schedule,
      r.security_title as "securityTitle", coalesce(r.event_date, r.filing_date) as "asOf", r.is_exit as "isExit",
      s.shares, s.percent, s.registry || ':' || s.native_id as "filingId"
    from disclosed_stakes s
    join stake_reports r using (issuer_id, registry, native_id)
    join persons p using (person_id)
    left join person_identifiers d on d.person_id = p.person_id and d.scheme = 'cik'
    where s.issuer_id = any(${[...issuerIds]}::bigint[])
      and not exists (select from filing_standings g where g.registry = s.registry and g.native_id = s.native_id
        and g.status in ('withdrawn', 'closed'))
    order by s.issuer_id, s.native_id, s.place`);
}

/** Canonical keys of an issuer and of its company. */
export interface IssuerKeys {
  own: string;
  company: string;
}

export async function readIssuerKeys(tx: Transaction, issuerIds: readonly string[]): Promise<Map<string, IssuerKeys>> {
  const rows = await tx.query<IssuerKeys & { issuer_id: string }>(sql`
    select i.issuer_id, i.canonical_key as own, e.canonical_key as company
    from issuers i join issuers e on e.issuer_id = i.entity_id
    where i.issuer_id = any(${[...issuerIds]}::bigint[])`);
  return new Map(rows.map(({ issuer_id, ...keys }) => [issuer_id, keys]));
}

/** Marks the people of all registrants of some issuers' companies for gathering. */
export async function markPeopleOfCompanies(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct r.issuer_id from issuers i join issuers o on o.entity_id = i.entity_id
    join person_roles r on r.issuer_id = o.issuer_id
    where i.issuer_id = any(${[...issuerIds]}::bigint[]) order by r.issuer_id`);
}

/** The mandates of persons with an identifier: one row per identifier and issuer. */
export async function readMandatesElsewhere(
  tx: Transaction,
  identifiers: readonly { scheme: string; identifier: string }[],
): Promise<{ scheme: string; identifier: string; issuerId: string; from: string; until: string }[]> {
  return tx.query(sql`
    select d.scheme, d.identifier, r.issuer_id as "issuerId",
      min(coalesce(r.since_date, r.observed_since_date)) as "from", max(r.current_until) as until
    from json_to_recordset(${JSON.stringify(identifiers)}::json) as wanted (scheme text, identifier text)
    join person_identifiers d using (scheme, identifier)
    join person_roles r on r.person_id = d.person_id
    group by d.scheme, d.identifier, r.issuer_id order by d.scheme, d.identifier, r.issuer_id`);
}

/** Pairs of identifiers that an operator separated, for all issuers; there are few. */
export async function readSeparatedPairs(tx: Transaction): Promise<{ a: string; b: string }[]> {
  return tx.query(sql`
    select a.scheme || ':' || a.identifier as a, b.scheme || ':' || b.identifier as b
    from person_merges m join person_identifiers a on a.person_id = m.kept_id
    join person_identifiers b on b.person_id = m.absorbed_id
    where m.state = 'undone'`);
}

/** A merge of one person into another, and the reason. */
export interface PersonMerge {
  keptId: string;
  absorbedId: string;
  rule: string;
  issuerId: string;
  evidence: string;
}

/**
 * Replaces the merges found at some issuers, except operators' decisions. Returns the other issuers with mandates of
 * persons whose merge changed.
 */
export async function replaceMerges(
  tx: Transaction,
  issuerIds: readonly string[],
  merges: readonly PersonMerge[],
): Promise<string[]> {
  const wanted = JSON.stringify(merges);
  const touched = await tx.query<{ absorbed_id: string; kept_id: string }>(sql`
    with wanted as materialized (
      select * from json_to_recordset(${wanted}::json)
        as row ("keptId" uuid, "absorbedId" uuid, rule text, "issuerId" bigint, evidence text)
    ), gone as (
      delete from person_merges m where m.state = 'active' and m.issuer_id = any(${[...issuerIds]}::bigint[])
        and not exists (select from wanted where "keptId" = m.kept_id and "absorbedId" = m.absorbed_id)
      returning m.absorbed_id, m.kept_id
    ) select * from gone`);
  const added = await tx.query<{ absorbed_id: string; kept_id: string }>(sql`
    insert into person_merges as old (kept_id, absorbed_id, rule, issuer_id, evidence)
    select "keptId", "absorbedId", rule, "issuerId", evidence
    from json_to_recordset(${wanted}::json)
      as row ("keptId" uuid, "absorbedId" uuid, rule text, "issuerId" bigint, evidence text)
    where not exists (select from person_merges m where m.absorbed_id = "absorbedId" and m.state = 'active')
    on conflict do nothing returning absorbed_id, kept_id`);
  const ids = [...touched, ...added].flatMap(row => [row.absorbed_id, row.kept_id]);
  if (ids.length === 0) return [];
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from person_roles
    where person_id = any(${ids}::uuid[]) and issuer_id <> all(${[...issuerIds]}::bigint[])`);
  return rows.map(row => row.issuer_id);
}

/** The current person for each id: the one that it was merged into. */
export async function readMergedInto(tx: Transaction, personIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ absorbed_id: string; kept_id: string }>(sql`
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

/** A mandate ready to be stored. */
export interface RoleRow extends Omit<RoleTerm, 'evidence'> {
  issuerId: string;
  roleId: string;
  personId: string;
  /** JSON. */
  evidence: string;
}

/** Replaces the mandates at some issuers. Returns the persons of the old and the new ones. */
export async function replaceRoles(
  tx: Transaction,
  issuerIds: readonly string[],
  roles: readonly RoleRow[],
): Promise<string[]> {
  const rows = JSON.stringify(roles);
  const gone = await tx.query<{ person_id: string }>(sql`
    delete from person_roles old
    where old.issuer_id = any(${[...issuerIds]}::bigint[]) and not exists (
      select from json_to_recordset(${rows}::json) as row ("issuerId" bigint, "roleId" uuid)
      where "issuerId" = old.issuer_id and "roleId" = old.role_id)
    returning person_id`);
  await tx.execute(sql`
    insert into person_roles as old (issuer_id, role_id, person_id, relation, role_title, since_date, since_meaning,
      observed_since_date, until_date, term_end_date, confirmed_date, current_until, shares, ownership_pct,
      ownership_min_pct, ownership_max_pct, natures_of_control, account_numbers, standing_proxy, registry, evidence)
    select "issuerId", "roleId", "personId", relation, "roleTitle", "sinceDate", "sinceMeaning", "observedSinceDate",
      "untilDate", "termEndDate", "confirmedDate", "currentUntil", shares, "ownershipPct", "ownershipMinPct",
      "ownershipMaxPct", array(select jsonb_array_elements_text("naturesOfControl")),
      array(select jsonb_array_elements_text("accountNumbers")), "standingProxy", registry, evidence
    from json_to_recordset(${rows}::json) as row ("issuerId" bigint, "roleId" uuid, "personId" uuid, relation text,
      "roleTitle" text, "sinceDate" date, "sinceMeaning" text, "observedSinceDate" date, "untilDate" date,
      "termEndDate" date, "confirmedDate" date, "currentUntil" date, shares numeric, "ownershipPct" numeric,
      "ownershipMinPct" numeric, "ownershipMaxPct" numeric, "naturesOfControl" jsonb, "accountNumbers" jsonb,
      "standingProxy" text, registry text, evidence text)
    on conflict (issuer_id, role_id) do update set person_id = excluded.person_id, role_title = excluded.role_title,
      since_date = excluded.since_date, since_meaning = excluded.since_meaning,
      observed_since_date = excluded.observed_since_date, until_date = excluded.until_date,
      term_end_date = excluded.term_end_date, confirmed_date = excluded.confirmed_date,
      current_until = excluded.current_until, shares = excluded.shares, ownership_pct = excluded.ownership_pct,
      ownership_min_pct = excluded.ownership_min_pct, ownership_max_pct = excluded.ownership_max_pct,
      natures_of_control = excluded.natures_of_control, account_numbers = excluded.account_numbers,
      standing_proxy = excluded.standing_proxy, registry = excluded.registry, evidence = excluded.evidence
    where (old.person_id, old.role_title, old.since_date, old.since_meaning, old.observed_since_date, old.until_date,
        old.term_end_date, old.confirmed_date, old.current_until, old.shares, old.ownership_pct, old.ownership_min_pct,
        old.ownership_max_pct, old.natures_of_control, old.account_numbers, old.standing_proxy, old.registry, old.evidence)
      is distinct from (excluded.person_id, excluded.role_title, excluded.since_date, excluded.since_meaning,
        excluded.observed_since_date, excluded.until_date, excluded.term_end_date, excluded.confirmed_date,
        excluded.current_until, excluded.shares, excluded.ownership_pct, excluded.ownership_min_pct,
        excluded.ownership_max_pct, excluded.natures_of_control, excluded.account_numbers, excluded.standing_proxy,
        excluded.registry, excluded.evidence)`);
  return [...new Set([...gone.map(row => row.person_id), ...roles.map(role => role.personId)])];
}

/** Facts about a person apart from mandates. */
export interface PersonFacts {
  personId: string;
  nameKey: string;
  born: string | null;
  countryCode: string | null;
}

/** Recomputes the columns by which lists of people are filtered and sorted, for some persons. */
export async function refreshCards(
  tx: Transaction,
  personIds: readonly string[],
  reported: readonly PersonFacts[],
): Promise<void> {
  await tx.execute(sql`
    delete from person_cards c where c.person_id = any(${[...personIds]}::uuid[])
      and not exists (select from person_roles r where r.person_id = c.person_id)`);
  await tx.execute(sql`
    insert into person_cards as old (person_id, name, name_key, kind, born, country_code, companies_count, relations,
      market_ids, market_relations, ownership_pct, names)
    select p.person_id, p.name, coalesce(t."nameKey", lower(p.name)), p.kind, t.born, t."countryCode", s.companies_count,
      s.relations, s.market_ids, s.market_relations, s.ownership_pct, called.names
    from (
      -- A company is in the markets of all its registrants.
      select r.person_id, count(distinct i.entity_id)::integer as companies_count,
        array_agg(distinct r.relation order by r.relation) as relations,
        coalesce(array_agg(distinct o.market_id order by o.market_id) filter (where o.market_id <> ''), '{}') as market_ids,
        array_agg(distinct o.market_id || ':' || r.relation) as market_relations,
        max(coalesce(r.ownership_pct, r.ownership_min_pct)) filter (where r.until_date is null) as ownership_pct
      from person_roles r join issuers i using (issuer_id) join issuers o on o.entity_id = i.entity_id
      where r.person_id = any(${[...personIds]}::uuid[]) group by r.person_id
    ) s
    join persons p using (person_id)
    cross join lateral (
      with recursive same as (
        select p.person_id, 1 as depth
        union all
        select m.absorbed_id, depth + 1 from same
        join person_merges m on m.kept_id = same.person_id and m.state = 'active' where depth < 8
      )
      select coalesce(string_agg(distinct n.name_key collate "C", E'\\n'), '') as names
      from same join person_names n using (person_id) where n.name_key <> ''
    ) called
    left join json_to_recordset(${JSON.stringify(reported)}::json)
      as t ("personId" uuid, "nameKey" text, born text, "countryCode" text) on t."personId" = p.person_id
    on conflict (person_id) do update set name = excluded.name, name_key = excluded.name_key, kind = excluded.kind,
      born = coalesce(excluded.born, old.born), country_code = coalesce(excluded.country_code, old.country_code),
      companies_count = excluded.companies_count, relations = excluded.relations, market_ids = excluded.market_ids,
      market_relations = excluded.market_relations, ownership_pct = excluded.ownership_pct, names = excluded.names
    where (old.name, old.name_key, old.kind, old.companies_count, old.relations, old.market_ids,
        old.market_relations, old.ownership_pct, old.names)
      is distinct from (excluded.name, excluded.name_key, excluded.kind, excluded.companies_count, excluded.relations,
        excluded.market_ids, excluded.market_relations, excluded.ownership_pct, excluded.names)
      or (old.born, old.country_code) is distinct from
        (coalesce(excluded.born, old.born), coalesce(excluded.country_code, old.country_code))`);
}

/** Recomputes the number of companies of the persons of some issuers whose entities changed. */
export async function recountCards(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update person_cards c set companies_count = s.companies_count
    from (
      select r.person_id, count(distinct i.entity_id)::integer as companies_count
      from person_roles r join issuers i using (issuer_id)
      where r.person_id in (select person_id from person_roles where issuer_id = any(${[...issuerIds]}::bigint[]))
      group by r.person_id
    ) s
    where s.person_id = c.person_id and c.companies_count <> s.companies_count`);
}
