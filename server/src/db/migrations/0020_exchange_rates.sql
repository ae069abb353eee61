-- Documents whose records belong to no registrant (model/published-records.ts): reprocess reads them again. One address may
-- have had other bytes each day.
create table published_documents (
  registry text not null,
  url      text not null,
  -- of the document's decoded bytes
  sha256   text not null,
  -- sources/source.ts DocumentRef as JSON
  document text not null,
  read_at  timestamptz not null default now(),
  primary key (registry, url, sha256)
);

-- Records of publishers that a task gave, beside filings and facts.
alter table run_tasks add column published bigint not null default 0;

-- Units of a currency for one euro, by day and publisher.
create table exchange_rates (
  -- the registry whose documents state it
  source    text not null,
  currency  text not null,
  rate_date date not null,
  per_euro  numeric not null check (per_euro > 0),
  primary key (source, currency, rate_date)
);

-- What is remembered of a publisher's rates holds until they change.
create table exchange_rate_states (
  source      text primary key,
  version     bigint not null,
  newest_date date not null
);

-- Flows of a year are converted by the average of its days.
alter table annual_amounts add column period_start date;
update annual_amounts year set period_start = period.period_start from kpi_periods period
where period.issuer_id = year.issuer_id and period.period_end = year.period_end and period.fiscal_period = 'fy';
-- A year without its period is made again with the next financials of its issuer.
delete from annual_amounts where period_start is null;
alter table annual_amounts alter column period_start set not null;
