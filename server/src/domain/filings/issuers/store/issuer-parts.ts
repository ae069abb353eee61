import { sql, type Transaction } from '../../../../db/database.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import type { Issuer } from '../model/issuer.ts';
import { type NamesOfIssuer, readingsOf } from '../rules/name-readings.ts';

/** An issuer merged from its statements, under the id that `claimIssuers` assigned. */
export interface IssuerRow {
  issuerId: string;
  /** Market of an issuer without listings. */
  marketId: string;
  issuer: Issuer;
}

/**
 * Replaces the rows of issuers' child tables. Uses one statement per table: a load calls it for a few issuers at a time.
 * Returns the ids of issuers that changed.
 */
export async function replaceIssuerParts(tx: Transaction, rows: readonly IssuerRow[]): Promise<string[]> {
  const ids = rows.map(row => row.issuerId);
  const named = rows.map(toNamed);
  const changed = [
    await replaceIdentifiers(tx, ids, rows),
    await replaceAlternateNames(tx, ids, rows),
    await replaceFormerNames(tx, ids, rows),
    await replaceNames(tx, ids, named),
    await replaceReadings(tx, ids, named),
    await replaceListings(tx, ids, rows),
    await replaceIsins(tx, ids, rows),
    await replaceRelations(tx, ids, rows),
  ];
  return changed.flat().map(row => row.issuer_id);
}

/** What the search for names needs of an issuer. */
export interface NamedIssuer {
  issuerId: string;
  marketId: string;
  issuer: NamesOfIssuer;
}

function toNamed({ issuerId, marketId, issuer }: IssuerRow): NamedIssuer {
  return {
    issuerId,
    marketId: issuer.listings[0]?.marketId ?? marketId,
    issuer: { ...issuer, isListed: issuer.listings.length > 0 },
  };
}

/** Writes the folded names and readings of issuers again, by the current rules. Returns the ids of issuers that changed. */
export async function replaceSearchNames(tx: Transaction, rows: readonly NamedIssuer[]): Promise<string[]> {
  const ids = rows.map(row => row.issuerId);
  const changed = [await replaceNames(tx, ids, rows), await replaceReadings(tx, ids, rows)];
  return changed.flat().map(row => row.issuer_id);
}

type Changed = { issuer_id: string }[];

async function replaceIdentifiers(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(row => row.issuer.identifiers.map(identifier => ({ issuer_id: row.issuerId, ...identifier }))),
  );
  return tx.query(sql`
    with wanted as materialized (
      select distinct issuer_id, scheme, identifier
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, scheme text, identifier text)
    ), gone as (
      delete from issuer_identifiers as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.scheme, old.identifier) not in (select issuer_id, scheme, identifier from wanted)
      returning issuer_id
    ), added as (
      insert into issuer_identifiers (issuer_id, scheme, identifier) select issuer_id, scheme, identifier from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

async function replaceAlternateNames(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(row =>
      (row.issuer.alternateNames ?? []).map(alternateName => ({ issuer_id: row.issuerId, ...alternateName })),
    ),
  );
  return tx.query(sql`
    with wanted as materialized (
      select distinct issuer_id, kind, name
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, kind text, name text)
    ), gone as (
      delete from alternate_names as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.kind, old.name) not in (select issuer_id, kind, name from wanted)
      returning issuer_id
    ), added as (
      insert into alternate_names (issuer_id, kind, name) select issuer_id, kind, name from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

async function replaceFormerNames(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(row =>
      row.issuer.formerNames.map(formerName => ({
        issuer_id: row.issuerId,
        company_name: formerName.companyName,
        until_date: formerName.untilDate,
      })),
    ),
  );
  return tx.query(sql`
    with wanted as materialized (
      select distinct on (issuer_id, company_name) issuer_id, company_name, until_date
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, company_name text, until_date date)
      order by issuer_id, company_name, until_date desc nulls last
    ), gone as (
      delete from former_names as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.company_name) not in (select issuer_id, company_name from wanted)
      returning issuer_id
    ), added as (
      insert into former_names (issuer_id, company_name, until_date) select issuer_id, company_name, until_date from wanted
      on conflict (issuer_id, company_name) do update set until_date = excluded.until_date
      where former_names.until_date is distinct from excluded.until_date
      returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

async function replaceNames(tx: Transaction, ids: string[], rows: readonly NamedIssuer[]): Promise<Changed> {
  const wanted = JSON.stringify(rows.flatMap(nameKeysOf));
  return tx.query(sql`
    with wanted as materialized (
      select issuer_id, name_key, matched
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, name_key text, matched text)
    ), gone as (
      delete from issuer_names as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.name_key, old.matched) not in (select issuer_id, name_key, matched from wanted)
      returning issuer_id
    ), added as (
      insert into issuer_names (issuer_id, name_key, matched) select issuer_id, name_key, matched from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

/** Every name once, folded for search: as registered, else as alternate, else as former name. */
function nameKeysOf({ issuerId, issuer }: NamedIssuer): { issuer_id: string; name_key: string; matched: string }[] {
  const matches = new Map<string, string>();
  const add = (name: string, matched: string): void => {
    const key = nameKey(name);
    if (key !== '' && !matches.has(key)) matches.set(key, matched);
  };
  add(issuer.companyName, 'name');
  for (const { name } of issuer.alternateNames ?? []) add(name, 'alternate_name');
  for (const { companyName } of issuer.formerNames) add(companyName, 'former_name');
  return [...matches].map(([name_key, matched]) => ({ issuer_id: issuerId, name_key, matched }));
}

async function replaceReadings(tx: Transaction, ids: string[], rows: readonly NamedIssuer[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(({ issuerId, marketId, issuer }) =>
      readingsOf(issuer, marketId).map(reading => ({ issuer_id: issuerId, ...reading })),
    ),
  );
  return tx.query(sql`
    with wanted as materialized (
      select issuer_id, kind, reading
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, kind text, reading text)
    ), gone as (
      delete from issuer_readings as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.kind, old.reading) not in (select issuer_id, kind, reading from wanted)
      returning issuer_id
    ), added as (
      insert into issuer_readings (issuer_id, kind, reading) select issuer_id, kind, reading from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

async function replaceListings(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(rows.flatMap(listingColumns));
  return tx.query(sql`
    with wanted as materialized (
      select distinct on (issuer_id, market_id, ticker_key)
        issuer_id, market_id, ticker, ticker_key, mic, exchange, isin, figi, currency, is_home
      from json_to_recordset(${wanted}::json) as row (
        issuer_id bigint, market_id text, ticker text, ticker_key text, mic text, exchange text, isin text, figi text,
        currency text, is_home boolean, place integer)
      order by issuer_id, market_id, ticker_key, place
    ), gone as (
      delete from listings as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.market_id, old.ticker_key) not in (select issuer_id, market_id, ticker_key from wanted)
      returning issuer_id
    ), added as (
      insert into listings (issuer_id, market_id, ticker, ticker_key, mic, exchange, isin, figi, currency, is_home)
      select issuer_id, market_id, ticker, ticker_key, mic, exchange, isin, figi, currency, is_home from wanted
      on conflict (issuer_id, market_id, ticker_key) do update set
        ticker = excluded.ticker, mic = excluded.mic, exchange = excluded.exchange, isin = excluded.isin,
        figi = excluded.figi, currency = excluded.currency, is_home = excluded.is_home
      where (listings.ticker, listings.mic, listings.exchange, listings.isin, listings.figi, listings.currency, listings.is_home)
        is distinct from (
          excluded.ticker, excluded.mic, excluded.exchange, excluded.isin, excluded.figi, excluded.currency, excluded.is_home)
      returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

function listingColumns({ issuerId, issuer }: IssuerRow): Record<string, unknown>[] {
  return issuer.listings.map((listing, place) => ({
    issuer_id: issuerId,
    market_id: listing.marketId,
    ticker: listing.ticker,
    ticker_key: tickerKey(listing.ticker),
    mic: listing.mic,
    exchange: listing.exchange,
    isin: listing.isin ?? null,
    figi: listing.figi ?? null,
    currency: listing.currency,
    is_home: listing.isHome,
    place,
  }));
}

async function replaceIsins(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(row => (row.issuer.isins ?? []).map(isin => ({ issuer_id: row.issuerId, isin }))),
  );
  return tx.query(sql`
    with wanted as materialized (
      select distinct issuer_id, isin from json_to_recordset(${wanted}::json) as row (issuer_id bigint, isin text)
    ), gone as (
      delete from issuer_isins as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.isin) not in (select issuer_id, isin from wanted)
      returning issuer_id
    ), added as (
      insert into issuer_isins (issuer_id, isin) select issuer_id, isin from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}

async function replaceRelations(tx: Transaction, ids: string[], rows: readonly IssuerRow[]): Promise<Changed> {
  const wanted = JSON.stringify(
    rows.flatMap(row =>
      (row.issuer.relations ?? []).map(relation => ({
        issuer_id: row.issuerId,
        kind: relation.kind,
        related_key: relation.relatedKey,
      })),
    ),
  );
  return tx.query(sql`
    with wanted as materialized (
      select distinct issuer_id, kind, related_key
      from json_to_recordset(${wanted}::json) as row (issuer_id bigint, kind text, related_key text)
    ), gone as (
      delete from issuer_relations as old where old.issuer_id = any(${ids}::bigint[])
        and (old.issuer_id, old.kind, old.related_key) not in (select issuer_id, kind, related_key from wanted)
      returning issuer_id
    ), added as (
      insert into issuer_relations (issuer_id, kind, related_key) select issuer_id, kind, related_key from wanted
      on conflict do nothing returning issuer_id
    )
    select issuer_id from gone union select issuer_id from added`);
}
