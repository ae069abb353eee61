-- What filings have tagged. Distributed by issuer_id like the filings themselves.

-- A row for every filing that was opened, with facts_count 0 where nothing in it is tagged.
create table filing_reports (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  -- version of the codec and digest of what the report was read from
  digest           text not null,
  facts_count      integer not null,
  statements_count integer not null,
  -- model/filing-report-codec.ts; null where there is nothing. Numbers without dimensions lie apart from the other facts:
  -- canonical values rest on them, and are looked up many filings at a time.
  plain_facts      bytea,
  other_facts      bytea,
  statements       bytea,
  stored_at        timestamptz not null default now(),
  primary key (issuer_id, registry, native_id)
);
-- Packed already.
alter table filing_reports alter column plain_facts set storage external;
alter table filing_reports alter column other_facts set storage external;
alter table filing_reports alter column statements set storage external;

-- Counts up whenever facts of an issuer's filings change: answers that show where a value stands are kept under it.
create table issuer_reports (
  issuer_id bigint primary key,
  version   bigint not null
);

-- The exhibit of a current report that announces results (items 2.02, and 12 before 2004-08-23).
create table earnings_releases (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  -- as the registry types it: EX-99.1
  exhibit   text not null,
  title     text,
  url       text not null,
  file_id   text not null,
  text      text not null,
  -- UTF-16 units of the text
  chars     integer not null,
  -- model/earnings-release.ts Guidance[] as JSON
  guidance  text not null,
  primary key (issuer_id, registry, native_id)
);
