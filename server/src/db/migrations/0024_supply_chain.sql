-- What filings say of customers and suppliers. Distributed by issuer_id like the filings themselves.

-- A row a filing in which there was something to read: a later report that says nothing of somebody is one too.
create table supply_readings (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  -- of everything that was read
  digest           text not null,
  -- normalise/supply-chain/: of the rules that read it
  rules_version    text not null,
  statements_count integer not null,
  primary key (issuer_id, registry, native_id)
);

create table supply_statements (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  -- 0-based, in the order of the reading
  place     smallint not null,
  -- the folded name of the company that is named, as issuer_names has them; null where none is
  name_key  text collate "C",
  -- model/supply-chain.ts SupplyStatement as JSON
  statement text not null,
  primary key (issuer_id, registry, native_id, place)
);
-- Who speaks of a company: by its names, whichever of them are resolved when somebody asks.
create index supply_statements_by_name on supply_statements (name_key) where name_key is not null;
