-- What each source says of an issuer, and in which documents: the issuer's row is merged from these, reprocess replays them.
create table issuer_statements (
  issuer_id  bigint not null references issuers on delete cascade,
  source     text not null,
  registry   text not null,
  -- rank of the source in its connector's order of trust, 0 first
  precedence smallint not null,
  -- model/issuer.ts Issuer as JSON; null where the source states filings or facts only
  issuer     text,
  -- sources/source.ts DocumentRef[] as JSON, by URL
  documents  text not null,
  -- why the records are less than the registry published; damaged ones give way to whole ones
  damage     text,
  primary key (issuer_id, source)
);

-- Rank of the source that the row is from: a less trusted source never overwrites a more trusted one.
alter table filings add column precedence smallint not null default 0;

-- What became of each task of a run, written in the transaction that stores its records.
create table run_tasks (
  run_id      uuid not null references runs on delete cascade,
  kind        text not null,
  task_key    text not null,
  state       text not null default 'waiting' check (state in ('waiting', 'done', 'unchanged', 'failed')),
  reason      text,
  filings     integer not null default 0,
  facts       bigint not null default 0,
  anomalies   integer not null default 0,
  byte_size   bigint not null default 0,
  finished_at timestamptz,
  primary key (run_id, kind, task_key)
);
create index run_tasks_failed on run_tasks (run_id) where state = 'failed';

alter table runs add column discovered_at timestamptz;
alter table runs add column failure text;

-- Tables of a bulk file, taken apart by issuer until a job has read each share. The piece with the empty key says that
-- the whole file is here; it is lost together with the others when PostgreSQL crashes, and the file is read again.
create unlogged table staged_pieces (
  bulk       text not null,
  issuer_key text not null,
  part       text not null,
  sequence   integer not null,
  text       text not null,
  primary key (bulk, issuer_key, part, sequence)
);
