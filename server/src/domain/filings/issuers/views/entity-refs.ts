import { empty, type Sql, sql } from '../../../../db/database.ts';

/** The part of a company that stands in answers about it. */
export interface EntityRefRow {
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home one; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
}

/** A row’s columns of its company, and none of the others. */
export function toEntityRef({ canonical_key, company_name, ticker, market_id }: EntityRefRow): EntityRefRow {
  return { canonical_key, company_name, ticker, market_id };
}

/** How the listings `l` of one entity are put in order. */
export const HOME_FIRST = sql`coalesce(l.is_entity_home, l.is_home) desc, l.status, l.market_id, l.ticker, l.issuer_id`;

/** Columns of {@link EntityRefRow}; needs {@link entityOfRegistrant}. */
export const ENTITY_REF_COLUMNS = sql`e.canonical_key, e.company_name, l.ticker, l.market_id`;

/**
 * From a registrant `issuers i` to the lead `e` of its entity and the listing `l` that stands for it: one of `marketId`
 * where it has one, else the home listing.
 */
export function entityOfRegistrant(marketId?: string): Sql {
  const preferred = marketId === undefined ? empty : sql`l.market_id <> ${marketId}, `;
  return sql`
    join issuers e on e.issuer_id = i.entity_id
    left join lateral (
      select l.ticker, l.market_id from issuers o join listings l on l.issuer_id = o.issuer_id
      where o.entity_id = i.entity_id order by ${preferred} ${HOME_FIRST} limit 1) l on true`;
}
