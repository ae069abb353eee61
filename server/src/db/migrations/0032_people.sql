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
