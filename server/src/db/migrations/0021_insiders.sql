-- Persons: reference tables, small beside filings, and the same on every node of a cluster. One is a human or an
-- institution, by whatever a registry knows it.
create table persons (
  person_id uuid primary key,
  -- the first eight digits of the id: what a slug names a person by
  id_prefix text not null unique,
  -- in reading order where that is safe, as the newest source has it
  name      text not null,
  kind      text not null check (kind in ('person', 'institution')),
  -- what says so: since when the public could know it, and its id
  named_at  timestamptz not null,
  named_by  text not null
);

-- One identifier of a scheme is one person: a reporting owner's central index key (cik).
create table person_identifiers (
  scheme     text not null,
  identifier text not null,
  person_id  uuid not null references persons on delete cascade,
  primary key (scheme, identifier)
);
create index on person_identifiers (person_id);

-- Every name that a source gave, as it was filed.
create table person_names (
  person_id uuid not null references persons on delete cascade,
  name      text not null,
  primary key (person_id, name)
);

-- What insiders report (Forms 3, 4 and 5): distributed by issuer_id like the filings themselves.
create table insider_reports (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  -- of everything that was read
  digest        text not null,
  -- of the filing
  known_at      timestamptz not null,
  filing_date   date not null,
  -- 3, 4 or 5
  base_form     text not null,
  is_amendment  boolean not null,
  -- day of the filing that an amendment amends, as its filer typed it
  original_date date,
  -- native id of the original, where it is stored
  amends        text,
  owns_nothing  boolean not null,
  primary key (issuer_id, registry, native_id)
);
create index insider_reports_filed on insider_reports (issuer_id, filing_date);

-- Who reports together; the lines are of all of them.
create table insider_owners (
  issuer_id            bigint not null,
  registry             text not null,
  native_id            text not null,
  person_id            uuid not null,
  place                smallint not null,
  known_at             timestamptz not null,
  is_director          boolean not null,
  is_officer           boolean not null,
  is_ten_percent_owner boolean not null,
  officer_title        text,
  primary key (issuer_id, registry, native_id, person_id)
);
create index insider_owners_of_person on insider_owners (person_id, known_at desc);

-- The lines of a report: transactions, and holdings without one.
create table insider_lines (
  issuer_id         bigint not null,
  -- <registry>:<native_id>:<place>
  transaction_id    text collate "C" not null,
  registry          text not null,
  native_id         text not null,
  known_at          timestamptz not null,
  is_derivative     boolean not null,
  is_holding        boolean not null,
  transaction_date  date,
  transaction_code  text,
  acquired_disposed text,
  -- native id of the amendment that stands in place of it; null where it stands
  superseded_by     text,
  -- model/insider-report.ts InsiderLine as JSON
  line              text not null,
  primary key (issuer_id, transaction_id)
);
create index insider_lines_newest on insider_lines (issuer_id, known_at desc, transaction_id) where superseded_by is null;
create index insider_lines_of_filing on insider_lines (issuer_id, registry, native_id);
