import type { z } from 'zod';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { evidence } from '../../../figures/guidance/views.ts';
import { FILING_SOURCE } from '../../../filings/facts/model/facts.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { toPersonRef } from '../../insiders/model/insider-transaction.ts';
import { type PersonKind, prefixOfSlug } from '../model/person.ts';
import type { Relation, SinceMeaning } from '../model/role.ts';
import type { Role } from './people-shapes.ts';

/** A mandate with its company and person. */
export interface RoleRow extends EntityRefRow {
  role_id: string;
  person_id: string;
  name: string;
  kind: PersonKind;
  relation: Relation;
  role_title: string | null;
  since_date: string | null;
  since_meaning: SinceMeaning | null;
  observed_since_date: string;
  until_date: string | null;
  term_end_date: string | null;
  confirmed_date: string;
  current_until: string;
  shares: string | null;
  ownership_pct: string | null;
  ownership_min_pct: string | null;
  ownership_max_pct: string | null;
  natures_of_control: string[];
  account_numbers: string[];
  standing_proxy: string | null;
  registry: string;
  rules_version: string | null;
  /** Evidence as JSON. */
  evidence: string;
}

/** The rules that read the filing of the newest evidence of a mandate `r`; null for forms and lists. */
const RULES_VERSION = sql`(
  select s.rules_version from role_sources s, (values (r.evidence::jsonb -> 0 ->> 'filing_id')) as newest (filing_id)
  where s.owner_id = r.issuer_id and s.registry = split_part(newest.filing_id, ':', 1)
    and s.source = ${FILING_SOURCE} || substr(newest.filing_id, length(s.registry) + 2))`;

/** Columns of mandates `person_roles r`; requires {@link ROLE_JOINS}. */
export const ROLE_COLUMNS = sql`
  r.role_id, r.person_id, p.name, p.kind, r.relation, r.role_title, r.since_date, r.since_meaning, r.observed_since_date,
  r.until_date, r.term_end_date, r.confirmed_date, r.current_until, r.shares, r.ownership_pct, r.ownership_min_pct,
  r.ownership_max_pct, r.natures_of_control, r.account_numbers, r.standing_proxy, r.registry, ${RULES_VERSION} as rules_version,
  r.evidence, ${ENTITY_REF_COLUMNS}`;

export const ROLE_JOINS = sql`
  join persons p on p.person_id = r.person_id join issuers i on i.issuer_id = r.issuer_id ${entityOfRegistrant()}`;

/** The calendar day in UTC, which determines whether a mandate is current. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Mandates `r` that are current on a day. */
export function isCurrent(today: string): Sql {
  return sql`(r.current_until > ${today}::date and coalesce(r.since_date, r.observed_since_date) <= ${today}::date)`;
}

/**
 * Of a mandate `r` that several registrants of a company state for the same time, the one with a stated start, else the
 * one confirmed last.
 */
export const IS_ONLY_OR_BEST = sql`not exists (
  select from person_roles b join issuers bi on bi.issuer_id = b.issuer_id
    join issuers ri on ri.entity_id = bi.entity_id
  where ri.issuer_id = r.issuer_id and b.person_id = r.person_id and b.relation = r.relation and b.issuer_id <> r.issuer_id
    and coalesce(b.since_date, b.observed_since_date) <= r.current_until
    and coalesce(r.since_date, r.observed_since_date) <= b.current_until
    and (b.since_date is not null, b.confirmed_date, b.role_id) > (r.since_date is not null, r.confirmed_date, r.role_id))`;

/** Order of a person's mandates: current first, then latest start first. */
export function rolesInOrder(today: string): Sql {
  return sql`${isCurrent(today)} desc, r.since_date desc nulls last, r.observed_since_date desc, r.role_id`;
}

/** A mandate for responses, without its person. */
export function toRole(row: RoleRow, today: string): Role {
  const isNow = row.current_until > today && (row.since_date ?? row.observed_since_date) <= today;
  return {
    role_id: row.role_id,
    entity: toEntityRef(row),
    relation: row.relation,
    role_title: row.role_title,
    is_current: isNow,
    since_date: row.since_date,
    since_meaning: row.since_meaning,
    observed_since_date: row.observed_since_date,
    until_date: row.until_date,
    term_end_date: row.term_end_date,
    tenure_years: tenureOf(row, today),
    shares: numberOf(row.shares),
    ownership_pct: numberOf(row.ownership_pct),
    ownership_min_pct: numberOf(row.ownership_min_pct),
    ownership_max_pct: numberOf(row.ownership_max_pct),
    natures_of_control: row.natures_of_control,
    account_numbers: row.account_numbers,
    standing_proxy: row.standing_proxy,
    confirmed_date: row.confirmed_date,
    source: row.registry,
    rules_version: row.rules_version,
    evidence: JSON.parse(row.evidence) as z.input<typeof evidence>[],
  };
}

/** A mandate for responses about a company. */
export function toHeldRole(row: RoleRow, today: string): Role {
  const { role_id, ...rest } = toRole(row, today);
  return { role_id, person: toPersonRef(row), ...rest };
}

/**
 * Tenure until today if current, else until the end; if no source confirms that it continues, until the last
 * confirmation.
 */
function tenureOf({ since_date, until_date, current_until, confirmed_date }: RoleRow, today: string): number | null {
  if (since_date === null || since_date > today) return null;
  const ended = until_date !== null && until_date <= today ? until_date : null;
  const end = ended ?? (current_until > today ? today : confirmed_date);
  return end < since_date ? 0 : yearsBetween(since_date, end);
}

/** Years in whole tenths, rounded down. */
export function yearsBetween(from: string, until: string): number {
  return Math.floor(((Date.parse(until) - Date.parse(from)) / (365.2425 * 86_400_000)) * 10) / 10;
}

/** The day a number of years earlier; 29 February becomes 28 February if that year has none. */
export function yearsBefore(today: string, years: number): Sql {
  return sql`(${today}::date - make_interval(days => round((${years}::float8 * 365.2425)::numeric)::integer))::date`;
}

function numberOf(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}

/** A person found by a current or former slug. */
export interface FoundPerson {
  person_id: string;
  name: string;
  kind: PersonKind;
  named_at: string;
}

/** The person with a slug; if merged, the person that it was merged into. Throws `not_found`. */
export async function findPerson(db: Database, slug: string): Promise<FoundPerson> {
  const prefix = prefixOfSlug(slug);
  const person =
    prefix === null
      ? null
      : await db.queryOne<FoundPerson>(sql`
          with recursive found as (
            select person_id, 1 as depth from persons where id_prefix = ${prefix}
            union all
            select m.kept_id, depth + 1 from found join person_merges m on m.absorbed_id = person_id and m.state = 'active'
            where depth < 8
          )
          select person_id, name, kind, named_at from found join persons using (person_id) order by depth desc limit 1`);
  if (person !== null) return person;
  throw new AsfiledError('not_found', `No person has the slug ${slug}. Use a slug from GET /api/v1/people.`);
}

/** All ids of a person: its own, and those merged into it. */
export function idsOfPerson(personId: string): Sql {
  return sql`
    with recursive same as (
      select ${personId}::uuid as person_id, 1 as depth
      union all
      select m.absorbed_id, depth + 1 from same join person_merges m on m.kept_id = person_id and m.state = 'active'
      where depth < 8
    ) select person_id from same`;
}

/** The latest date of some mandates; null if there are none. */
export function newestOf(rows: readonly Pick<RoleRow, 'confirmed_date'>[]): string | null {
  const newest = rows
    .map(row => row.confirmed_date)
    .sort()
    .at(-1);
  return newest === undefined ? null : `${newest}T00:00:00Z`;
}
