-- The passages of filings that a model has been or will be asked about, if the operator has configured one.
create table model_passages (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  -- SHA-256 of the passage's text
  digest    text collate "C" not null,
  primary key (issuer_id, registry, native_id, digest)
);
create index model_passages_of_filing on model_passages (registry, native_id);
create index model_passages_of_text on model_passages (digest);

-- What a model proposed of a passage: the same text, model and prompt are asked about once.
create table model_readings (
  digest      text collate "C" not null,
  model       text collate "C" not null,
  -- digest of the prompt
  prompt      text collate "C" not null,
  state       text not null check (state in ('waiting', 'answered', 'failed')),
  -- null once the reading is no longer waiting
  passage     text,
  -- when the newest filing with the passage became known
  known_at    timestamptz not null,
  attempts    smallint not null default 0,
  -- of a waiting reading: not to be asked before
  due_at      timestamptz not null default now(),
  -- why the last attempt failed; null after an answer
  reason      text,
  -- JSON array of what the model proposed, unchecked; null until it has answered
  proposals   jsonb,
  tokens      integer not null default 0,
  answered_at timestamptz,
  primary key (digest, model, prompt)
);
create index model_readings_waiting on model_readings (model, prompt, known_at desc) where state = 'waiting';

-- Filings to be read again, because their records lack an answer.
create table model_changes (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  -- how often they were queued
  attempts  smallint not null default 0,
  primary key (issuer_id, registry, native_id)
);

-- Tokens used or reserved by day (UTC).
create table model_days (
  day    date primary key,
  tokens bigint not null
);

-- Who read a record: `rules`, `model:<name>`, or both.
alter table corporate_events add column read_by text[] not null default '{rules}';
alter table red_flags add column read_by text[] not null default '{rules}';
alter table red_flags drop constraint red_flags_read_from_check;
alter table red_flags add constraint red_flags_read_from_check
  check (read_from in ('text', 'figures', 'history', 'model')) not valid;
