-- A store of commit 15402e1, written by scripts/keep-store.ts.
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
  (13, '0013_filing_standings.sql', '389757c5008d3fc2f14d5bdf5a09675e7b2b017fdb8737607eb9eec91fe7921b'),
  (14, '0014_annual_amounts.sql', '33716351202c226989946ceaf4c1a89684aec237a31e91c1b1a574f4f3b5ee58');
