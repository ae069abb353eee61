alter table api_keys
  add column scopes text[] not null default '{data:read,account:read,account:write}';

-- Answers to POSTs that carried an Idempotency-Key, to be given again. Kept for a day.
create table kept_answers (
  account_id      uuid not null references accounts on delete cascade,
  idempotency_key text not null,
  -- SHA-256 of method, address and body: another request under the same key is refused
  request_digest  bytea not null,
  created_at      timestamptz not null default now(),
  -- null while the first of them is still being answered
  status          smallint,
  -- the body, encrypted: it may hold a secret that is shown once
  body            bytea,
  primary key (account_id, idempotency_key)
);
create index on kept_answers (created_at);
