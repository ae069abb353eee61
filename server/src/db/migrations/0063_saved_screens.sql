-- Screens that an account saved: the parameters of GET /api/v1/financials/screen.
create table saved_screens (
  screen_id  uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name       text not null,
  query      jsonb not null,
  -- opens the screen for other accounts; null = not shared
  share_id   uuid unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, name)
);
