-- What was edited into 0016 after it had been applied (docs/decisions/0040-upgrades.md).

-- What the authorization server keeps: clients, sessions, sign-ins under way, grants, codes and tokens.
create table if not exists oauth_records (
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
create index if not exists oauth_records_account_id_idx on oauth_records (account_id);
create index if not exists oauth_records_grant_digest_idx on oauth_records (grant_digest);
create index if not exists oauth_records_session_uid_idx on oauth_records (session_uid);
create index if not exists oauth_records_expires_at_idx on oauth_records (expires_at);

-- The keys of the authorization server, sealed: the same in all processes on this database.
create table if not exists oauth_keys (
  name       text primary key,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);
