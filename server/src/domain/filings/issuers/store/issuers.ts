import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import { FILING_SOURCE } from '../../facts/model/facts.ts';
import type { KnownIssuer } from '../model/issuer.ts';
import { type IssuerRow, replaceIssuerParts } from './issuer-parts.ts';
import type { Statement } from './issuer-state.ts';

/**
 * Writes issuers with their identifiers, names and listings; unchanged rows are not written. Changed issuers are queued for
 * grouping in the same transaction.
 */
export async function upsertIssuers(tx: Transaction, rows: readonly IssuerRow[]): Promise<void> {
  if (rows.length === 0) return;
  const changed = await tx.query<{ issuer_id: string }>(sql`
    insert into issuers (issuer_id, canonical_key, company_name, country_code, legal_form, status, industry,
      fiscal_year_end, market_id, successor_key, postal_code, size)
    overriding system value
    select issuer_id, canonical_key, company_name, country_code, legal_form, status, industry, fiscal_year_end, market_id,
      successor_key, postal_code, size
    from json_to_recordset(${JSON.stringify(rows.map(issuerColumns))}::json) as row (
      issuer_id bigint, canonical_key text, company_name text, country_code text, legal_form text, status text,
      industry jsonb, fiscal_year_end text, market_id text, successor_key text, postal_code text,
      size smallint)
    on conflict (canonical_key) do update set
      company_name = excluded.company_name, country_code = excluded.country_code, legal_form = excluded.legal_form,
      status = excluded.status, industry = excluded.industry, fiscal_year_end = excluded.fiscal_year_end,
      market_id = excluded.market_id, successor_key = excluded.successor_key, postal_code = excluded.postal_code,
      size = excluded.size, updated_at = now()
    where (issuers.company_name, issuers.country_code, issuers.legal_form, issuers.status, issuers.industry,
        issuers.fiscal_year_end, issuers.market_id, issuers.successor_key, issuers.postal_code, issuers.size)
      is distinct from (excluded.company_name, excluded.country_code, excluded.legal_form, excluded.status,
        excluded.industry, excluded.fiscal_year_end, excluded.market_id, excluded.successor_key, excluded.postal_code,
        excluded.size)
    returning issuer_id`);
  await markChanged(tx, [...changed.map(row => row.issuer_id), ...(await replaceIssuerParts(tx, rows))]);
}

/** Queues issuers for grouping when this transaction commits. */
export async function markChanged(tx: Database, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    insert into issuer_changes (issuer_id) select unnest(${[...new Set(issuerIds)]}::bigint[])`);
}

function issuerColumns({ issuerId, issuer, marketId }: IssuerRow): Record<string, unknown> {
  return {
    issuer_id: issuerId,
    canonical_key: issuer.canonicalKey,
    company_name: issuer.companyName,
    country_code: issuer.countryCode,
    legal_form: issuer.legalForm,
    status: issuer.status,
    industry: issuer.industry,
    fiscal_year_end: issuer.fiscalYearEnd,
    market_id: issuer.listings[0]?.marketId ?? marketId,
    successor_key: issuer.successorKey ?? null,
    postal_code: issuer.postalCode ?? null,
    size: issuer.size ?? null,
  };
}

/** Writes the statements of sources, each replacing the earlier one of the same registry and source, among `given` too. */
export async function upsertStatements(
  tx: Transaction,
  given: readonly (Statement & { issuerId: string })[],
): Promise<void> {
  if (given.length === 0) return;
  const rows = [...new Map(given.map(row => [`${row.issuerId} ${row.registry} ${row.source}`, row])).values()];
  await tx.execute(sql`
    insert into issuer_statements (issuer_id, source, registry, precedence, issuer, documents, damage, filings_count, facts_count)
    select "issuerId", source, registry, precedence, issuer, documents, damage, "filingsCount", "factsCount"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      "issuerId" bigint, source text, registry text, precedence smallint, issuer text, documents text, damage text,
      "filingsCount" integer, "factsCount" bigint)
    on conflict (issuer_id, registry, source) do update set
      precedence = excluded.precedence, issuer = excluded.issuer, documents = excluded.documents,
      damage = excluded.damage, filings_count = excluded.filings_count, facts_count = excluded.facts_count
    where (issuer_statements.precedence, issuer_statements.issuer, issuer_statements.documents, issuer_statements.damage,
        issuer_statements.filings_count, issuer_statements.facts_count)
      is distinct from (excluded.precedence, excluded.issuer, excluded.documents, excluded.damage, excluded.filings_count,
        excluded.facts_count)`);
}

/** Has the documents of filings read again at the next chance, although their bytes are the same: nothing of them is stored. */
export async function markUnread(
  tx: Transaction,
  registry: string,
  nativeIds: readonly string[],
  reason: string,
): Promise<void> {
  if (nativeIds.length === 0) return;
  await tx.execute(sql`
    update issuer_statements set damage = ${reason}
    where registry = ${registry} and source = any(${nativeIds.map(nativeId => FILING_SOURCE + nativeId)})`);
}

/** True if no issuer is stored. */
export async function isStoreEmpty(db: Database): Promise<boolean> {
  const row = await db.queryOne<{ empty: boolean }>(sql`select not exists (select from issuers) as empty`);
  return row?.empty === true;
}

/** One more than any caller requests. */
const MAX_ISINS = 101;

/**
 * Issuers with ISINs of which no registrant has a listing, except those that `registry` was queried about before. Those with
 * filings come first.
 */
export async function listUnlistedIssuers(db: Database, registry: string, limit: number): Promise<KnownIssuer[]> {
  return db.query<KnownIssuer>(sql`
    select i.canonical_key as "canonicalKey", i.country_code as "countryCode",
      array(select isin from issuer_isins n where n.issuer_id = i.issuer_id order by isin limit ${MAX_ISINS}::integer) as isins
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
      array(select isin from issuer_isins n where n.issuer_id = i.issuer_id order by isin limit ${MAX_ISINS}::integer) as isins
    from issuers i
    where i.issuer_id in (
      select o.issuer_id from issuers o join issuer_isins n on n.issuer_id = o.issuer_id where o.canonical_key = any(${keys})
      union select issuer_id from issuer_isins where isin = any(${given}))
    order by i.canonical_key collate "C"`);
}
