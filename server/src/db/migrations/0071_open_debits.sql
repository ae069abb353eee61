-- Debits of responses that are being sent (accounts/credits/open-debits.ts). A killed process leaves its rows behind.
create table open_debits (
  debit_id   uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  operation  text not null,
  credits    integer not null,
  -- when the process that sends the response last stated that it does
  alive_at   timestamptz not null
);
create index on open_debits (account_id);
create index on open_debits (alive_at);
