import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import type { Mandate } from '../rules/mandates.ts';

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

/** Marks the people of all registrants of some issuers' companies for gathering. */
export async function markPeopleOfCompanies(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct r.issuer_id from issuers i join issuers o on o.entity_id = i.entity_id
    join person_roles r on r.issuer_id = o.issuer_id
    where i.issuer_id = any(${[...issuerIds]}::bigint[]) order by r.issuer_id`);
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

/** Replaces the mandates at some issuers. Returns the persons of the old and the new ones. */
export async function replaceRoles(
  tx: Transaction,
  issuerIds: readonly string[],
  roles: readonly Mandate[],
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
