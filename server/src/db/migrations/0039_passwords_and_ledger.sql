-- What was edited into 0015 after it had been applied (docs/decisions/0040-upgrades.md).

-- the OAuth client whose token asked for the key; null where none did
alter table api_keys add column if not exists client_id text;

-- Beside accounts, not in it: its rows are written anew by each debit.
create table if not exists passwords (
  account_id uuid primary key references accounts on delete cascade,
  -- accounts/passwords.ts: argon2id as a PHC string, parameters and salt within
  hash       text not null,
  set_at     timestamptz not null
);

-- A second factor (RFC 6238); counts from its confirmation on.
create table if not exists second_factors (
  account_id   uuid primary key references accounts on delete cascade,
  -- sealed, place 'totp <account_id>'
  secret       bytea not null,
  started_at   timestamptz not null,
  confirmed_at timestamptz,
  -- the newest time step whose code was used: none is good twice
  last_step    bigint not null default 0
);

create table if not exists recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  -- SHA-256 of account and code
  digest     bytea not null,
  used_at    timestamptz,
  primary key (account_id, digest)
);

-- Accounts that wait for the holder of their address to confirm; several may wait for one address.
create table if not exists sign_ups (
  -- SHA-256 of the token in the mail
  digest        bytea primary key,
  email         text not null,
  password_hash text not null,
  expires_at    timestamptz not null
);

create table if not exists reset_tokens (
  -- SHA-256 of the token in the mail
  digest     bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index if not exists reset_tokens_account_id_idx on reset_tokens (account_id);

-- Mail that is to be written and sent (accounts/mail-queue.ts). Tokens are made when it is, so none rests here.
create table if not exists mails (
  mail_id         uuid primary key default gen_random_uuid(),
  kind            text not null check (kind in ('sign_up', 'reset', 'password_set', 'second_factor_on', 'second_factor_off')),
  email           text not null,
  -- of a sign-up
  password_hash   text,
  queued_at       timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null
);
create index if not exists mails_next_attempt_at_idx on mails (next_attempt_at);

-- Tries that may be made, by what is tried: the moment at which all are free again (accounts/throttle.ts).
create table if not exists throttles (
  subject text primary key,
  full_at timestamptz not null
);
create index if not exists throttles_full_at_idx on throttles (full_at);

-- What each account's credits went to. Within a UTC month the credits of an account's entries sum to what
-- accounts.month_credits counts, within a day to day_credits (with the sign turned: an entry is a change of what is left).
create table if not exists ledger (
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
create index if not exists ledger_usage_day_idx on ledger using brin (usage_day);

-- Days of the ledger that are over, summed up.
create table if not exists ledger_days (
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
create index if not exists ledger_days_usage_day_idx on ledger_days using brin (usage_day);

-- Earlier texts of 0015 checked more of each entry, and kept the days of accounts that were deleted.
do $$
begin
  if exists (select from pg_constraint where conrelid = 'ledger'::regclass and conname = 'ledger_kind_check') then
    alter table ledger drop constraint ledger_kind_check, drop constraint ledger_channel_check, drop constraint ledger_check;
    alter table ledger add constraint ledger_check check ((kind = 'debit') = (credits < 0));
  end if;
  if not exists (select from pg_constraint where conrelid = 'ledger_days'::regclass and contype = 'f') then
    delete from ledger_days d where not exists (select from accounts a where a.account_id = d.account_id);
    alter table ledger_days add foreign key (account_id) references accounts on delete cascade;
  end if;
end
$$;

-- The last day that is summed up, in its only row.
create table if not exists ledger_closing (
  is_only    boolean primary key default true check (is_only),
  closed_day date not null
);
insert into ledger_closing (closed_day) values ('1970-01-01') on conflict do nothing;

-- Entries never change. They go with their account, or when they are older than any window.
create or replace function keep_ledger() returns trigger language plpgsql as $$
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
create or replace trigger keep_ledger before update or delete on ledger for each row execute function keep_ledger();
