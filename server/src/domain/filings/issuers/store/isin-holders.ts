import { type Database, sql } from '../../../../db/database.ts';
import type { KnownIssuer } from '../model/issuer.ts';

/** One more than anybody asks about. */
const MOST_ISINS = 101;

/**
 * Issuers with ISINs of which no registrant has a listing, except those that `registry` was asked about before. Those with
 * filings come first.
 */
export async function listUnlistedIssuers(db: Database, registry: string, limit: number): Promise<KnownIssuer[]> {
  return db.query<KnownIssuer>(sql`
    select i.canonical_key as "canonicalKey", i.country_code as "countryCode",
      array(select isin from issuer_isins n where n.issuer_id = i.issuer_id order by isin limit ${MOST_ISINS}::integer) as isins
    from issuers i
    where i.issuer_id in (select issuer_id from issuer_isins)
      and not exists (
        select from issuers o join listings l on l.issuer_id = o.issuer_id where o.entity_id = i.entity_id)
      and not exists (
        select from issuer_statements s where s.issuer_id = i.issuer_id and s.registry = ${registry})
    order by not exists (select from filings g where g.issuer_id = i.issuer_id), i.canonical_key collate "C"
    limit ${limit}::integer`);
}

/** Issuers with ISINs by canonical key, LEI or one of the ISINs, listed or not. */
export async function listIssuersWithIsins(db: Database, ids: readonly string[]): Promise<KnownIssuer[]> {
  const given = ids.map(id => id.trim());
  const keys = [...given, ...given.map(id => `lei:${id}`)];
  return db.query<KnownIssuer>(sql`
    select i.canonical_key as "canonicalKey", i.country_code as "countryCode",
      array(select isin from issuer_isins n where n.issuer_id = i.issuer_id order by isin limit ${MOST_ISINS}::integer) as isins
    from issuers i
    where i.issuer_id in (
      select o.issuer_id from issuers o join issuer_isins n on n.issuer_id = o.issuer_id where o.canonical_key = any(${keys})
      union select issuer_id from issuer_isins where isin = any(${given}))
    order by i.canonical_key collate "C"`);
}
