import type { z } from 'zod';
import { type Sql, sql } from '../../../../db/database.ts';
import type { TargetStatus } from '../model.ts';
import type { climateTarget } from './climate-shapes.ts';

/** A row of a list as responses show it. */
export interface TargetRow {
  near_term_status: TargetStatus | null;
  near_term_classification: string | null;
  near_term_target_year: number | null;
  net_zero_status: TargetStatus | null;
  net_zero_year: number | null;
  target_text: string | null;
  status_date: string | null;
  status_reason: string | null;
  vintage_date: string;
  is_listed: boolean;
  matched_on: 'lei' | 'isin' | 'name';
  source: string;
}

/** The date of the newest list of the source of `climate_targets t`; a sample list only if no other is stored. */
export const NEWEST_LIST = sql`(
  select v.vintage from climate_vintages v where v.source = t.source order by v.is_fictional, v.vintage desc limit 1)`;

/** Columns of {@link TargetRow}; requires `climate_targets t`, and `matched_on` of links `k`. */
export const TARGET_COLUMNS = sql`
  t.near_term_status, t.near_term_classification, t.near_term_target_year, t.net_zero_status, t.net_zero_year, t.target_text,
  t.status_date, t.status_reason, t.last_vintage as vintage_date, t.source, k.matched_on,
  t.first_vintage <= ${NEWEST_LIST} and t.last_vintage >= ${NEWEST_LIST} as is_listed`;

export function toTarget(row: TargetRow): z.input<typeof climateTarget> {
  const { vintage_date, is_listed, matched_on, source, ...stated } = row;
  return { ...stated, vintage_date, is_listed, matched_on, source };
}

/** The full name including the legal form, ignoring case and punctuation. */
function exactName(name: Sql): Sql {
  return sql`lower(regexp_replace(${name}, '[^[:alnum:]]+', '', 'g'))`;
}

/** Whether the entity of `i` has another LEI than the row states. */
const HAS_OTHER_LEI = sql`
  exists (select from issuers o join issuer_identifiers n on n.issuer_id = o.issuer_id
    where o.entity_id = i.entity_id and n.scheme = 'lei' and n.identifier <> t.lei)`;

/**
 * Links rows `(source, target_digest)` to entities, with the matching rule. A legal entity identifier takes precedence.
 * An ISIN matches if the row's LEI is of no other entity and no row with another name has the same ISIN in lists of the
 * same date, because lists contain subsidiaries and suppliers with another company's ISIN. Otherwise an identical name
 * in the same country matches if only one company has it. Identifiers are joined in both directions, so that indexes
 * serve both lists and companies.
 */
export const TARGET_LINKS = sql`
  select distinct on (entity_id, source, target_digest) entity_id, source, target_digest, matched_on
  from (
    select i.entity_id, t.source, t.target_digest, 'lei' as matched_on, 1 as rank
    from climate_targets t
      join issuer_identifiers n on n.scheme = 'lei' and n.identifier = t.lei
      join issuers i on i.issuer_id = n.issuer_id
    union all
    select i.entity_id, t.source, t.target_digest, 'lei', 1
    from climate_targets t join issuers i on i.canonical_key = 'lei:' || t.lei and substr(i.canonical_key, 5) = t.lei
    union all
    select i.entity_id, t.source, t.target_digest, 'isin', 2
    from climate_targets t
      join climate_target_isins c on c.source = t.source and c.target_digest = t.target_digest
      join (
        select issuer_id, isin from listings where isin is not null
        union all select issuer_id, isin from issuer_isins
        union all select issuer_id, identifier from issuer_identifiers where scheme = 'isin'
      ) s on s.isin = c.isin
      join issuers i on i.issuer_id = s.issuer_id
    where (t.lei is null or not ${HAS_OTHER_LEI})
      and not exists (
        select from climate_target_isins c2
          join climate_targets t2 on t2.source = c2.source and t2.target_digest = c2.target_digest
        where c2.isin = c.isin and t2.name_key <> t.name_key
          and t2.first_vintage <= t.last_vintage and t2.last_vintage >= t.first_vintage)
    union all
    select i.entity_id, t.source, t.target_digest, 'name', 3
    from climate_targets t
      join issuer_names n on n.name_key = t.name_key and n.matched = 'name'
      join issuers i on i.issuer_id = n.issuer_id and i.country_code = t.country_code
        and ${exactName(sql`i.company_name`)} = ${exactName(sql`t.company_name`)}
    where (t.lei is null or not ${HAS_OTHER_LEI})
      and not (
        exists (select from climate_target_isins c where c.source = t.source and c.target_digest = t.target_digest)
        and exists (select from listings l join issuers o on o.issuer_id = l.issuer_id
          where o.entity_id = i.entity_id and l.isin is not null))
      and not exists (
        select from issuer_names n2 join issuers i2 on i2.issuer_id = n2.issuer_id
        where n2.name_key = t.name_key and n2.matched = 'name' and i2.country_code = t.country_code
          and i2.entity_id <> i.entity_id and ${exactName(sql`i2.company_name`)} = ${exactName(sql`t.company_name`)})
  ) found
  order by entity_id, source, target_digest, rank`;
