-- Where filings stand at their registry: withdrawn, closed, expired, or open again (model/filing-standing.ts). By the
-- registry's own id alone: its word may come before the filing, and often names no filer. Absent = current.

create table filing_standings (
  registry  text not null,
  native_id text not null,
  status    text not null check (status in ('current', 'withdrawn', 'closed', 'expired')),
  since     timestamptz not null,
  primary key (registry, native_id)
);

-- True where a source holds only a part of what its filings state: it takes the place of none of their own documents.
alter table fact_sources add column is_partial boolean not null default false;

-- Filings that a registry tells twice, under two ids of its own: the row of `alias_id` is taken out of `filings`, and the one
-- of `native_id` stands for both (store/filing-twins.ts). Ids that were given out lead to it still.
create table filing_aliases (
  issuer_id   bigint not null,
  registry    text not null,
  alias_id    text not null,
  alias_uuid  uuid not null,
  native_id   text not null,
  native_uuid uuid not null,
  -- by what they were told to be one: the rule's own words
  evidence    jsonb not null,
  primary key (issuer_id, registry, alias_id),
  unique (issuer_id, registry, native_id)
);
create index filing_aliases_by_id on filing_aliases (alias_id, registry);
create index filing_aliases_by_uuid on filing_aliases (alias_uuid);
