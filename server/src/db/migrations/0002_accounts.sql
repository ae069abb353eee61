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
