-- What was edited into 0018 after it had been applied (docs/decisions/0040-upgrades.md).

create table if not exists webhooks (
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
create index if not exists webhooks_account_id_idx on webhooks (account_id);

-- One event for one webhook. Kept for 30 days.
create table if not exists webhook_deliveries (
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
create unique index if not exists webhook_deliveries_webhook_id_event_id_idx
  on webhook_deliveries (webhook_id, event_id) where replay_of is null and event_id is not null;
create index if not exists webhook_deliveries_webhook_id_created_at_delivery_id_idx
  on webhook_deliveries (webhook_id, created_at desc, delivery_id);
create index if not exists webhook_deliveries_created_at_idx on webhook_deliveries using brin (created_at);

-- An earlier text of 0018 kept microseconds, which answers do not show.
alter table webhook_deliveries alter column created_at set default date_trunc('milliseconds', now());
