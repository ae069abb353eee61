-- A revoked credential is refused at once: every process that caches credentials listens on this channel and drops them.
-- Triggers, so that no statement that ends a credential can forget the notice. Equal notices of a transaction are sent once.
create function notify_credentials() returns trigger language plpgsql as $$
begin
  perform pg_notify('asfiled_credentials', '');
  return null;
end
$$;

create trigger api_keys_notify
  after update of revoked_at, expires_at, scopes, digest or delete on api_keys
  for each statement execute function notify_credentials();

create trigger accounts_notify
  after update of plan or delete on accounts
  for each statement execute function notify_credentials();

create trigger oauth_records_notify_delete
  after delete on oauth_records
  for each row when (old.model in ('AccessToken', 'Grant', 'Session'))
  execute function notify_credentials();

-- A browser session that passes to another account ends the tokens of the first.
create trigger oauth_records_notify_update
  after update of account_id on oauth_records
  for each row when (old.model = 'Session' and old.account_id is distinct from new.account_id)
  execute function notify_credentials();
