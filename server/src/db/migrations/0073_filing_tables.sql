-- Tables of filings as data (domain/filings/tables). Distributed by issuer_id like the filings themselves.

-- A row for every filing whose documents were read for tables, with tables_count 0 where they have none.
create table filing_table_sets (
  issuer_id    bigint not null,
  registry     text not null,
  native_id    text not null,
  -- of everything that is stored of the tables
  digest       text not null,
  tables_count integer not null,
  primary key (issuer_id, registry, native_id)
);

create table filing_tables (
  issuer_id    bigint not null,
  registry     text not null,
  native_id    text not null,
  -- from 1, in the order of the filing's documents
  table_number integer not null,
  -- null outside of sections
  section_key  text,
  -- JSON: TableListing
  listing      text not null,
  -- packed FilingTable
  content      bytea not null,
  primary key (issuer_id, registry, native_id, table_number)
);
-- Packed already.
alter table filing_tables alter column content set storage external;
