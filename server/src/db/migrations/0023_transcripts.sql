-- Calls as their sources have written them down, where an operator has the texts (docs/decisions/0030-transcripts.md).
create table transcripts (
  -- `<source>:<the source's own id>`
  transcript_id text primary key,
  -- who wrote it down
  source        text not null,
  -- the registry id of the connector, and the document
  registry      text not null,
  document_url  text not null,
  -- the company as the source names it
  company_name  text,
  -- kernel/name-key.ts nameKey
  company_key   text,
  ticker        text,
  -- kernel/ids.ts tickerKey
  ticker_key    text,
  market_id     text,
  -- looked for when the transcript is stored, and again when issuers change; null where nobody of the store is meant
  issuer_id     bigint,
  call_type     text not null,
  title         text not null,
  stated_year   integer,
  stated_period text,
  -- as stated, where the calendar of the issuer does not speak against it
  fiscal_year   integer,
  fiscal_period text,
  event_at      timestamptz,
  event_date    date,
  -- of lists, newest first: the moment, else the end of the day
  sorted_at     timestamptz,
  published_at  timestamptz,
  -- ISO 639-1
  language      text,
  url           text,
  excerpt       text not null,
  -- UTF-16 units of all turns
  chars         integer not null,
  -- model/transcript.ts CallGuidance[] as JSON
  guidance      text not null,
  -- model/packed-json.ts: { speakers, turns } of model/transcript.ts
  words         bytea not null,
  -- of all that the source states
  digest        text not null,
  stored_at     timestamptz not null default now()
);
create index transcripts_by_issuer on transcripts
  (issuer_id, sorted_at desc nulls last, fiscal_year desc nulls last, fiscal_period desc nulls last, transcript_id);
create index transcripts_newest on transcripts
  (sorted_at desc nulls last, fiscal_year desc nulls last, fiscal_period desc nulls last, transcript_id)
  where issuer_id is not null;
create index transcripts_waiting_by_ticker on transcripts (ticker_key) where issuer_id is null;
create index transcripts_waiting_by_name on transcripts (company_key) where issuer_id is null and ticker_key is null;
