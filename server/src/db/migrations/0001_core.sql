-- Issuers and how they are found. Reference tables: small, and the same on every node of a cluster.

create extension if not exists pg_trgm;

create table issuers (
  issuer_id       bigint generated always as identity primary key,
  canonical_key   text not null unique,
  company_name    text not null,
  country_code    text,
  legal_form      text,
  status          text not null default 'active',
  company_type    text,
  industry        jsonb,
  fiscal_year_end text,
  successor_key   text,
  market_id       text not null,
  updated_at      timestamptz not null default now()
);

create table issuer_identifiers (
  issuer_id  bigint not null references issuers on delete cascade,
  scheme     text not null,
  identifier text not null,
  primary key (scheme, identifier, issuer_id)
);
create index on issuer_identifiers (issuer_id);

create table former_names (
  issuer_id    bigint not null references issuers on delete cascade,
  company_name text not null,
  until_date   date,
  primary key (issuer_id, company_name)
);

create table listings (
  issuer_id     bigint not null references issuers on delete cascade,
  market_id     text not null,
  ticker        text not null,
  -- kernel/ids.ts tickerKey: upper case, separators as '-'
  ticker_key    text not null,
  mic           text,
  exchange      text,
  isin          text,
  figi          text,
  share_class   text,
  currency      text,
  is_home       boolean not null,
  status        text not null default 'active',
  listed_date   date,
  delisted_date date,
  primary key (issuer_id, market_id, ticker_key)
);
create index on listings (ticker_key, market_id);
create index on listings (isin) where isin is not null;

-- Every name an issuer is or was known by, folded for search (store/issuers.ts nameKey).
create table issuer_names (
  issuer_id bigint not null references issuers on delete cascade,
  name_key  text not null,
  matched   text not null check (matched in ('name', 'former_name')),
  primary key (issuer_id, name_key, matched)
);
create index issuer_names_trgm on issuer_names using gin (name_key gin_trgm_ops);
create index issuer_names_prefix on issuer_names (name_key text_pattern_ops);

-- Filings. Distributed by issuer_id; a filing with several filers has a row for each.

create table filings (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  filing_uuid      uuid not null,
  form_type        text not null,
  category         text not null,
  category_group   text not null,
  filing_date      date not null,
  accepted_at      timestamptz,
  known_at         timestamptz not null,
  period_end       date,
  title            text,
  language         text,
  item_codes       text[] not null default '{}',
  is_amendment     boolean not null,
  amends           text,
  primary_document text,
  url              text not null,
  has_xbrl         boolean not null,
  primary key (issuer_id, registry, native_id)
);
create index filings_by_native_id on filings (native_id, registry);
create index filings_by_uuid on filings (filing_uuid);
create index filings_newest on filings (issuer_id, known_at desc, native_id);

-- Facts: a row per issuer, source, concept, unit and dimensions holds the whole history in columns (store/facts.ts).

create table fact_sources (
  issuer_id     bigint not null,
  source        text not null,
  registry      text not null,
  -- sha256 of the bytes that the set was parsed from
  digest        text not null,
  dates_rounded boolean not null,
  -- [[accession, form, filed, accepted_at, fiscal_year, fiscal_period, period_end], …]; series point into it
  filings       text not null,
  facts_count   integer not null,
  newest_known  timestamptz,
  primary key (issuer_id, source)
);

create table fact_series (
  issuer_id    bigint not null,
  source       text not null,
  concept      text not null,
  unit         text not null,
  dimensions   text not null,
  -- {"s":[start day|null],"e":[end day],"v":[value],"f":[index into filings],"d"?:[decimals]}, days since 1970-01-01
  observations text not null,
  primary key (issuer_id, concept, source, unit, dimensions)
);

create table statement_faces (
  issuer_id bigint not null,
  source    text not null,
  accession text not null,
  -- [[statement, report, line, concept, label, negated, parenthetical], …]
  rows      text not null,
  primary key (issuer_id, source, accession)
);

-- Canonical financials: what normalise/kpis made of the facts above.

create table issuer_financials (
  issuer_id           bigint primary key,
  -- digest of the rules' version and the fact sources it was made from: changes when an answer may change
  version             text not null,
  company_type        text,
  company_type_evidence text[] not null default '{}',
  accounting_standard text,
  currency            text,
  fiscal_year_end     text,
  -- model/financials-codec.ts FinancialsDictionary: what the tuples of kpi_periods point into
  dictionary          text not null,
  data_as_of          timestamptz
);

create table kpi_periods (
  issuer_id           bigint not null,
  fiscal_period       text not null,
  fiscal_year         integer not null,
  period_start        date not null,
  period_end          date not null,
  native_id           text not null,
  company_type        text not null,
  currency            text not null,
  accounting_standard text not null,
  status              text not null,
  breaches            text not null,
  -- model/financials-codec.ts StoredPeriod.items
  items               text not null,
  primary key (issuer_id, fiscal_period, period_end)
);

-- The raw archive and what was asked of the registries.

create table archive_objects (
  sha256       text primary key,
  byte_size    bigint not null,
  content_type text,
  stored_at    timestamptz not null default now()
);

create table fetches (
  registry      text not null,
  url           text not null,
  sha256        text not null references archive_objects,
  etag          text,
  last_modified text,
  fetched_at    timestamptz not null,
  primary key (registry, url)
);

-- One row a registry: the next moment at which any process may send a request, and a pause after a refusal.
create table request_slots (
  registry     text primary key,
  next_at      timestamptz not null,
  paused_until timestamptz
);

create table anomalies (
  registry   text not null,
  source     text not null,
  locator    text not null,
  kind       text not null,
  detail     text not null,
  first_seen timestamptz not null default now(),
  last_seen  timestamptz not null default now(),
  primary key (registry, source, locator, kind)
);

-- What one ingest, schedule tick or reprocess started; jobs name their run.
create table runs (
  run_id      uuid primary key,
  registry    text not null,
  command     text not null,
  -- {mirror?, record?, since?, …}: how its jobs reach the outside
  options     jsonb not null,
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  summary     jsonb
);

-- Where discovery stopped, by registry and channel (daily-index, current …).
create table discovery_cursors (
  registry text not null,
  channel  text not null,
  position text not null,
  primary key (registry, channel)
);

-- lz4 is read several times faster than pglz, but not every build has it: the embedded PostgreSQL does not.
do $$
begin
  execute format('alter database %I set default_toast_compression = lz4', current_database());
exception
  when invalid_parameter_value or insufficient_privilege then null;
end
$$;
