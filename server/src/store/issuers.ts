import { type Database, sql, type Transaction } from '../db/database.ts';
import { tickerKey } from '../kernel/ids.ts';
import { nameKey } from '../kernel/name-key.ts';
import type { Issuer } from '../model/issuer.ts';
import type { Statement } from './issuer-state.ts';

/** An issuer as merged from all that its sources say, under the id that {@link claimIssuers} gave. */
export interface IssuerRow {
  issuerId: string;
  /** Market of an issuer without listings. */
  marketId: string;
  issuer: Issuer;
}

/** Writes issuers with their identifiers, names and listings; what stands so already is not touched. */
export async function upsertIssuers(tx: Transaction, rows: readonly IssuerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into issuers (issuer_id, canonical_key, company_name, country_code, legal_form, status, industry, fiscal_year_end, market_id)
    overriding system value
    select issuer_id, canonical_key, company_name, country_code, legal_form, status, industry, fiscal_year_end, market_id
    from json_to_recordset(${JSON.stringify(rows.map(issuerColumns))}::json) as row (
      issuer_id bigint, canonical_key text, company_name text, country_code text, legal_form text, status text,
      industry jsonb, fiscal_year_end text, market_id text)
    on conflict (canonical_key) do update set
      company_name = excluded.company_name, country_code = excluded.country_code, legal_form = excluded.legal_form,
      status = excluded.status, industry = excluded.industry, fiscal_year_end = excluded.fiscal_year_end,
      market_id = excluded.market_id, updated_at = now()
    where (issuers.company_name, issuers.country_code, issuers.legal_form, issuers.status, issuers.industry,
      issuers.fiscal_year_end, issuers.market_id) is distinct from (excluded.company_name, excluded.country_code,
      excluded.legal_form, excluded.status, excluded.industry, excluded.fiscal_year_end, excluded.market_id)`);
  const ids = rows.map(row => row.issuerId);
  await replaceIdentifiers(tx, ids, rows);
  await replaceFormerNames(tx, ids, rows);
  await replaceNames(tx, ids, rows);
  await replaceListings(tx, ids, rows);
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
  };
}

async function replaceIdentifiers(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<void> {
  const wanted = JSON.stringify(
    rows.flatMap(row => row.issuer.identifiers.map(one => ({ issuer_id: row.issuerId, ...one }))),
  );
  await tx.execute(sql`
    delete from issuer_identifiers as old where old.issuer_id = any(${ids}::bigint[]) and not exists (
      select from json_to_recordset(${wanted}::json) as row (issuer_id bigint, scheme text, identifier text)
      where row.issuer_id = old.issuer_id and row.scheme = old.scheme and row.identifier = old.identifier)`);
  await tx.execute(sql`
    insert into issuer_identifiers (issuer_id, scheme, identifier)
    select issuer_id, scheme, identifier
    from json_to_recordset(${wanted}::json) as row (issuer_id bigint, scheme text, identifier text)
    on conflict do nothing`);
}

async function replaceFormerNames(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<void> {
  const wanted = JSON.stringify(
    rows.flatMap(row =>
      row.issuer.formerNames.map(one => ({
        issuer_id: row.issuerId,
        company_name: one.companyName,
        until_date: one.untilDate,
      })),
    ),
  );
  await tx.execute(sql`
    delete from former_names as old where old.issuer_id = any(${ids}::bigint[]) and not exists (
      select from json_to_recordset(${wanted}::json) as row (issuer_id bigint, company_name text)
      where row.issuer_id = old.issuer_id and row.company_name = old.company_name)`);
  await tx.execute(sql`
    insert into former_names (issuer_id, company_name, until_date)
    select distinct on (issuer_id, company_name) issuer_id, company_name, until_date
    from json_to_recordset(${wanted}::json) as row (issuer_id bigint, company_name text, until_date date)
    order by issuer_id, company_name, until_date desc nulls last
    on conflict (issuer_id, company_name) do update set until_date = excluded.until_date
    where former_names.until_date is distinct from excluded.until_date`);
}

async function replaceNames(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<void> {
  const wanted = JSON.stringify(rows.flatMap(nameKeysOf));
  await tx.execute(sql`
    delete from issuer_names as old where old.issuer_id = any(${ids}::bigint[]) and not exists (
      select from json_to_recordset(${wanted}::json) as row (issuer_id bigint, name_key text, matched text)
      where row.issuer_id = old.issuer_id and row.name_key = old.name_key and row.matched = old.matched)`);
  await tx.execute(sql`
    insert into issuer_names (issuer_id, name_key, matched)
    select issuer_id, name_key, matched
    from json_to_recordset(${wanted}::json) as row (issuer_id bigint, name_key text, matched text)
    on conflict do nothing`);
}

function nameKeysOf({ issuerId, issuer }: IssuerRow): { issuer_id: string; name_key: string; matched: string }[] {
  const current = nameKey(issuer.companyName);
  const former = new Set(issuer.formerNames.map(one => nameKey(one.companyName)));
  former.delete(current);
  return [
    { issuer_id: issuerId, name_key: current, matched: 'name' },
    ...[...former].map(name_key => ({ issuer_id: issuerId, name_key, matched: 'former_name' })),
  ].filter(row => row.name_key !== '');
}

async function replaceListings(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<void> {
  const wanted = JSON.stringify(rows.flatMap(listingColumns));
  await tx.execute(sql`
    delete from listings as old where old.issuer_id = any(${ids}::bigint[]) and not exists (
      select from json_to_recordset(${wanted}::json) as row (issuer_id bigint, market_id text, ticker_key text)
      where row.issuer_id = old.issuer_id and row.market_id = old.market_id and row.ticker_key = old.ticker_key)`);
  await tx.execute(sql`
    insert into listings (issuer_id, market_id, ticker, ticker_key, mic, exchange, currency, is_home)
    select distinct on (issuer_id, market_id, ticker_key)
      issuer_id, market_id, ticker, ticker_key, mic, exchange, currency, is_home
    from json_to_recordset(${wanted}::json) as row (
      issuer_id bigint, market_id text, ticker text, ticker_key text, mic text, exchange text, currency text, is_home boolean, place integer)
    order by issuer_id, market_id, ticker_key, place
    on conflict (issuer_id, market_id, ticker_key) do update set
      ticker = excluded.ticker, mic = excluded.mic, exchange = excluded.exchange, currency = excluded.currency,
      is_home = excluded.is_home
    where (listings.ticker, listings.mic, listings.exchange, listings.currency, listings.is_home)
      is distinct from (excluded.ticker, excluded.mic, excluded.exchange, excluded.currency, excluded.is_home)`);
}

function listingColumns({ issuerId, issuer }: IssuerRow): Record<string, unknown>[] {
  return issuer.listings.map((listing, place) => ({
    issuer_id: issuerId,
    market_id: listing.marketId,
    ticker: listing.ticker,
    ticker_key: tickerKey(listing.ticker),
    mic: listing.mic,
    exchange: listing.exchange,
    currency: listing.currency,
    is_home: listing.isHome,
    place,
  }));
}

/** Writes what sources say of issuers, each in place of what it said before. */
export async function upsertStatements(
  tx: Transaction,
  rows: readonly (Statement & { issuerId: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into issuer_statements (issuer_id, source, registry, precedence, issuer, documents, damage, filings_count, facts_count)
    select "issuerId", source, registry, precedence, issuer, documents, damage, "filingsCount", "factsCount"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      "issuerId" bigint, source text, registry text, precedence smallint, issuer text, documents text, damage text,
      "filingsCount" integer, "factsCount" bigint)
    on conflict (issuer_id, source) do update set
      registry = excluded.registry, precedence = excluded.precedence, issuer = excluded.issuer,
      documents = excluded.documents, damage = excluded.damage, filings_count = excluded.filings_count,
      facts_count = excluded.facts_count
    where (issuer_statements.precedence, issuer_statements.issuer, issuer_statements.documents, issuer_statements.damage,
        issuer_statements.filings_count, issuer_statements.facts_count)
      is distinct from (excluded.precedence, excluded.issuer, excluded.documents, excluded.damage, excluded.filings_count,
        excluded.facts_count)`);
}

export async function isStoreEmpty(db: Database): Promise<boolean> {
  const row = await db.queryOne<{ empty: boolean }>(sql`select not exists (select from issuers) as empty`);
  return row?.empty === true;
}
