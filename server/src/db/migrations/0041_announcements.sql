-- What was edited into 0017 after it had been applied (docs/decisions/0040-upgrades.md).

-- A listing that an account watches. The filings of its company count that were made in its market: see the announcer.
create table if not exists watchlist_entries (
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
create index if not exists watchlist_entries_by_issuer on watchlist_entries (issuer_id);

-- Something that happened, once. Its id is the UUID (version 5) of `<event_type> <key>`: the key is unique by it.
create table if not exists events (
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
create index if not exists events_by_age on events (created_at);

-- Whom an event is to be told to: those who watch an issuer, or one account. Written in the transaction that stores what
-- happened, and kept, so that nothing is announced twice. A filing of several filers has a row for each of them.
create table if not exists announcements (
  announcement_id bigint generated always as identity,
  event_id        uuid not null,
  issuer_id       bigint,
  account_id      uuid,
  announced_at    timestamptz,
  unique nulls not distinct (event_id, issuer_id, account_id),
  check ((issuer_id is null) <> (account_id is null))
);
create index if not exists announcements_waiting on announcements (announcement_id) where announced_at is null;

-- One announcer works at a time, and no two of its passes have the same moment: notifications become visible in the order
-- of their ids' moments, so that a reader who has seen one has missed none before it.
create table if not exists announcer_turns (
  only_row boolean primary key default true check (only_row),
  last_at  timestamptz not null
);
insert into announcer_turns (last_at) values ('1970-01-01') on conflict do nothing;

-- What an account was told. Distributed by account_id. The columns that lists are narrowed by stand here again.
create table if not exists notifications (
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
-- Earlier texts of 0017 had these indexes in another form.
do $$
begin
  if exists (select from pg_indexes where indexname = 'notifications_newest' and indexdef not like '%INCLUDE%') then
    drop index notifications_newest;
  end if;
  if exists (select from pg_indexes where indexname = 'notifications_by_age' and indexdef not like '%USING brin%') then
    drop index notifications_by_age;
  end if;
  if exists (select from pg_indexes where indexname = 'filings_by_known_at' and indexdef not like '%INCLUDE%issuer_id)') then
    drop index filings_by_known_at;
  end if;
end
$$;

-- what lists are narrowed by is read from the index too
create index if not exists notifications_newest on notifications (account_id, created_at desc, event_id)
  include (event_type, category, category_group, ticker_key, market_id);
create index if not exists notifications_unread on notifications (account_id) where read_at is null;
create index if not exists notifications_by_event on notifications (event_id);
create index if not exists notifications_by_age on notifications using brin (created_at);

-- Feeds walk the newest filings of all issuers: what they are narrowed by is read from the index too.
create index if not exists filings_by_known_at on filings (known_at desc, native_id) include (registry, category, form_type, issuer_id);
