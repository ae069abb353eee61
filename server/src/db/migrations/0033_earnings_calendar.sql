-- What calendars say of releases of results, an entry a source, listing and period (docs/decisions/0039-earnings-calendar.md).
create table calendar_entries (
  -- the registry id of the connector
  source          text not null,
  market_id       text not null,
  -- kernel/ids.ts tickerKey
  ticker_key      text not null,
  -- model/earnings-calendar.ts entryKeyOf: of one period there is one
  entry_key       text not null,
  ticker          text not null,
  -- looked for when the entry is stored, and again when issuers change; null where nobody of the store has the listing
  issuer_id       bigint,
  -- where the company is; null where the source states figures of the period alone
  report_date     date,
  date_status     text not null check (date_status in ('confirmed', 'estimated')),
  report_time     text not null check (report_time in ('before_market', 'during_market', 'after_market', 'unknown')),
  call_at         timestamptz,
  -- as stated
  period_end      date,
  fiscal_year     integer,
  fiscal_period   text,
  currency        text,
  eps_estimate    numeric,
  eps_actual      numeric,
  revenue_estimate numeric,
  estimates_count integer,
  document_url    text not null,
  -- when the document that says so was read first: an older one that is read again changes nothing
  read_at         timestamptz not null,
  -- when those who watch were told that it is near
  told_at         timestamptz,
  primary key (source, market_id, ticker_key, entry_key)
);
create index calendar_entries_by_issuer on calendar_entries (issuer_id) where issuer_id is not null;
create index calendar_entries_waiting on calendar_entries (ticker_key, market_id) where issuer_id is null;
-- what is near and was not told yet
create index calendar_entries_untold on calendar_entries (report_date) where issuer_id is not null and told_at is null;
