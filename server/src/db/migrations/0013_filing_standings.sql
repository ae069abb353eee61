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
