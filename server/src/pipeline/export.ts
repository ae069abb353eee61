import { type Database, type Sql, sql } from '../db/database.ts';

/**
 * Every canonical table, issuer by issuer in the order of their keys, then what belongs to none, without ids and the
 * times of loading: two stores that were made from the same bytes export the same text. One JSON line `{"table", "row"}` each.
 */
export async function* exportStore(db: Database): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const issuers = await nextIssuers(db, after);
    const last = issuers.at(-1);
    if (last === undefined) break;
    for (const [table, select] of Object.entries(TABLES)) {
      const rows = await db.query<{ row: string }>(select(issuers.map(issuer => issuer.id)));
      for (const { row } of rows) yield `{"table":"${table}","row":${row}}\n`;
    }
    after = last.key;
  }
  for (const [table, select] of Object.entries(PUBLISHED_TABLES)) {
    for (const { row } of await db.query<{ row: string }>(select)) yield `{"table":"${table}","row":${row}}\n`;
  }
  const anomalies = await db.query<{ row: string }>(sql`
    select (to_jsonb(one) - 'first_seen' - 'last_seen')::text as row from anomalies as one
    order by registry collate "C", source collate "C", locator collate "C", kind collate "C"`);
  for (const { row } of anomalies) yield `{"table":"anomalies","row":${row}}\n`;
}

interface NextIssuer {
  id: string;
  key: string;
}

/** Issuers whose rows are held at once: many that have few facts, few that have many. */
async function nextIssuers(db: Database, after: string): Promise<NextIssuer[]> {
  return db.query<NextIssuer>(sql`
    select id, key from (
      select id, key, sum(facts) over (order by key collate "C") - facts as facts_before from (
        select issuer_id as id, canonical_key as key,
          (select coalesce(sum(facts_count), 0) from fact_sources s where s.issuer_id = i.issuer_id) as facts
        from issuers i where canonical_key collate "C" > ${after}
        order by canonical_key collate "C" limit ${ISSUERS_AT_ONCE}
      ) as next
    ) as counted
    where facts_before <= ${FACTS_AT_ONCE}::bigint order by key collate "C"`);
}

const ISSUERS_AT_ONCE = 200;
const FACTS_AT_ONCE = 300_000;

/** What belongs to no issuer (model/published-records.ts). */
const PUBLISHED_TABLES: Record<string, Sql> = {
  published_documents: sql`
    select (to_jsonb(one) - 'read_at')::text as row from published_documents as one
    order by registry collate "C", url collate "C", sha256 collate "C"`,
  // A currency's days together.
  exchange_rates: sql`
    select jsonb_build_object('source', source, 'currency', currency,
      'rates', jsonb_object_agg(rate_date, per_euro))::text as row
    from exchange_rates group by source, currency order by source collate "C", currency collate "C"`,
  rate_series: sql`
    select to_jsonb(one)::text as row from rate_series as one order by source collate "C", series_id collate "C"`,
  rate_values: sql`
    select jsonb_build_object('source', source, 'series_id', series_id,
      'rates', jsonb_object_agg(rate_date, rate_pct))::text as row
    from rate_values group by source, series_id order by source collate "C", series_id collate "C"`,
  climate_targets: sql`
    select to_jsonb(one)::text as row from climate_targets as one
    order by source collate "C", target_digest collate "C"`,
  weo_series: sql`
    select (to_jsonb(one) - 'read_at')::text as row from weo_series as one
    order by vintage, area collate "C", subject collate "C"`,
  cusip_names: sql`
    select to_jsonb(one)::text as row from cusip_names as one
    order by cusip, source collate "C", name_key, symbol_key`,
  cusip_prices: sql`select to_jsonb(one)::text as row from cusip_prices as one order by cusip, quarter_end`,
  // Their digest is of all the closes.
  price_series: sql`
    select (to_jsonb(one) - 'read_at' - 'days' - 'raw' - 'split_adjusted' - 'adjusted' - 'volumes')::text as row
    from price_series as one order by source collate "C", symbol collate "C"`,
  price_quotes: sql`
    select to_jsonb(one)::text as row from price_quotes as one order by source collate "C", symbol collate "C"`,
  transcripts: sql`
    select (to_jsonb(one) - 'issuer_id' - 'stored_at' - 'words'
      || jsonb_build_object('issuer', i.canonical_key))::text as row
    from transcripts as one left join issuers i on i.issuer_id = one.issuer_id order by transcript_id collate "C"`,
  calendar_entries: sql`
    select (to_jsonb(one) - 'issuer_id' - 'read_at' - 'told_at'
      || jsonb_build_object('issuer', i.canonical_key))::text as row
    from calendar_entries as one left join issuers i on i.issuer_id = one.issuer_id
    order by source collate "C", one.market_id collate "C", ticker_key collate "C", entry_key collate "C"`,
  street_snapshots: sql`
    select (to_jsonb(one) - 'issuer_id' - 'read_at' || jsonb_build_object('issuer', i.canonical_key))::text as row
    from street_snapshots as one left join issuers i on i.issuer_id = one.issuer_id
    order by source collate "C", one.market_id collate "C", ticker_key collate "C", as_of`,
  base_rates: sql`
    select to_jsonb(one)::text as row from base_rates as one order by market_id collate "C", kind collate "C", place`,
  persons: sql`
    select (to_jsonb(one) || jsonb_build_object(
      'identifiers', (select jsonb_agg(scheme || ':' || identifier order by scheme collate "C", identifier collate "C")
        from person_identifiers where person_id = one.person_id),
      'names', (select jsonb_agg(name order by name collate "C") from person_names where person_id = one.person_id)))::text as row
    from persons as one order by person_id`,
  press_releases: sql`
    select (to_jsonb(one) - 'stored_at' - 'read_at' || jsonb_build_object('tags', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'press_release_id' - 'issuer_id'
        || jsonb_build_object('issuer', i.canonical_key) order by t.position), '[]')
      from press_release_tags t left join issuers i on i.issuer_id = t.issuer_id
      where t.press_release_id = one.press_release_id)))::text as row
    from press_releases as one order by press_release_id collate "C"`,
};

/** The rows of some issuers; text is ordered by bytes, whatever the database's collation. */
const TABLES: Record<string, (ids: string[]) => Sql> = {
  issuers: ids => sql`
    select (to_jsonb(one) - 'issuer_id' - 'updated_at' - 'entity_id'
      || jsonb_build_object('entity', (select canonical_key from issuers as lead where lead.issuer_id = one.entity_id)))::text as row
    from issuers as one
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C"`,
  issuer_identifiers: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_identifiers as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", scheme collate "C", identifier collate "C"`,
  alternate_names: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from alternate_names as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", kind collate "C", name collate "C"`,
  issuer_isins: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_isins as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", isin collate "C"`,
  issuer_relations: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_relations as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", kind collate "C", related_key collate "C"`,
  // Under the lesser key, as links name them.
  issuer_links: ids => sql`
    select (to_jsonb(one) - 'link_id' - 'made_at' - 'changed_at')::text as row
    from issuer_links as one join issuers on canonical_key = a_key
    where issuer_id = any(${ids}::bigint[])
    order by a_key collate "C", b_key collate "C", basis collate "C", scheme collate "C", identifier collate "C"`,
  former_names: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from former_names as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", one.company_name collate "C"`,
  listings: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from listings as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", one.market_id collate "C", ticker_key collate "C"`,
  issuer_names: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_names as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", name_key collate "C", matched collate "C"`,
  issuer_statements: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_statements as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", one.registry collate "C", source collate "C"`,
  filings: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from filings as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  filing_aliases: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from filing_aliases as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", alias_id collate "C"`,
  filing_standings: ids => sql`
    select (to_jsonb(one) || jsonb_build_object('issuer', canonical_key))::text as row
    from filing_standings as one join filings using (registry, native_id) join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  role_statements: ids => sql`
    select (to_jsonb(one) - 'owner_id' - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from role_statements as one join issuers on issuers.issuer_id = one.owner_id
    where owner_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", source collate "C", place`,
  insider_reports: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from insider_reports as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  insider_owners: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from insider_owners as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  insider_lines: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from insider_lines as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", transaction_id collate "C"`,
  stake_reports: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from stake_reports as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  disclosed_stakes: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from disclosed_stakes as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  holdings_reports: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from holdings_reports as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  holding_managers: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from holding_managers as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  holding_lines: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from holding_lines as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  holdings: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from holdings as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", quarter_end, cusip, kind`,
  holding_books: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from holding_books as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", quarter_end`,
  event_readings: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from event_readings as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  corporate_events: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from corporate_events as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  supply_readings: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from supply_readings as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  supply_statements: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from supply_statements as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", place`,
  signal_patterns: ids => sql`
    select (to_jsonb(one) - 'entity_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from signal_patterns as one join issuers on issuer_id = one.entity_id
    where one.entity_id = any(${ids}::bigint[]) order by canonical_key collate "C", pattern collate "C"`,
  fact_sources: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from fact_sources as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", source collate "C"`,
  fact_series: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from fact_series as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", source collate "C", concept collate "C", unit collate "C", dimensions collate "C"`,
  statement_faces: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from statement_faces as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", source collate "C", accession collate "C"`,
  issuer_financials: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from issuer_financials as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C"`,
  kpi_periods: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from kpi_periods as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", fiscal_period collate "C", period_end`,
  annual_amounts: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from annual_amounts as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", period_end`,
  filing_files: ids => sql`
    select (to_jsonb(one) - 'issuer_id' - 'stored_at' || jsonb_build_object('issuer', canonical_key))::text as row
    from filing_files as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", one.position`,
  package_members: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from package_members as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", file_id collate "C", one.position`,
  filing_texts: ids => sql`
    select (to_jsonb(one) - 'issuer_id' - 'opened_at' || jsonb_build_object('issuer', canonical_key))::text as row
    from filing_texts as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  // Texts are told by their digest too.
  filing_sections: ids => sql`
    select (to_jsonb(one) - 'issuer_id' - 'text' - 'markdown' - 'html'
      || jsonb_build_object('issuer', canonical_key, 'sha256', encode(sha256(convert_to(text || markdown || html, 'UTF8')), 'hex'),
        'indexed', (select count(*) from section_search s where s.issuer_id = one.issuer_id and s.section_id = one.section_id)
      ))::text as row
    from filing_sections as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[])
    order by canonical_key collate "C", registry collate "C", native_id collate "C", section_order, section_key collate "C"`,
  // Packed facts are told by their digest: whole, they would be most of the text.
  filing_reports: ids => sql`
    select (to_jsonb(one) - 'issuer_id' - 'stored_at' - 'plain_facts' - 'other_facts' - 'statements'
      || jsonb_build_object('issuer', canonical_key, 'sha256', encode(sha256(coalesce(plain_facts, '')
        || coalesce(other_facts, '') || coalesce(statements, '')), 'hex')))::text as row
    from filing_reports as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
  earnings_releases: ids => sql`
    select (to_jsonb(one) - 'issuer_id' || jsonb_build_object('issuer', canonical_key))::text as row
    from earnings_releases as one join issuers using (issuer_id)
    where issuer_id = any(${ids}::bigint[]) order by canonical_key collate "C", registry collate "C", native_id collate "C"`,
};
