import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import { isReadByRules } from '../../../filings/proposals/views/read-by.ts';
import {
  closesAsPaid,
  decodeBars,
  type EncodedBars,
  type PriceActions,
  type PriceFault,
  returnBasis,
} from '../../../markets/prices/model/price-series.ts';
import type { BaseRate } from '../model/base-rate.ts';

/** Returns a digest that changes with events or closes. */
export async function digestOfRateInputs(db: Database): Promise<{ digest: string; newestAt: string | null }> {
  const row = await db.queryOne<{ events: string; withdrawn: number; closes: string; newest: string | null }>(sql`
    select
      (select coalesce(bit_xor(hashtextextended(digest || native_id, 0)), 0)::text from event_readings) as events,
      (select count(*)::integer from filing_standings where status in ('withdrawn', 'closed')) as withdrawn,
      (select coalesce(bit_xor(hashtextextended(digest || symbol, 0)), 0)::text from price_series) as closes,
      (select max(first_known_at) from corporate_events
        where is_current and ${isReadByRules(sql`read_by`)}) as newest`);
  return { digest: `${row?.events} ${row?.withdrawn} ${row?.closes}`, newestAt: row?.newest ?? null };
}

/** Returns the digest and the rules version of the stored rates; null before the first computation. */
export async function readRateInputs(db: Database): Promise<{ digest: string; rulesVersion: string } | null> {
  const row = await db.queryOne<{ digest: string; rules_version: string }>(
    sql`select digest, rules_version from base_rate_inputs`,
  );
  return row === null ? null : { digest: row.digest, rulesVersion: row.rules_version };
}

/** A company with events and its home listing. */
export interface StudiedCompany {
  entityId: string;
  marketId: string;
  ticker: string;
  mic: string | null;
}

/** Lists companies with events and a home listing by id, after a given one. */
export function listStudiedCompanies(db: Database, after: string, limit: number): Promise<StudiedCompany[]> {
  return db.query<StudiedCompany>(sql`
    select distinct on (i.entity_id) i.entity_id as "entityId", l.market_id as "marketId", l.ticker, l.mic
    from issuers i join listings l using (issuer_id)
    where i.entity_id > ${after}::bigint and coalesce(l.is_entity_home, l.is_home) and exists (
      select from issuers o join corporate_events v using (issuer_id) where o.entity_id = i.entity_id and ${isReadByRules(sql`v.read_by`)})
    order by i.entity_id, l.status, i.canonical_key collate "C", l.ticker_key limit ${limit}::integer`);
}

/** Closes of a share or an index, oldest first, from the source with the most closes. */
export interface StoredCloses {
  days: readonly number[];
  closes: readonly number[];
  /** Unadjusted; null if the source does not state them. */
  paid: readonly number[] | null;
  volumes: readonly (number | null)[] | null;
  faults: readonly PriceFault[];
}

interface SeriesRow extends EncodedBars {
  key: string;
  actions: string;
  faults: string;
}

/** Loads closes by `<market>:<ticker key>`. */
export async function readShareCloses(
  db: Database,
  shares: readonly { marketId: string; tickerKey: string }[],
): Promise<Map<string, StoredCloses>> {
  const rows = await db.query<SeriesRow>(sql`
    select distinct on (market_id, ticker_key) market_id || ':' || ticker_key as key, days, raw, split_adjusted, adjusted,
      volumes, actions, faults
    from price_series join unnest(${shares.map(share => share.marketId)}::text[], ${shares.map(share => share.tickerKey)}::text[])
      as requested (market_id, ticker_key) using (market_id, ticker_key)
    order by market_id, ticker_key, last_date - first_date desc, last_date desc, source, symbol`);
  return new Map(rows.map(row => [row.key, toCloses(row)]));
}

/** Loads closes by index id. */
export async function readIndexCloses(db: Database): Promise<Map<string, StoredCloses>> {
  const rows = await db.query<SeriesRow>(sql`
    select distinct on (index_id) index_id as key, days, raw, split_adjusted, adjusted, volumes, actions, faults
    from price_series where index_id is not null
    order by index_id, last_date - first_date desc, last_date desc, source, symbol`);
  return new Map(rows.map(row => [row.key, toCloses(row)]));
}

function toCloses(row: SeriesRow): StoredCloses {
  const bars = decodeBars(row);
  const { days, closes, volumes } = bars;
  const has = (basis: keyof typeof closes): boolean => closes[basis] !== undefined;
  return {
    days,
    closes: closes[returnBasis(has)] ?? [],
    paid: closesAsPaid(bars, JSON.parse(row.actions) as PriceActions | null),
    volumes,
    faults: JSON.parse(row.faults) as PriceFault[],
  };
}

/** An event of a company with the properties that base rates use. */
export interface RatedEvent {
  entityId: string;
  kind: EventKind;
  variant: string | null;
  isNotable: boolean;
  authority: string | null;
  knownAt: string;
  filing: string;
}

/** Loads the current events of companies without duplicates, oldest first. */
export function readRatedEvents(db: Database, entityIds: readonly string[]): Promise<RatedEvent[]> {
  return db.query<RatedEvent>(sql`
    with rated as (
      select distinct on (i.entity_id, v.event_id) i.entity_id, v.*
      from issuers i join corporate_events v using (issuer_id)
      where i.entity_id = any(${[...entityIds]}::bigint[]) and v.is_current and ${isReadByRules(sql`v.read_by`)} and not exists (
        select from filing_standings st
        where st.registry = v.registry and st.native_id = v.native_id and st.status in ('withdrawn', 'closed'))
      order by i.entity_id, v.event_id, i.issuer_id <> i.entity_id, i.canonical_key collate "C")
    select v.entity_id as "entityId", v.kind, v.variant, v.is_notable as "isNotable",
      v.words::jsonb->'fields'->>'authority' as authority, v.first_known_at as "knownAt",
      v.registry || ':' || v.native_id as filing
    from rated v order by v.first_known_at, v.event_id`);
}

/** Replaces all stored rates, in the given order. */
export async function replaceBaseRates(
  tx: Transaction,
  rates: readonly BaseRate[],
  inputs: { digest: string; newestAt: string | null; rulesVersion: string },
): Promise<void> {
  const { digest, newestAt, rulesVersion } = inputs;
  // Serialises writers; the later one wins.
  await tx.execute(sql`
    insert into base_rate_inputs as kept (digest, newest_at, rules_version) values (${digest}, ${newestAt}, ${rulesVersion})
    on conflict (is_only) do update set digest = excluded.digest, newest_at = excluded.newest_at,
      rules_version = excluded.rules_version`);
  await tx.execute(sql`delete from base_rates`);
  const rows = rates.map((rate, place) => ({
    market: rate.marketId,
    kind: rate.kind,
    place,
    rate: JSON.stringify(rate),
  }));
  await tx.execute(sql`
    insert into base_rates (market_id, kind, place, rate)
    select market, kind, place, rate
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (market text, kind text, place integer, rate text)`);
}
