-- A store of commit 15402e1, written by scripts/keep-store.ts.
\ir ../migrations/0001_core.sql
\ir ../migrations/0002_accounts.sql
\ir ../migrations/0003_ingest.sql
\ir ../migrations/0004_newest_filings.sql
\ir ../migrations/0005_statement_counts.sql
\ir ../migrations/0006_filing_files.sql
\ir ../migrations/0007_filing_sections.sql
\ir ../migrations/0008_filing_reports.sql
\ir ../migrations/0009_entities.sql
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

\ir ../migrations/0012_search_languages.sql
\ir ../migrations/0013_filing_standings.sql
\ir ../migrations/0014_annual_amounts.sql
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
