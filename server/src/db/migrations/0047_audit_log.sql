-- What happened to accounts: sign-ins, keys, connected apps, plans. Shown to the account and to operators; never changed.
create table audit_events (
  event_id    bigint generated always as identity primary key,
  -- null for a failed sign-in to an address without account
  account_id  uuid references accounts on delete cascade,
  occurred_at timestamptz not null,
  kind        text not null,
  -- who did it: owner, key, app or operator
  actor       text not null,
  -- the key_id of a key, the client_id of an app
  actor_id    text,
  -- where the request came from; null for commands
  address     text,
  user_agent  text,
  -- the name of the key or app, or the plan before and after
  details     jsonb not null default '{}'
);
create index on audit_events (account_id, occurred_at desc, event_id desc);
create index on audit_events (occurred_at);

-- Running services load rotated signing keys at once.
create function notify_oauth_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('asfiled_oauth_keys', '');
  return null;
end
$$;
create trigger oauth_keys_notify
  after update on oauth_keys
  for each statement execute function notify_oauth_keys();
