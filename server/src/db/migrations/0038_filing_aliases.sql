-- What was edited into 0013 after it had been applied (docs/decisions/0040-upgrades.md).

-- Filings that a registry tells twice, under two ids of its own: the row of `alias_id` is taken out of `filings`, and the one
-- of `native_id` stands for both (store/filing-twins.ts). Ids that were given out lead to it still.
create table if not exists filing_aliases (
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
create index if not exists filing_aliases_by_id on filing_aliases (alias_id, registry);
create index if not exists filing_aliases_by_uuid on filing_aliases (alias_uuid);
