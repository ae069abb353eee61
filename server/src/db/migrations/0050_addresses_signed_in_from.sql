-- The addresses that an account was signed in from: during a flood of guesses from many addresses, these may still try.
create index on audit_events (account_id, address) where kind = 'signed_in';
