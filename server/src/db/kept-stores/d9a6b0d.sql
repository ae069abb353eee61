-- A store of commit d9a6b0d, written by scripts/keep-store.ts.
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

\ir ../migrations/0014_annual_amounts.sql
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

\ir ../migrations/0019_section_lengths.sql
\ir ../migrations/0020_exchange_rates.sql
\ir ../migrations/0021_insiders.sql
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

\ir ../migrations/0023_transcripts.sql
\ir ../migrations/0024_supply_chain.sql
\ir ../migrations/0025_events.sql
\ir ../migrations/0026_signals.sql
\ir ../migrations/0027_red_flags.sql
\ir ../migrations/0028_prices.sql
\ir ../migrations/0029_macro.sql
\ir ../migrations/0030_climate.sql
\ir ../migrations/0031_holders.sql
\ir ../migrations/0032_people.sql
\ir ../migrations/0033_earnings_calendar.sql
\ir ../migrations/0034_street.sql
\ir ../migrations/0035_people_search.sql
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
