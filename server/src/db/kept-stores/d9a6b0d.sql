-- A store of commit d9a6b0d, written by scripts/keep-store.ts.
-- Issuers and how they are found. Reference tables: small, and the same on every node of a cluster.

create extension if not exists pg_trgm;

create table issuers (
  issuer_id       bigint generated always as identity primary key,
  canonical_key   text not null unique,
  company_name    text not null,
  country_code    text,
  legal_form      text,
  status          text not null default 'active',
  company_type    text,
  industry        jsonb,
  fiscal_year_end text,
  successor_key   text,
  market_id       text not null,
  updated_at      timestamptz not null default now()
);

create table issuer_identifiers (
  issuer_id  bigint not null references issuers on delete cascade,
  scheme     text not null,
  identifier text not null,
  primary key (scheme, identifier, issuer_id)
);
create index on issuer_identifiers (issuer_id);

create table former_names (
  issuer_id    bigint not null references issuers on delete cascade,
  company_name text not null,
  until_date   date,
  primary key (issuer_id, company_name)
);

create table listings (
  issuer_id     bigint not null references issuers on delete cascade,
  market_id     text not null,
  ticker        text not null,
  -- kernel/ids.ts tickerKey: upper case, separators as '-'
  ticker_key    text not null,
  mic           text,
  exchange      text,
  isin          text,
  figi          text,
  share_class   text,
  currency      text,
  is_home       boolean not null,
  status        text not null default 'active',
  listed_date   date,
  delisted_date date,
  primary key (issuer_id, market_id, ticker_key)
);
create index on listings (ticker_key, market_id);
create index on listings (isin) where isin is not null;

-- Every name an issuer is or was known by, folded for search (store/issuers.ts nameKey).
create table issuer_names (
  issuer_id bigint not null references issuers on delete cascade,
  name_key  text not null,
  matched   text not null check (matched in ('name', 'former_name')),
  primary key (issuer_id, name_key, matched)
);
create index issuer_names_trgm on issuer_names using gin (name_key gin_trgm_ops);
create index issuer_names_prefix on issuer_names (name_key text_pattern_ops);

-- Filings. Distributed by issuer_id; a filing with several filers has a row for each.

create table filings (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  filing_uuid      uuid not null,
  form_type        text not null,
  category         text not null,
  category_group   text not null,
  filing_date      date not null,
  accepted_at      timestamptz,
  known_at         timestamptz not null,
  period_end       date,
  title            text,
  language         text,
  item_codes       text[] not null default '{}',
  is_amendment     boolean not null,
  amends           text,
  primary_document text,
  url              text not null,
  has_xbrl         boolean not null,
  primary key (issuer_id, registry, native_id)
);
create index filings_by_native_id on filings (native_id, registry);
create index filings_by_uuid on filings (filing_uuid);
create index filings_newest on filings (issuer_id, known_at desc, native_id);

-- Facts: a row per issuer, source, concept, unit and dimensions holds the whole history in columns (store/facts.ts).

create table fact_sources (
  issuer_id     bigint not null,
  source        text not null,
  registry      text not null,
  -- sha256 of the bytes that the set was parsed from
  digest        text not null,
  dates_rounded boolean not null,
  -- [[accession, form, filed, accepted_at, fiscal_year, fiscal_period, period_end], …]; series point into it
  filings       text not null,
  facts_count   integer not null,
  newest_known  timestamptz,
  primary key (issuer_id, source)
);

create table fact_series (
  issuer_id    bigint not null,
  source       text not null,
  concept      text not null,
  unit         text not null,
  dimensions   text not null,
  -- {"s":[start day|null],"e":[end day],"v":[value],"f":[index into filings],"d"?:[decimals]}, days since 1970-01-01
  observations text not null,
  primary key (issuer_id, concept, source, unit, dimensions)
);

create table statement_faces (
  issuer_id bigint not null,
  source    text not null,
  accession text not null,
  -- [[statement, report, line, concept, label, negated, parenthetical], …]
  rows      text not null,
  primary key (issuer_id, source, accession)
);

-- Canonical financials: what normalise/kpis made of the facts above.

create table issuer_financials (
  issuer_id           bigint primary key,
  -- digest of the rules' version and the fact sources it was made from: changes when an answer may change
  version             text not null,
  company_type        text,
  company_type_evidence text[] not null default '{}',
  accounting_standard text,
  currency            text,
  fiscal_year_end     text,
  -- model/financials-codec.ts FinancialsDictionary: what the tuples of kpi_periods point into
  dictionary          text not null,
  data_as_of          timestamptz
);

create table kpi_periods (
  issuer_id           bigint not null,
  fiscal_period       text not null,
  fiscal_year         integer not null,
  period_start        date not null,
  period_end          date not null,
  native_id           text not null,
  company_type        text not null,
  currency            text not null,
  accounting_standard text not null,
  status              text not null,
  breaches            text not null,
  -- model/financials-codec.ts StoredPeriod.items
  items               text not null,
  primary key (issuer_id, fiscal_period, period_end)
);

-- The raw archive and what was asked of the registries.

create table archive_objects (
  sha256       text primary key,
  byte_size    bigint not null,
  content_type text,
  stored_at    timestamptz not null default now()
);

create table fetches (
  registry      text not null,
  url           text not null,
  sha256        text not null references archive_objects,
  etag          text,
  last_modified text,
  fetched_at    timestamptz not null,
  primary key (registry, url)
);

-- One row a registry: the next moment at which any process may send a request, and a pause after a refusal.
create table request_slots (
  registry     text primary key,
  next_at      timestamptz not null,
  paused_until timestamptz
);

create table anomalies (
  registry   text not null,
  source     text not null,
  locator    text not null,
  kind       text not null,
  detail     text not null,
  first_seen timestamptz not null default now(),
  last_seen  timestamptz not null default now(),
  primary key (registry, source, locator, kind)
);

-- What one ingest, schedule tick or reprocess started; jobs name their run.
create table runs (
  run_id      uuid primary key,
  registry    text not null,
  command     text not null,
  -- {mirror?, record?, since?, …}: how its jobs reach the outside
  options     jsonb not null,
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  summary     jsonb
);

-- Where discovery stopped, by registry and channel (daily-index, current …).
create table discovery_cursors (
  registry text not null,
  channel  text not null,
  position text not null,
  primary key (registry, channel)
);

-- lz4 is read several times faster than pglz, but not every build has it: the embedded PostgreSQL does not.
do $$
begin
  execute format('alter database %I set default_toast_compression = lz4', current_database());
exception
  when invalid_parameter_value or insufficient_privilege then null;
end
$$;

create table accounts (
  account_id    uuid primary key default gen_random_uuid(),
  email         text not null unique,
  plan          text not null check (plan in ('free', 'pro', 'business')),
  created_at    timestamptz not null default now(),
  -- credits used in the UTC day and month named here; a debit that finds another day or month starts from 0
  usage_day     date not null default '1970-01-01',
  day_credits   integer not null default 0,
  usage_month   date not null default '1970-01-01',
  month_credits integer not null default 0
) with (fillfactor = 70);

create table api_keys (
  key_id       uuid primary key default gen_random_uuid(),
  account_id   uuid not null references accounts on delete cascade,
  name         text not null,
  -- SHA-256 of the key; the key itself is shown once and kept nowhere
  digest       bytea not null unique,
  -- its first characters, to tell keys apart in a list
  hint         text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at   timestamptz,
  revoked_at   timestamptz
);
create index on api_keys (account_id);

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

-- The newest filings of all issuers together: the first page, and feeds.
create index filings_by_known_at on filings (known_at desc, native_id);

-- What a statement brought: an answer without filings or facts, where there were some before, is an alarm.
alter table issuer_statements add column filings_count integer not null default 0;
alter table issuer_statements add column facts_count bigint not null default 0;

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

-- The text of opened filings by sections, and what finds it. Distributed by issuer_id, as filings are.

-- A row a filing whose documents were opened; a filing without one was not opened yet.
create table filing_texts (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  status    text not null check (status in ('found', 'partial', 'sections_not_found')),
  reason    text,
  -- changes whenever the text or its sections do
  digest    text not null,
  opened_at timestamptz not null default now(),
  primary key (issuer_id, registry, native_id)
);
create index filing_texts_by_registry on filing_texts (registry, native_id);

create table filing_sections (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  section_key   text not null,
  -- hash of the three before: the same for every filer of a joint filing
  section_id    bigint not null,
  title         text not null,
  -- 1-based, as the form has them
  section_order integer not null,
  status        text not null check (status in ('found', 'by_reference', 'shared', 'reserved_or_na')),
  confidence    double precision not null,
  warnings      text[] not null,
  -- model/filing-contents.ts SectionTarget
  target        json,
  shared_with   text[] not null,
  is_furnished  boolean,
  document      text not null,
  resolved_from text,
  -- UTF-16 offsets in the decoded document, end exclusive
  start_offset  integer not null,
  end_offset    integer not null,
  -- UTF-16 lengths of the three forms
  text_chars     integer not null,
  markdown_chars integer not null,
  html_chars     integer not null,
  text          text not null,
  markdown      text not null,
  html          text not null,
  primary key (issuer_id, registry, native_id, section_key)
);

-- What search looks through: a row a section, more only where a section is very long (store/section-search.ts).
create table section_search (
  issuer_id   bigint not null,
  section_id  bigint not null,
  part        integer not null,
  registry    text not null,
  native_id   text not null,
  section_key text not null,
  -- days since 1970-01-01 of the legal filing date, 2059-09-18 at the latest
  filed_day   integer not null,
  -- what queries narrow by: r:<registry> m:<market_id> f:<FORM TYPE> k:<section_key>, and the day in spans of 2^n days,
  -- d<n>:<day divided by it>
  tags        text[] not null,
  -- the most frequent words and those of the title, weighted by how frequent they are: what is ranked by
  salience    tsvector not null,
  -- every word, without positions: what the index holds
  lexemes     tsvector not null,
  primary key (issuer_id, section_id, part)
);
-- Read when candidates are ranked: in the row itself, uncompressed.
alter table section_search alter column salience set storage main;
-- New rows wait in a list that every query reads from end to end: a short one costs it a millisecond, and none at all
-- would halve the rate of indexing.
create index section_search_words on section_search using gin (lexemes, tags)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- Stretches of some thousand characters with the places of their words: phrases are verified, and snippets cut, here.
create table section_passages (
  issuer_id   bigint not null,
  section_id  bigint not null,
  part        integer not null,
  passage     integer not null,
  -- characters (code points) into the section's text, 1-based
  start_char  integer not null,
  chars       integer not null,
  vector      tsvector not null,
  primary key (issuer_id, section_id, part, passage)
);
alter table section_passages alter column vector set storage main;

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

-- Registrants that are one company. An issuer stays what one registry calls a filer, with its own id, rows and history;
-- an entity is the issuers that links tie together, named by its lead. Nothing is ever merged: to undo a link is to group
-- again.

alter table issuers add column entity_id bigint;
update issuers set entity_id = issuer_id;
alter table issuers alter column entity_id set not null;
create index issuers_by_entity on issuers (entity_id);

create function issuer_is_own_entity() returns trigger language plpgsql as $$
begin
  new.entity_id := coalesce(new.entity_id, new.issuer_id);
  return new;
end $$;
create trigger issuer_is_own_entity before insert on issuers for each row execute function issuer_is_own_entity();

-- Names beside the registered one: in the local script, in English, as read aloud.
create table alternate_names (
  issuer_id bigint not null references issuers on delete cascade,
  kind      text not null check (kind in ('local', 'english', 'romanised', 'kana', 'short', 'trading')),
  name      text not null,
  primary key (issuer_id, kind, name)
);

alter table issuer_names drop constraint issuer_names_matched_check;
alter table issuer_names add constraint issuer_names_matched_check
  check (matched in ('name', 'alternate_name', 'former_name'));

-- Securities of an issuer beyond its listings: a bank has thousands.
create table issuer_isins (
  issuer_id bigint not null references issuers on delete cascade,
  isin      text not null,
  primary key (issuer_id, isin)
);
create index on issuer_isins (isin);

-- What makes registrants of several registries one company: links with their evidence, and the list of issuers that are
-- to be looked at again.

-- Links go by canonical keys: a store that is loaded anew from the same bytes has the same links, and an operator's word
-- outlives a reload.
create table issuer_links (
  link_id    bigint generated always as identity primary key,
  -- the lesser key first; of a successor the one that came to an end
  a_key      text not null,
  b_key      text not null,
  verdict    text not null check (verdict in ('same', 'not_same', 'successor')),
  basis      text not null check (basis in ('identifier', 'isin', 'name', 'operator')),
  -- what both have: scheme and number, `name` and the folded name; empty for an operator's word
  scheme     text not null,
  identifier text not null,
  -- what speaks for it and against it, in the words of normalise/identity/
  evidence   jsonb not null,
  state      text not null check (state in ('active', 'proposed', 'contradicted', 'undone')),
  made_by    text not null check (made_by in ('rule', 'operator')),
  made_at    timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (a_key, b_key, basis, scheme, identifier)
);
create index issuer_links_by_other on issuer_links (b_key);

-- Issuers whose identifiers, names or listings changed, written together with them and taken off by the grouping. Rows are
-- only added: whoever loads waits for nobody.
create table issuer_changes (
  change_id bigint generated always as identity primary key,
  issuer_id bigint not null
);
insert into issuer_changes (issuer_id) select issuer_id from issuers order by issuer_id;

alter table issuers add column postal_code text;
create index on issuers (successor_key) where successor_key is not null;

-- Issuers that an issuer belongs to and is not: its parents, its head office, the manager of a fund.
create table issuer_relations (
  issuer_id   bigint not null references issuers on delete cascade,
  kind        text not null
    check (kind in ('parent', 'ultimate_parent', 'head_office', 'fund_manager', 'umbrella_fund', 'master_fund')),
  related_key text not null,
  primary key (issuer_id, kind, related_key)
);
create index on issuer_relations (related_key);

-- Whether a listing is the home listing of its whole entity. Null where the issuer is an entity by itself: is_home says so.
alter table listings add column is_entity_home boolean;

-- Several registries may state one issuer (an LEI names it at two), each in sources of its own.
alter table issuer_statements drop constraint issuer_statements_pkey;
alter table issuer_statements add primary key (issuer_id, registry, source);

-- How much is known of the entity that a name leads to: 0 = nothing but that it exists (the LEI index names millions of
-- such bodies), else 1, and 8 more where a listing of it trades, and the binary logarithm of its number of filings.
-- Searches look among names of prominence first, through indexes of their own.
alter table issuer_names add column prominence smallint not null default 0;

-- By keys from entity to entity, whatever the planner believes of tables that are being filled. Names that another
-- transaction is at are left to it: a count that is a little old does no harm, waiting in a circle would.
create function refresh_prominence(entities bigint[]) returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with members as (
    select i.issuer_id, i.entity_id,
      (select bool_or(l.status = 'active') from listings l where l.issuer_id = i.issuer_id) as trading,
      -- index entries only, and of the few that file daily not all
      (select count(*) from (select from filings g where g.issuer_id = i.issuer_id limit 65535) g) as filed
    from issuers i where i.entity_id = any(entities)
  ), known as (
    select issuer_id, case when max(filed) over entity = 0 and bool_and(trading is null) over entity then 0
      else 1 + case when bool_or(trading) over entity then 8 else 0 end
        + floor(log(2.0, 1 + sum(filed) over entity)) end::smallint as wanted
    from members window entity as (partition by entity_id)
  ), changed as (
    select n.ctid as place, k.wanted from known k join issuer_names n using (issuer_id)
    where n.prominence <> k.wanted for update of n skip locked
  )
  update issuer_names n set prominence = c.wanted from changed c where n.ctid = c.place
$$;

select refresh_prominence(array(select distinct entity_id from issuers));

create index issuer_names_prefix_known on issuer_names (name_key text_pattern_ops) where prominence > 0;
create index issuer_names_trgm_known on issuer_names using gin (name_key gin_trgm_ops) where prominence > 0;

-- Trigrams are of ASCII letters and digits only in the C locale: other scripts are found by their letters and pairs of letters.
create function wide_grams(name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from generate_series(1, length(name)) place, generate_series(1, 2) size, substr(name, place, size) gram
  where gram ~ '^[^\x01-\x7f]+$' and length(gram) = size
$$;
create index issuer_names_wide on issuer_names using gin (wide_grams(name_key)) where name_key ~ '[^\x01-\x7f]';

-- Text is indexed in its own language, not in one language a registry. What was stored before is found as it was until
-- its filings are read again (`asfiled reprocess`).

alter table section_search add column language text not null default 'english';
update section_search set language = 'portuguese' where registry = 'cvm';
update section_search set language = 'simple'
where registry in ('cninfo', 'edinet', 'esef', 'opendart', 'tdnet');
alter table section_search alter column language drop default;

-- In which languages there is text of a registry: a query is read in each of them. Nothing is taken out of it: to ask in
-- a language that has gone costs little.
create table search_languages (
  registry text not null,
  -- model/search-language.ts
  language text not null,
  primary key (registry, language)
);
insert into search_languages (registry, language) select distinct registry, language from section_search;

-- What model/search-text.ts makes of signs beyond ASCII, for text that is read again in another language than its index.
create function search_words(body text) returns text language sql immutable strict parallel safe as $$
  select case when body ~ '[^\x01-\x7f]' then
    regexp_replace(regexp_replace(body, '[\u2018\u2019\u201b\u02bc\u2032]', '''', 'g'),
      '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u2012\u2013-\u2017\u201a\u201c-\u2031\u2033-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020]', ' ', 'g')
  else body end
$$;

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

-- Canonical values of fiscal years as plain numbers, a row a year, so that companies can be ranked and filtered by them
-- (capabilities/financials/screen-financials.ts). What each rests on stands in kpi_periods.
create table annual_amounts (
  issuer_id      bigint not null,
  period_end     date not null,
  fiscal_year    integer not null,
  is_newest      boolean not null,
  -- the company's own figures, not the group's
  is_stand_alone boolean not null,
  currency       text not null,
  status         text not null,
  native_id      text not null,
  -- which code stands where in `amounts`: normalise/kpis/annual-amounts.ts AMOUNTS_LAYOUT
  layout         integer not null,
  amounts        float8[] not null,
  primary key (issuer_id, period_end, is_newest, fiscal_year)
) partition by list (is_newest);

-- A screen reads all newest years, or all of one year: those lie together.
create table newest_annual_amounts partition of annual_amounts for values in (true);
create table older_annual_amounts partition of annual_amounts for values in (false) partition by hash (fiscal_year);
do $$
begin
  for remainder in 0..15 loop
    execute format('create table older_annual_amounts_%s partition of older_annual_amounts
      for values with (modulus 16, remainder %s)', remainder, remainder);
  end loop;
end $$;

-- Registrants that are not the lead of their company: few.
create index issuers_joined on issuers (entity_id) where issuer_id <> entity_id;

alter table api_keys
  add column scopes text[] not null default '{data:read,account:read,account:write}',
  -- the OAuth client whose token asked for the key; null where none did
  add column client_id text;

-- Answers to POSTs that carried an Idempotency-Key, to be given again. Kept for a day.
create table kept_answers (
  account_id      uuid not null references accounts on delete cascade,
  idempotency_key text not null,
  -- HMAC of method, address and body: another request under the same key is refused
  request_digest  bytea not null,
  created_at      timestamptz not null default now(),
  -- null while the first of them is still being answered
  status          smallint,
  -- the body, encrypted: it may hold a secret that is shown once
  body            bytea,
  primary key (account_id, idempotency_key)
);
create index on kept_answers (created_at);

-- Beside accounts, not in it: its rows are written anew by each debit.
create table passwords (
  account_id uuid primary key references accounts on delete cascade,
  -- accounts/passwords.ts: argon2id as a PHC string, parameters and salt within
  hash       text not null,
  set_at     timestamptz not null
);

-- A second factor (RFC 6238); counts from its confirmation on.
create table second_factors (
  account_id   uuid primary key references accounts on delete cascade,
  -- sealed, place 'totp <account_id>'
  secret       bytea not null,
  started_at   timestamptz not null,
  confirmed_at timestamptz,
  -- the newest time step whose code was used: none is good twice
  last_step    bigint not null default 0
);

create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  -- SHA-256 of account and code
  digest     bytea not null,
  used_at    timestamptz,
  primary key (account_id, digest)
);

-- Accounts that wait for the holder of their address to confirm; several may wait for one address.
create table sign_ups (
  -- SHA-256 of the token in the mail
  digest        bytea primary key,
  email         text not null,
  password_hash text not null,
  expires_at    timestamptz not null
);

create table reset_tokens (
  -- SHA-256 of the token in the mail
  digest     bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index on reset_tokens (account_id);

-- Mail that is to be written and sent (accounts/mail-queue.ts). Tokens are made when it is, so none rests here.
create table mails (
  mail_id         uuid primary key default gen_random_uuid(),
  kind            text not null check (kind in ('sign_up', 'reset', 'password_set', 'second_factor_on', 'second_factor_off')),
  email           text not null,
  -- of a sign-up
  password_hash   text,
  queued_at       timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null
);
create index on mails (next_attempt_at);

-- Tries that may be made, by what is tried: the moment at which all are free again (accounts/throttle.ts).
create table throttles (
  subject text primary key,
  full_at timestamptz not null
);
create index on throttles (full_at);

-- What each account's credits went to. Within a UTC month the credits of an account's entries sum to what
-- accounts.month_credits counts, within a day to day_credits (with the sign turned: an entry is a change of what is left).
create table ledger (
  account_id uuid not null,
  -- the UTC day whose window counts it
  usage_day  date not null,
  entry_id   bigint generated always as identity,
  booked_at  timestamptz not null,
  -- 'debit', 'refund', 'grant'
  kind       text not null,
  -- of a debit; channel is 'rest' or 'mcp'
  operation  text,
  channel    text,
  calls      integer not null,
  -- below 0 for debits, above for the others
  credits    integer not null,
  note       text,
  primary key (account_id, usage_day, entry_id),
  -- the only check: each of them is read anew by every debit
  check ((kind = 'debit') = (credits < 0))
);
create index on ledger using brin (usage_day);

-- Days of the ledger that are over, summed up.
create table ledger_days (
  account_id uuid not null references accounts on delete cascade,
  usage_day  date not null,
  kind       text not null,
  -- '' where the kind has none
  operation  text not null,
  channel    text not null,
  calls      bigint not null,
  credits    bigint not null,
  primary key (account_id, usage_day, kind, operation, channel)
);
create index on ledger_days using brin (usage_day);

-- The last day that is summed up, in its only row.
create table ledger_closing (
  is_only    boolean primary key default true check (is_only),
  closed_day date not null
);
insert into ledger_closing (closed_day) values ('1970-01-01');

-- Entries never change. They go with their account, or when they are older than any window.
create function keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    old.usage_day < (select closed_day from ledger_closing) - 31
    or not exists (select from accounts where account_id = old.account_id)
  ) then
    return old;
  end if;
  raise exception 'entries of the ledger are not changed';
end
$$;
create trigger keep_ledger before update or delete on ledger for each row execute function keep_ledger();

-- What the authorization server keeps: clients, sessions, sign-ins under way, grants, codes and tokens.
create table oauth_records (
  -- the kind: Client, Session, Interaction, Grant, AuthorizationCode, AccessToken, RefreshToken …
  model        text not null,
  -- SHA-256 of the id: ids of sessions, codes and tokens are secrets, and the ids themselves are kept nowhere in the clear
  digest       bytea not null,
  -- what the record is called where it is shown; says nothing of its id
  record_id    uuid not null,
  account_id   uuid references accounts on delete cascade,
  client_id    text,
  -- of a code or token: the digest of the grant that it came from
  grant_digest bytea,
  -- of a session, and of tokens that end with it
  session_uid  text,
  -- of a grant or an access token
  scopes       text[],
  -- of an access token: the path of the resource that it is for
  resource     text,
  -- what lists show: where a session was used from, what the client of a grant is called
  details      jsonb,
  -- the record itself, sealed
  payload      bytea not null,
  created_at   timestamptz not null,
  -- of what is good for one use
  consumed_at  timestamptz,
  last_used_at timestamptz,
  -- null = never
  expires_at   timestamptz,
  primary key (model, digest)
);
create index on oauth_records (account_id);
create index on oauth_records (grant_digest);
create index on oauth_records (session_uid);
create index on oauth_records (expires_at);

-- The keys of the authorization server, sealed: the same in all processes on this database.
create table oauth_keys (
  name       text primary key,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);

-- Watchlists, what is announced, and notifications.

-- A listing that an account watches. The filings of its company count that were made in its market: see the announcer.
create table watchlist_entries (
  account_id  uuid not null references accounts on delete cascade,
  market_id   text not null,
  ticker_key  text not null,
  -- as the listing was called when it was added
  ticker      text not null,
  -- the registrant whose listing it is
  issuer_id   bigint not null,
  note        text,
  -- what is told of it; empty = everything
  event_types text[] not null default '{}',
  -- of events about filings, upper case; empty = every form
  form_types  text[] not null default '{}',
  created_at  timestamptz not null default now(),
  primary key (account_id, market_id, ticker_key)
);
create index watchlist_entries_by_issuer on watchlist_entries (issuer_id);

-- Something that happened, once. Its id is the UUID (version 5) of `<event_type> <key>`: the key is unique by it.
create table events (
  event_id       uuid primary key,
  event_type     text not null,
  -- the natural key, of a filing `<registry>:<native id>`
  event_key      text not null,
  -- the payload of its webhook without the members that name the watched listing: those stand with the notification
  data           jsonb not null,
  -- what a notification shows
  title          text not null,
  summary        text,
  category       text,
  category_group text,
  form_type      text,
  filing_id      text,
  url            text,
  -- the markets in which it happened; null = in all
  market_ids     text[],
  known_at       timestamptz not null,
  created_at     timestamptz not null default now()
);
create index events_by_age on events (created_at);

-- Whom an event is to be told to: those who watch an issuer, or one account. Written in the transaction that stores what
-- happened, and kept, so that nothing is announced twice. A filing of several filers has a row for each of them.
create table announcements (
  announcement_id bigint generated always as identity,
  event_id        uuid not null,
  issuer_id       bigint,
  account_id      uuid,
  announced_at    timestamptz,
  unique nulls not distinct (event_id, issuer_id, account_id),
  check ((issuer_id is null) <> (account_id is null))
);
create index announcements_waiting on announcements (announcement_id) where announced_at is null;

-- One announcer works at a time, and no two of its passes have the same moment: notifications become visible in the order
-- of their ids' moments, so that a reader who has seen one has missed none before it.
create table announcer_turns (
  only_row boolean primary key default true check (only_row),
  last_at  timestamptz not null
);
insert into announcer_turns (last_at) values ('1970-01-01');

-- What an account was told. Distributed by account_id. The columns that lists are narrowed by stand here again.
create table notifications (
  account_id     uuid not null references accounts on delete cascade,
  event_id       uuid not null,
  created_at     timestamptz not null,
  read_at        timestamptz,
  event_type     text not null,
  category       text,
  category_group text,
  -- the watched listing and its company; null where it is about none
  canonical_key  text,
  company_name   text,
  ticker         text,
  ticker_key     text,
  market_id      text,
  primary key (account_id, event_id)
);
-- what lists are narrowed by is read from the index too
create index notifications_newest on notifications (account_id, created_at desc, event_id)
  include (event_type, category, category_group, ticker_key, market_id);
create index notifications_unread on notifications (account_id) where read_at is null;
create index notifications_by_event on notifications (event_id);
create index notifications_by_age on notifications using brin (created_at);

-- Feeds walk the newest filings of all issuers: what they are narrowed by is read from the index too.
drop index filings_by_known_at;
create index filings_by_known_at on filings (known_at desc, native_id) include (registry, category, form_type, issuer_id);

-- Webhooks, their deliveries and attempts.
create table webhooks (
  webhook_id         uuid primary key default gen_random_uuid(),
  account_id         uuid not null references accounts on delete cascade,
  url                text not null,
  -- empty = every type
  event_types        text[] not null default '{}',
  -- encrypted, as is the one before it, which signs too until that moment
  secret             bytea not null,
  previous_secret    bytea,
  previous_until     timestamptz,
  active             boolean not null default true,
  deactivated_reason text check (deactivated_reason in ('gone', 'failing')),
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  last_success_at    timestamptz,
  -- the first failure since the last success, or since it was made active; null = none
  failing_since      timestamptz
);
create index on webhooks (account_id);

-- One event for one webhook. Kept for 30 days.
create table webhook_deliveries (
  webhook_id      uuid not null references webhooks on delete cascade,
  -- sent as webhook-id with every attempt
  delivery_id     uuid not null default gen_random_uuid(),
  -- null for test pings
  event_id        uuid,
  event_type      text not null,
  data            jsonb not null,
  status          text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  created_at      timestamptz not null default date_trunc('milliseconds', now()),
  -- null when no attempt will follow
  next_attempt_at timestamptz,
  replay_of       uuid,
  -- what became of each, oldest first: see delivery/webhook-attempt.ts
  attempts        jsonb not null default '[]',
  primary key (webhook_id, delivery_id)
) with (fillfactor = 70);
-- an event reaches a webhook once, however often it is announced; a replay is asked for
create unique index on webhook_deliveries (webhook_id, event_id) where replay_of is null and event_id is not null;
create index on webhook_deliveries (webhook_id, created_at desc, delivery_id);
create index on webhook_deliveries using brin (created_at);

-- Only the length of a section's text is ever asked for.
alter table filing_sections drop column markdown_chars, drop column html_chars;

-- Documents whose records belong to no registrant (model/published-records.ts): reprocess reads them again. One address may
-- have had other bytes each day.
create table published_documents (
  registry text not null,
  url      text not null,
  -- of the document's decoded bytes
  sha256   text not null,
  -- sources/source.ts DocumentRef as JSON
  document text not null,
  read_at  timestamptz not null default now(),
  primary key (registry, url, sha256)
);

-- Records of publishers that a task gave, beside filings and facts.
alter table run_tasks add column published bigint not null default 0;

-- Units of a currency for one euro, by day and publisher.
create table exchange_rates (
  -- the registry whose documents state it
  source    text not null,
  currency  text not null,
  rate_date date not null,
  per_euro  numeric not null check (per_euro > 0),
  primary key (source, currency, rate_date)
);

-- What is remembered of a publisher's rates holds until they change.
create table exchange_rate_states (
  source      text primary key,
  version     bigint not null,
  newest_date date not null
);

-- Flows of a year are converted by the average of its days.
alter table annual_amounts add column period_start date;
update annual_amounts year set period_start = period.period_start from kpi_periods period
where period.issuer_id = year.issuer_id and period.period_end = year.period_end and period.fiscal_period = 'fy';
-- A year without its period is made again with the next financials of its issuer.
delete from annual_amounts where period_start is null;
alter table annual_amounts alter column period_start set not null;

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

-- Press releases as their wires' feeds tell them: headline, link and lead, never the text.
create table press_releases (
  -- `<source>:<the wire's own id>`
  press_release_id text primary key,
  -- the registry id of the wire
  source           text not null,
  title            text not null,
  summary          text,
  url              text not null,
  published_at     timestamptz not null,
  -- BCP 47; null where the wire does not say
  language         text,
  -- who published it, as stated
  contributor      text,
  tier             smallint not null check (tier between 1 and 3),
  -- normalise/press/subjects.tsv
  subject_codes    integer[] not null,
  isins            text[] not null,
  -- when the feed that tells it so was read first: an older one that is read again changes nothing
  read_at          timestamptz not null,
  -- pages of a screen show what was there when its first page was asked for
  stored_at        timestamptz not null default now()
);
create index press_releases_newest on press_releases (published_at desc, press_release_id);

-- What ties a release to companies, as the wire states it. The issuer is looked for when the release is stored, and again
-- when an issuer that was not found then gets the listing or the security.
create table press_release_tags (
  press_release_id text not null references press_releases on delete cascade,
  -- `Nasdaq:EBIX`, or an ISIN
  as_filed         text not null,
  basis            text not null check (basis in ('listing', 'isin', 'text')),
  position         integer not null,
  ticker           text,
  -- kernel/ids.ts tickerKey
  ticker_key       text,
  mic              text,
  market_id        text,
  -- null where nobody of the store has it
  issuer_id        bigint,
  primary key (press_release_id, as_filed)
);
create index press_release_tags_by_issuer on press_release_tags (issuer_id, press_release_id) where issuer_id is not null;
create index press_release_tags_waiting on press_release_tags (ticker_key, market_id) where issuer_id is null;
create index press_release_tags_waiting_by_isin on press_release_tags (as_filed) where issuer_id is null and basis = 'isin';

-- The newest release of each issuer and tier, worked out when releases are stored: what screens walk.
create table press_newest (
  issuer_id        bigint not null,
  tier             smallint not null,
  press_release_id text not null,
  published_at     timestamptz not null,
  stored_at        timestamptz not null,
  primary key (issuer_id, tier)
);
create index press_newest_by_time on press_newest (published_at);

-- Calls as their sources have written them down, where an operator has the texts (docs/decisions/0030-transcripts.md).
create table transcripts (
  -- `<source>:<the source's own id>`
  transcript_id text primary key,
  -- who wrote it down
  source        text not null,
  -- the registry id of the connector, and the document
  registry      text not null,
  document_url  text not null,
  -- the company as the source names it
  company_name  text,
  -- kernel/name-key.ts nameKey
  company_key   text,
  ticker        text,
  -- kernel/ids.ts tickerKey
  ticker_key    text,
  market_id     text,
  -- looked for when the transcript is stored, and again when issuers change; null where nobody of the store is meant
  issuer_id     bigint,
  call_type     text not null,
  title         text not null,
  stated_year   integer,
  stated_period text,
  -- as stated, where the calendar of the issuer does not speak against it
  fiscal_year   integer,
  fiscal_period text,
  event_at      timestamptz,
  event_date    date,
  -- of lists, newest first: the moment, else the end of the day
  sorted_at     timestamptz,
  published_at  timestamptz,
  -- ISO 639-1
  language      text,
  url           text,
  excerpt       text not null,
  -- UTF-16 units of all turns
  chars         integer not null,
  -- model/transcript.ts CallGuidance[] as JSON
  guidance      text not null,
  -- model/packed-json.ts: { speakers, turns } of model/transcript.ts
  words         bytea not null,
  -- of all that the source states
  digest        text not null,
  stored_at     timestamptz not null default now()
);
create index transcripts_by_issuer on transcripts
  (issuer_id, sorted_at desc nulls last, fiscal_year desc nulls last, fiscal_period desc nulls last, transcript_id);
create index transcripts_newest on transcripts
  (sorted_at desc nulls last, fiscal_year desc nulls last, fiscal_period desc nulls last, transcript_id)
  where issuer_id is not null;
create index transcripts_waiting_by_ticker on transcripts (ticker_key) where issuer_id is null;
create index transcripts_waiting_by_name on transcripts (company_key) where issuer_id is null and ticker_key is null;

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

-- Corporate events (docs/decisions/0032-corporate-events.md). Distributed by issuer_id like the filings that evidence them.

-- A row a filing that was read for events, by what is known of it.
create table event_readings (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  -- list: form, items and title as lists of filings have them. contents: its documents; they stand in place of the list's
  read_from     text not null check (read_from in ('list', 'contents')),
  -- of everything that was read
  digest        text not null,
  -- normalise/events/: of the rules that read it
  rules_version text not null,
  primary key (issuer_id, registry, native_id)
);

-- What one filing says of one event. Several filings may say something of the same: an original and its amendments.
create table corporate_events (
  issuer_id      bigint not null,
  registry       text not null,
  native_id      text not null,
  -- 0-based, in the order of the reading
  place          smallint not null,
  -- of item, kind and subject: what tells apart the events of one filing
  event_key      text not null,
  -- of the original filing and event_key; the same as long as rules find it
  event_id       text collate "C" not null,
  kind           text not null,
  -- model/event.ts; null = a deal or a step of a company's life
  family         text,
  variant        text,
  is_notable     boolean not null,
  -- it ends what it speaks of: deficiency regained, default waived, case dismissed
  is_resolving   boolean not null,
  -- whether it states typed fields
  is_structured  boolean not null,
  -- effective
  event_date     date,
  -- of this filing
  known_at       timestamptz not null,
  item_code      text,
  -- events of one issuer with the same key and no more than 180 days between them are one case; null stands alone
  case_key       text,
  -- what follows is set over all events of the issuer (store/corporate-events.ts resolveEvents)
  -- whether no later filing says something of the same event
  is_current     boolean not null default true,
  -- when the first filing of the event became known
  first_known_at timestamptz not null,
  status         text not null default 'open' check (status in ('open', 'updated', 'resolved')),
  case_id        text collate "C",
  -- model/event.ts EventWords as JSON
  words          text not null,
  primary key (issuer_id, registry, native_id, place)
);
create index corporate_events_of_issuer on corporate_events (issuer_id, first_known_at desc, event_id) where is_current;
create index corporate_events_newest on corporate_events (first_known_at desc, event_id) where is_current;
create index corporate_events_by_kind on corporate_events (kind, first_known_at desc, event_id) where is_current;

-- What several events of a company amount to (docs/decisions/0033-signals.md). Worked out anew from the events of all its
-- registrants: rows of one company stand under the lead of its entity.
create table signal_patterns (
  entity_id     bigint not null,
  -- model/signal-pattern.ts
  pattern       text not null,
  -- when the first and the last of its events became known
  first_at      timestamptz not null,
  latest_at     timestamptz not null,
  -- from when on it is strong; null = moderate
  strong_from   timestamptz,
  reason        text not null,
  -- oldest first
  event_ids     text[] not null,
  rules_version text not null,
  primary key (entity_id, pattern)
);
create index signal_patterns_newest on signal_patterns (latest_at desc, entity_id);

-- Issuers whose events, reports or entity changed, written together with them and taken off when their patterns are worked out.
create table signal_changes (
  change_id bigint generated always as identity primary key,
  issuer_id bigint not null
);

-- How shares went after events of a kind: worked out over all events and closes of the store.
create table base_rates (
  market_id text not null,
  kind      text not null,
  -- in the order of the answer
  place     integer not null,
  -- model/base-rate.ts BaseRate as JSON
  rate      text not null,
  primary key (market_id, kind, place)
);

-- One row: what the rates were worked out from.
create table base_rate_inputs (
  is_only       boolean primary key default true check (is_only),
  -- of events and closes: where it is the same the rates are
  digest        text not null,
  -- when the newest event of them became known; null where there was none
  newest_at     timestamptz,
  rules_version text not null
);

-- Purchases and sales that screens look for by the day on which they were filed.
create index insider_lines_trades on insider_lines (known_at)
  where superseded_by is null and transaction_code in ('P', 'S') and not is_derivative;

-- Red flags and the verdicts that rest on them (docs/decisions/0034-red-flags.md). Distributed by issuer_id like the filings.

-- A row a filing whose text was read for red flags.
create table red_flag_readings (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  -- of everything that was read
  digest        text not null,
  -- normalise/red-flags/: of the rules that read it
  rules_version text not null,
  primary key (issuer_id, registry, native_id)
);

-- What a rule found at a filing: one row for each way of finding it.
create table red_flags (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  rule_id   text collate "C" not null,
  -- text: of the filing. figures: the issuer's canonical years. history: several filings of the issuer
  read_from text not null check (read_from in ('text', 'figures', 'history')),
  severity  text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  -- null = nobody has judged the words yet
  judgement text check (judgement in ('event', 'boilerplate', 'unclear')),
  is_open   boolean not null,
  -- of the filing
  known_at  timestamptz not null,
  -- model/red-flag.ts FlagWords as JSON
  words     text not null,
  primary key (issuer_id, registry, native_id, rule_id, read_from)
);
create index red_flags_newest on red_flags (known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_by_rule on red_flags (rule_id, known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_by_severity on red_flags (severity, known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_of_issuer on red_flags (issuer_id, known_at desc)
  where judgement is null or judgement = 'event';

-- The latest verdict on an issuer by source and method.
create table verdicts (
  issuer_id      bigint not null,
  analyst_source text not null check (analyst_source in ('call', 'filing')),
  -- rules, model:<name>
  method         text not null,
  stance         text not null
    check (stance in ('strong_buy', 'buy', 'hold', 'sell', 'strong_sell', 'no_conviction')),
  stance_score   double precision not null,
  -- of the filing, or of the call
  known_at       timestamptz not null,
  registry       text,
  native_id      text,
  transcript_id  text,
  -- model/verdict.ts VerdictWords as JSON
  words          text not null,
  primary key (issuer_id, analyst_source, method)
);
create index verdicts_newest on verdicts (known_at desc, issuer_id);

-- Daily closes as sources give them (docs/decisions/0035-prices.md): a row is one publisher's whole series of one share or index.
create table price_series (
  -- the registry whose documents state it
  source      text not null,
  -- as the publisher calls the share or index
  symbol      text not null,
  -- of a share; kernel/ids.ts tickerKey
  market_id   text,
  ticker_key  text,
  -- of an index; model/market-indexes.ts
  index_id    text,
  -- ISO 4217; null where the source states none and none follows from the market
  currency    text,
  first_date  date not null,
  last_date   date not null,
  -- model/price-series.ts encodeBars: days since 1970-01-01 as int32, the others as float64, little endian, day by day
  days        bytea not null,
  -- as paid on the day; null where the source states none
  raw         bytea,
  -- restated for later splits
  split_adjusted bytea,
  -- restated for later splits and dividends
  adjusted    bytea,
  -- NaN where none is stated; null where none is stated of any day
  volumes     bytea,
  -- splits and dividends that the source states: model/price-series.ts PriceActions as JSON
  actions     text not null,
  -- what is wrong with the closes by our rules: model/price-series.ts PriceFault[] as JSON
  faults      text not null,
  -- when the document was first read that the newest closes stand in
  read_at     timestamptz not null,
  -- of all that is stated: a series that is stated so already is not written again
  digest      text not null,
  primary key (source, symbol),
  check (num_nonnulls(ticker_key, index_id) = 1 and (market_id is null) = (ticker_key is null)),
  check (num_nonnulls(raw, split_adjusted, adjusted) > 0)
);
create index price_series_of_shares on price_series (ticker_key, market_id) where ticker_key is not null;
create index price_series_of_indexes on price_series (index_id) where index_id is not null;

-- The last quote that a publisher gives of a share.
create table price_quotes (
  source         text not null,
  symbol         text not null,
  market_id      text not null,
  ticker_key     text not null,
  currency       text not null,
  price          double precision not null check (price > 0),
  price_at       timestamptz not null,
  previous_close double precision,
  day_high       double precision,
  day_low        double precision,
  volume         double precision,
  -- null where the source states none
  delay_minutes  integer,
  primary key (source, symbol)
);
create index price_quotes_of_shares on price_quotes (ticker_key, market_id);

-- Series of interest rates by publisher (model/macro-rate.ts).
create table rate_series (
  -- the registry whose documents state it
  source       text not null,
  series_id    text not null,
  rate_group   text not null,
  country_code text not null,
  tenor        text,
  -- by which tenors are ordered
  tenor_months numeric,
  frequency    text not null,
  note         text,
  primary key (source, series_id)
);

create table rate_values (
  source    text not null,
  series_id text not null,
  rate_date date not null,
  -- percent a year; null = the publisher says that there is none
  rate_pct  numeric,
  -- when the document that says so was read first: an older one takes nothing back
  read_at   timestamptz not null,
  primary key (source, series_id, rate_date)
);

-- The IMF's World Economic Outlook: one vintage never changes another (model/world-outlook.ts).
create table weo_series (
  vintage          text not null,
  area             text not null,
  subject          text not null,
  area_name        text not null,
  subject_name     text not null,
  unit             text not null,
  last_actual_year smallint,
  note             text,
  -- Ascending, and the values beside them: null where the IMF prints n/a.
  years            smallint[] not null,
  amounts          numeric[] not null,
  source           text not null,
  read_at          timestamptz not null,
  primary key (vintage, area, subject)
);

-- Lists of climate targets that were read (model/climate-target.ts), by their day.
create table climate_vintages (
  -- the registry that publishes the list
  source        text not null,
  vintage       date not null,
  targets_count integer not null,
  primary key (source, vintage)
);

-- Rows of such lists: one that reads the same in several is kept once, with the first and the last list that has it. Nothing
-- is taken away when a list leaves a company out: that is no removed commitment, which lists state in words.
create table climate_targets (
  source                   text not null,
  -- of all that the row states
  target_digest            text not null,
  first_vintage            date not null,
  last_vintage             date not null,
  company_name             text not null,
  -- kernel/name-key.ts
  name_key                 text not null,
  lei                      text,
  country_code             text,
  near_term_status         text,
  near_term_classification text,
  near_term_target_year    smallint,
  net_zero_status          text,
  net_zero_year            smallint,
  target_text              text,
  status_date              date,
  status_reason            text,
  primary key (source, target_digest)
);
create index on climate_targets (lei) where lei is not null;
create index on climate_targets (name_key);

create table climate_target_isins (
  isin          text not null,
  source        text not null,
  target_digest text not null,
  primary key (isin, source, target_digest),
  foreign key (source, target_digest) references climate_targets on delete cascade
);
create index on climate_target_isins (source, target_digest);

-- Who holds issuers' securities. Schedules 13D and 13G stand under the issuer that they are about, Form 13F under the
-- manager that files it. Distributed by issuer_id like the filings themselves.

-- Holders of more than five percent of a class: a row a schedule.
create table stake_reports (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  -- of everything that was read
  digest           text not null,
  -- of the filing
  known_at         timestamptz not null,
  filing_date      date not null,
  -- 13D or 13G
  schedule         text not null,
  is_amendment     boolean not null,
  amendment_number integer,
  event_date       date,
  security_title   text,
  cusips           text[] not null,
  is_exit          boolean not null,
  rules            text[] not null,
  -- the filer's own words; null where none are stated
  purpose          text,
  -- 1: tagged by the filer; less: read off the words of a cover page
  confidence       real not null,
  primary key (issuer_id, registry, native_id)
);
create index stake_reports_by_cusip on stake_reports using gin (cusips);

-- One for each who reports; those of one schedule count the same shares.
create table disclosed_stakes (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  place         smallint not null,
  person_id     uuid not null,
  name_as_filed text not null,
  known_at      timestamptz not null,
  shares        numeric,
  -- of the class
  percent       numeric,
  -- model/disclosed-stake.ts DisclosedStake as JSON
  stake         text not null,
  primary key (issuer_id, registry, native_id, place)
);
create index disclosed_stakes_newest on disclosed_stakes (issuer_id, known_at desc);
create index disclosed_stakes_of_person on disclosed_stakes (person_id, known_at desc);

-- Form 13F: a row a report of a manager.
create table holdings_reports (
  issuer_id         bigint not null,
  registry          text not null,
  native_id         text not null,
  -- of everything that was read
  digest            text not null,
  -- of the filing
  known_at          timestamptz not null,
  quarter_end       date not null,
  -- holdings, combination or notice
  report_type       text not null,
  -- restatement or new_holdings; null on an original
  amendment         text,
  -- 028-04545 as 28-4545: how other managers' reports name this one
  file_number       text,
  -- what values as filed are multiplied by to be dollars, and what says so
  value_factor      integer not null,
  value_basis       text not null,
  -- true where positions are left out because the filer asked for their confidentiality
  is_confidential   boolean not null,
  -- of the cover; null where it states none
  stated_lines      integer,
  stated_value      numeric,
  lines_count       integer not null,
  -- as filed
  lines_value       numeric not null,
  -- null where the cover states no totals
  is_reconciled     boolean,
  -- part of its quarter's book: no later restatement has taken its place
  is_in_book        boolean not null,
  primary key (issuer_id, registry, native_id)
);
create index holdings_reports_of_quarter on holdings_reports (quarter_end, issuer_id);
create index holdings_reports_by_file_number on holdings_reports (file_number) where file_number is not null;

-- Other managers that a report names: whose positions it includes, or who reports those of its filer.
create table holding_managers (
  issuer_id       bigint not null,
  registry        text not null,
  native_id       text not null,
  place           smallint not null,
  -- included or reports_for_filer
  edge            text not null,
  -- the number by which lines point to it
  sequence_number integer,
  cik             text,
  file_number     text,
  name            text not null,
  primary key (issuer_id, registry, native_id, place)
);

-- The lines of an information table as filed: several of one security where managers, discretion or votes differ.
create table holding_lines (
  issuer_id      bigint not null,
  registry       text not null,
  native_id      text not null,
  place          integer not null,
  name_as_filed  text not null,
  class_title    text not null,
  cusip          text not null collate "C",
  -- as filed: see holdings_reports.value_factor; null where what stands there is no number
  value          numeric,
  amount         numeric,
  -- SH shares or PRN principal; null where neither is said
  amount_type    text,
  put_call       text,
  discretion     text,
  other_managers text,
  voting_sole    numeric,
  voting_shared  numeric,
  voting_none    numeric,
  primary key (issuer_id, registry, native_id, place)
);

-- A manager's positions at the end of a quarter, over all reports of its book: one row a security and kind.
create table holdings (
  issuer_id     bigint not null,
  quarter_end   date not null,
  cusip         text not null collate "C",
  -- SH, PRN, put, call or unknown
  kind          text not null,
  name_as_filed text not null,
  class_title   text not null,
  -- dollars
  market_value  numeric not null,
  amount        numeric not null,
  voting_sole   numeric,
  voting_shared numeric,
  voting_none   numeric,
  -- null where lines differ
  discretion    text,
  primary key (issuer_id, quarter_end, cusip, kind)
);
create index holdings_by_cusip on holdings (cusip, quarter_end);
create index holdings_largest on holdings (issuer_id, quarter_end, market_value desc, cusip, kind);

-- A row a manager and quarter with a report of any kind.
create table holding_books (
  issuer_id       bigint not null,
  quarter_end     date not null,
  known_at        timestamptz not null,
  -- of the reports that make it up, in the order in which they became known
  native_ids      text[] not null,
  registry        text not null,
  -- a book without positions of its own: others report them
  is_notice       boolean not null,
  -- dollars
  market_value    numeric not null,
  positions_count integer not null,
  -- false while positions are kept confidential
  is_complete     boolean not null,
  primary key (issuer_id, quarter_end)
);
create index holding_books_of_quarter on holding_books (quarter_end, issuer_id);

-- What documents say a CUSIP is: evidence, from which issuers are found when somebody asks. No directory.
create table cusip_names (
  cusip      text not null collate "C",
  -- fails-to-deliver or information-table
  source     text not null,
  -- folded by normalise/holdings/security-name.ts
  name_key   text not null collate "C",
  -- kernel/ids.ts tickerKey; empty where none is stated
  symbol_key text not null collate "C",
  name       text not null,
  first_date date not null,
  last_date  date not null,
  primary key (cusip, source, name_key, symbol_key)
);
create index cusip_names_by_name on cusip_names (name_key);
create index cusip_names_by_symbol on cusip_names (symbol_key) where symbol_key <> '';

-- Dollars a share at ends of quarters, as files of the registry state them: what tells thousands of dollars from dollars.
create table cusip_prices (
  cusip       text not null collate "C",
  quarter_end date not null,
  price_date  date not null,
  price       numeric not null,
  primary key (cusip, quarter_end)
);

-- What sources say of who directs, manages and owns an issuer, and what is made of it.

-- The source files that say so; one line of a file is a statement.
create table role_sources (
  -- the issuer whose records they are
  owner_id bigint not null,
  registry text not null,
  source   text not null,
  digest   text not null,
  -- the day that lists without a date are of
  read_on  date not null,
  primary key (owner_id, registry, source)
);

create table role_statements (
  owner_id         bigint not null,
  registry         text not null,
  source           text not null,
  place            integer not null,
  -- the issuer that it is about; null where nobody in the store has the identifier
  issuer_id        bigint,
  -- where the document was filed under another's name
  about_scheme     text,
  about_identifier text,
  -- model/role.ts RoleStatement as JSON
  statement        text not null,
  primary key (owner_id, registry, source, place)
);
create index role_statements_about on role_statements (issuer_id);
create index role_statements_waiting on role_statements (about_scheme, about_identifier) where about_scheme is not null;

-- Issuers of which something was said since their people were last gathered. Rows are only added: whoever loads waits for nobody.
create table people_changes (
  change_id bigint generated always as identity primary key,
  issuer_id bigint not null
);
insert into people_changes (issuer_id) select distinct issuer_id from insider_owners order by issuer_id;

-- What the report calls its owner: a number that filers gave to two people is told by it. Null on rows from before this column.
alter table insider_owners add column name_as_filed text;

-- Folded for search and comparison (normalise/people/person-names.ts).
alter table person_names add column name_key text not null default '';
update person_names set name_key = lower(name);
create index person_names_trgm on person_names using gin (name_key gin_trgm_ops);
create index person_names_prefix on person_names (name_key text_pattern_ops);
create index person_names_wide on person_names using gin (wide_grams(name_key)) where name_key ~ '[^\x01-\x7f]';

-- Two ids that are one person. Nothing is ever merged for good: the absorbed one stays with its identifiers and names.
create table person_merges (
  merge_id    bigint generated always as identity primary key,
  kept_id     uuid not null references persons,
  absorbed_id uuid not null references persons,
  rule        text not null check (rule in ('birth_month', 'shared_issuers', 'named_by_issuer')),
  -- the issuer where that was seen, and in what words
  issuer_id   bigint not null,
  evidence    text not null,
  state       text not null default 'active' check (state in ('active', 'undone')),
  made_at     timestamptz not null default now(),
  changed_at  timestamptz not null default now(),
  unique (absorbed_id, kept_id),
  check (kept_id <> absorbed_id)
);
create unique index person_merges_active on person_merges (absorbed_id) where state = 'active';
create index on person_merges (kept_id);

-- Mandates: one of a person at an issuer in a relation, from its beginning to its end.
create table person_roles (
  issuer_id           bigint not null,
  role_id             uuid not null,
  person_id           uuid not null,
  relation            text not null check (relation in ('officer', 'director', 'major_shareholder', 'significant_control')),
  role_title          text,
  since_date          date,
  since_meaning       text check (since_meaning in ('seat', 'disclosed_holding')),
  observed_since_date date not null,
  until_date          date,
  term_end_date       date,
  confirmed_date      date not null,
  -- the day from which it no longer counts as current: its end, or where nobody has confirmed it for too long
  current_until       date not null,
  shares              numeric,
  ownership_pct       numeric,
  ownership_min_pct   numeric,
  ownership_max_pct   numeric,
  natures_of_control  text[] not null,
  registry            text not null,
  -- as answers show it, without section text
  evidence            text not null,
  primary key (issuer_id, role_id)
);
create index person_roles_of_person on person_roles (person_id);
create index person_roles_dated on person_roles (relation, since_date, role_id) where since_date is not null;
create index person_roles_longest on person_roles (since_date, role_id) where since_date is not null;
create index person_roles_ending on person_roles (term_end_date, role_id) where term_end_date is not null;

-- One row a person with a mandate: what lists of people are narrowed and put in order by.
create table person_cards (
  person_id       uuid primary key,
  name            text not null,
  name_key        text not null,
  kind            text not null,
  -- YYYY-MM or YYYY
  born            text,
  country_code    text,
  companies_count integer not null,
  relations       text[] not null,
  market_ids      text[] not null,
  -- <market_id>:<relation>, for lists that are narrowed by both
  market_relations text[] not null,
  -- the largest stake that has not come to an end
  ownership_pct   numeric
);
create index person_cards_by_companies on person_cards (companies_count desc, person_id);
create index person_cards_by_ownership on person_cards (ownership_pct desc nulls last, person_id);
create index person_cards_by_name on person_cards (name_key collate "C", person_id);
create index person_cards_relations on person_cards using gin (relations);
create index person_cards_markets on person_cards using gin (market_ids);
create index person_cards_market_relations on person_cards using gin (market_relations);

-- What calendars say of releases of results, an entry a source, listing and period (docs/decisions/0039-earnings-calendar.md).
create table calendar_entries (
  -- the registry id of the connector
  source          text not null,
  market_id       text not null,
  -- kernel/ids.ts tickerKey
  ticker_key      text not null,
  -- model/earnings-calendar.ts entryKeyOf: of one period there is one
  entry_key       text not null,
  ticker          text not null,
  -- looked for when the entry is stored, and again when issuers change; null where nobody of the store has the listing
  issuer_id       bigint,
  -- where the company is; null where the source states figures of the period alone
  report_date     date,
  date_status     text not null check (date_status in ('confirmed', 'estimated')),
  report_time     text not null check (report_time in ('before_market', 'during_market', 'after_market', 'unknown')),
  call_at         timestamptz,
  -- as stated
  period_end      date,
  fiscal_year     integer,
  fiscal_period   text,
  currency        text,
  eps_estimate    numeric,
  eps_actual      numeric,
  revenue_estimate numeric,
  estimates_count integer,
  document_url    text not null,
  -- when the document that says so was read first: an older one that is read again changes nothing
  read_at         timestamptz not null,
  -- when those who watch were told that it is near
  told_at         timestamptz,
  primary key (source, market_id, ticker_key, entry_key)
);
create index calendar_entries_by_issuer on calendar_entries (issuer_id) where issuer_id is not null;
create index calendar_entries_waiting on calendar_entries (ticker_key, market_id) where issuer_id is null;
-- what is near and was not told yet
create index calendar_entries_untold on calendar_entries (report_date) where issuer_id is not null and told_at is null;

-- What analysts think of a listing, as a source gave it on a day (docs/decisions/0039-earnings-calendar.md).
create table street_snapshots (
  -- the registry id of the connector
  source              text not null,
  market_id           text not null,
  -- kernel/ids.ts tickerKey
  ticker_key          text not null,
  -- of the sweep: sources state periods relative to it
  as_of               date not null,
  ticker              text not null,
  -- looked for when the snapshot is stored, and again when issuers change; null where nobody of the store has the listing
  issuer_id           bigint,
  recommendation_key  text not null check (recommendation_key in ('strong_buy', 'buy', 'hold', 'sell', 'strong_sell')),
  -- 1 strong buy … 5 strong sell
  recommendation_mean numeric,
  analysts_count      integer,
  -- strong buy, buy, hold, sell, strong sell
  counts              integer[] check (cardinality(counts) = 5),
  target_mean         numeric,
  target_high         numeric,
  target_low          numeric,
  currency            text,
  -- what the source gave for the listing's price at that time, in the currency of the targets
  price               numeric,
  document_url        text not null,
  read_at             timestamptz not null,
  -- of its source and listing: what screens walk, whatever their window
  is_newest           boolean not null default false,
  primary key (source, market_id, ticker_key, as_of)
);
create index street_snapshots_newest on street_snapshots (as_of) where issuer_id is not null and is_newest;
create index street_snapshots_waiting on street_snapshots (ticker_key, market_id) where issuer_id is null;

-- People are searched by the words of their names along one index of cards: joined from person_names, a name that tens of
-- thousands have took over a second.

-- The words of name keys that stand in lines, without their places; of words longer than any name the beginning.
create function name_words(names text) returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct left(word, 500))), '')
  from string_to_table(translate(names, E'\n', ' '), ' ') as word where word <> ''
$$;

-- Keys of all names, a line each, of those too who were found to be this person.
alter table person_cards add column names text not null default '';
with recursive same as (
  select person_id as kept_id, person_id, 1 as depth from person_cards
  union all
  select s.kept_id, m.absorbed_id, depth + 1 from same s
  join person_merges m on m.kept_id = s.person_id and m.state = 'active' where depth < 8
)
update person_cards c set names = told.names
from (
  select s.kept_id, string_agg(distinct n.name_key collate "C", E'\n') as names
  from same s join person_names n on n.person_id = s.person_id where n.name_key <> '' group by s.kept_id
) told
where told.kept_id = c.person_id;
alter table person_cards add column name_words tsvector generated always as (name_words(names)) stored;
create index person_cards_words on person_cards using gin (name_words);
create index person_cards_wide on person_cards using gin (wide_grams(names)) where names ~ '[^\x01-\x7f]';

drop index person_names_trgm;
drop index person_names_prefix;
drop index person_names_wide;

insert into accounts (account_id, email, plan) values ('00000000-0000-4000-8000-000000000001', 'kept@example.org', 'pro');
insert into api_keys (account_id, name, digest, hint)
values ('00000000-0000-4000-8000-000000000001', 'kept', '\x00', 'kept');
insert into issuers (canonical_key, company_name, market_id) values ('cik:9990001', 'Kept Works Inc.', 'us');
insert into issuer_names (issuer_id, name_key, matched) select issuer_id, 'kept works', 'name' from issuers;
insert into listings (issuer_id, market_id, ticker, ticker_key, is_home)
select issuer_id, 'us', 'KEPT', 'KEPT', true from issuers;
insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date, known_at,
  is_amendment, url, has_xbrl, precedence)
select issuer_id, registry, native_id, gen_random_uuid(), '10-K', 'annual_report', 'periodic', '2024-02-20',
  '2024-02-20T21:05:00Z', false, 'https://registry.example/' || native_id, false, precedence
from issuers, (values ('sec-edgar', 'opened', 0), ('sec-edgar', 'listed', 1), ('sec-edgar', 'in a data set', 4),
  ('esef', 'indexed', 1), ('sec-edgar', 'unlisted', 7)) as one (registry, native_id, precedence);
insert into issuer_statements (issuer_id, source, registry, precedence, documents)
select issuer_id, source, registry, precedence, '[]'
from issuers, (values ('submissions', 'sec-edgar', 1), ('companyfacts', 'sec-edgar', 5),
  ('financial-statement-data-set/2024q1', 'sec-edgar', 4), ('filing/opened', 'sec-edgar', 6),
  ('titles/zh/sehk-1/20240101', 'hkexnews', 5)) as one (source, registry, precedence);

create table schema_migrations (
  number     integer primary key,
  name       text not null,
  digest     text not null,
  applied_at timestamptz not null default now()
);
insert into schema_migrations (number, name, digest) values
  (1, '0001_core.sql', '0868cf543fac5d29d9a0d8c8fa9fa176009041017910e7e5c65aa6449991aaa8'),
  (2, '0002_accounts.sql', 'dcc641a8808357641ffab4abfb82fde130150e070aed87da35c52220ab247c69'),
  (3, '0003_ingest.sql', 'ca8f759e6b84617663c6f2fd1abf70276433080974d5078f079a35d5262649ef'),
  (4, '0004_newest_filings.sql', 'a15a78f770e271e7aadf183fe18b390ce40d17ce177f02bff090caae974a8794'),
  (5, '0005_statement_counts.sql', '0aa3802052fcb07c5d4ed9fe8f49f354ac85ae6c72b3ab159ae52abc34d528ce'),
  (6, '0006_filing_files.sql', '48799f20cfde5d839fc9fce1cb64e7aa51b2605195870774017f1b473f668968'),
  (7, '0007_filing_sections.sql', 'ab937a9017738e38567055dc60cc77374c4bc24a27eed9d3c45fd5f91901c2b5'),
  (8, '0008_filing_reports.sql', '32d8a8aa2d51e8bd10a81acfb919f40787c4442505c1d944b11b60c3956f701f'),
  (9, '0009_entities.sql', '6d2804926255045c7f9bdd8b16d74300ffd5a9e7d03d10f3714d0c11f8e2c965'),
  (10, '0010_identity.sql', '606ea741e7a57448e0de6bf23ffd8470f420cb4760e109540548892f7a5359fc'),
  (11, '0011_name_search.sql', '3582c198c8a643fa1d652caec8858cb2a5ba7dfc3f3750a13cc77ee572240bdd'),
  (12, '0012_search_languages.sql', 'a3a69e7de536dc9600c884a6db03caedec08ebb24d4fc75019f39242fae46b59'),
  (13, '0013_filing_standings.sql', '907b34cf246d294ae7c1e0c6ee52c57603aaa1da265706b7f3a8f176473d1612'),
  (14, '0014_annual_amounts.sql', '33716351202c226989946ceaf4c1a89684aec237a31e91c1b1a574f4f3b5ee58'),
  (15, '0015_accounts.sql', '23f6846b830901da5e5072e8cc7173f498a5f447228439119a4713a4776766cf'),
  (16, '0016_oauth.sql', '8c2c938da9ef345d341a2b5ec9d50dcd5f9f77832ce9a202df1d4b2a8ae6cc84'),
  (17, '0017_events.sql', 'e9de35563d4acc60e257fe985d25a59b1882b066657b38bfc52c19e3650903d1'),
  (18, '0018_webhooks.sql', 'e6a6cad75710b4c33d3fe277542b2e3f49fa575437520daa31230f6827791415'),
  (19, '0019_section_lengths.sql', '46a97508ac9e8eb345f88b2ca72c5c51d139388c4cc33e6b3b6a06c66e73d949'),
  (20, '0020_exchange_rates.sql', '28ade1e599428495efa5c1cde27933f18559f26bae22a7c41dcf3bb90967e73d'),
  (21, '0021_insiders.sql', '60b135a4483df5b6317dd2efae94a66d316cf8065298ffb6fb957c2c76f1b4b0'),
  (22, '0022_press_releases.sql', 'a60a175d83661bd8c0dbca4d99e27902c75b7949392bbdce5a636cae9a331f19'),
  (23, '0023_transcripts.sql', '02bafd85cd603e3e06411b21afba2e22226c17b391012bc8472b83c957fc61a8'),
  (24, '0024_supply_chain.sql', 'bfa7dabfa99f217bd0be4fb7d055121bb0cc7a0f57bb2d9c0849c134178ee927'),
  (25, '0025_events.sql', '4d4e39a1588667e29aa010fa950537051b5da4ce14b7257a42c731c53bd6e67d'),
  (26, '0026_signals.sql', 'd68c1980d1e3dfa7dafe2d80d7eb92aab48d72b78d61b434c357191a08f8e185'),
  (27, '0027_red_flags.sql', '1feb7000cda70858ed61ce760b429067afa2b661dc93eea67493532ec0aecc66'),
  (28, '0028_prices.sql', '53e808da92b38fca48100c2ecad39fa8fd4af0dd25665f69595431f716a3bda5'),
  (29, '0029_macro.sql', 'f6874945482e64b09916240ea4c93f9f3e69683d5c127df373e6b24c355056c6'),
  (30, '0030_climate.sql', 'fc708ea4fc3e41fedeadbe058cb84ea83ce66e5f8c252e994476713ae78de429'),
  (31, '0031_holders.sql', 'd095505502b50f892ae3210757f637433f386b63f51a4885d96a1994089b1fe6'),
  (32, '0032_people.sql', 'e4e28b89c177939377d4bcf7e355c43e7e0496cb80ce59a6845f7ba491b59066'),
  (33, '0033_earnings_calendar.sql', 'ed365260c727eebf936c240693b93073af74deccdf59f0f20c55dade76937eba'),
  (34, '0034_street.sql', '0b2ebc64c5c88e30648064405b80137c2b8bd66c1f0c9bbb9d3b6f20f8e68a67'),
  (35, '0035_people_search.sql', '77248b95abbe4ff1d59f1d134f69d7d1c2455264c5e1d0d238270c8bffdff3b3');
