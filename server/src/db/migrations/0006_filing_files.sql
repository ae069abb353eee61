-- The files of filings. Distributed by issuer_id like the filings themselves, and in the same rows' company: a filing of
-- several filers has its files with each of them.

create table filing_files (
  issuer_id    bigint not null,
  registry     text not null,
  native_id    text not null,
  file_id      text not null,
  -- in the order of the submission, from 0
  position     integer not null,
  role         text not null check (role in ('primary', 'attachment')),
  file_name    text not null,
  -- as the registry types it: 10-K, EX-99.1, GRAPHIC
  native_type  text not null,
  title        text,
  url          text not null,
  content_type text not null,
  -- model/archive-state.ts
  status       text not null,
  byte_size    bigint,
  -- of the decoded bytes
  sha256       text,
  attempts     smallint not null default 0,
  reason       text,
  stored_at    timestamptz,
  primary key (issuer_id, registry, native_id, file_id)
);
-- Whose bytes these are: for `asfiled verify`.
create index filing_files_by_sha256 on filing_files (sha256) where sha256 is not null;

-- What lies inside a file that is a package (zip), in its own order.
create table package_members (
  issuer_id    bigint not null,
  registry     text not null,
  native_id    text not null,
  file_id      text not null,
  position     integer not null,
  path         text not null,
  content_type text not null,
  byte_size    bigint not null,
  primary key (issuer_id, registry, native_id, file_id, position)
);

-- A filing is a document of the archive from the day it is known. Null = pending, so that loading filings knows nothing
-- of the archive.
alter table filings add column archive_status text;
alter table filings add column archive_attempts smallint;
alter table filings add column archive_reason text;

-- Documents newest first: of an issuer, of a registry's categories, of its forms; and those whose files are here.
create index filings_by_date on filings (issuer_id, filing_date desc, filing_uuid);
create index filings_by_category on filings (registry, category, filing_date desc, filing_uuid);
create index filings_by_form on filings (registry, upper(form_type), filing_date desc, filing_uuid);
create index filings_stored on filings (registry, filing_date desc, filing_uuid) where archive_status = 'stored';

-- Downloads in the UTC day named here; a download on another day starts from 0.
alter table accounts add column download_day date not null default '1970-01-01';
alter table accounts add column day_downloads integer not null default 0;
