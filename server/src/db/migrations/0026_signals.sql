-- What several events of a company amount to (docs/decisions/0033-signals.md). Worked out anew from the events of all its
-- registrants: rows of one company stand under the lead of its entity.
create table signal_patterns (
  entity_id     bigint not null,
  -- model/signal-pattern.ts
  pattern       text not null,
  -- when the first and the last of its events became known
  first_at      timestamptz not null,
  latest_at     timestamptz not null,
  -- from when on it is strong; null = moderate
  strong_from   timestamptz,
  reason        text not null,
  -- oldest first
  event_ids     text[] not null,
  rules_version text not null,
  primary key (entity_id, pattern)
);
create index signal_patterns_newest on signal_patterns (latest_at desc, entity_id);

-- Issuers whose events, reports or entity changed, written together with them and taken off when their patterns are worked out.
create table signal_changes (
  change_id bigint generated always as identity primary key,
  issuer_id bigint not null
);

-- How shares went after events of a kind: worked out over all events and closes of the store.
create table base_rates (
  market_id text not null,
  kind      text not null,
  -- in the order of the answer
  place     integer not null,
  -- model/base-rate.ts BaseRate as JSON
  rate      text not null,
  primary key (market_id, kind, place)
);

-- One row: what the rates were worked out from.
create table base_rate_inputs (
  is_only       boolean primary key default true check (is_only),
  -- of events and closes: where it is the same the rates are
  digest        text not null,
  -- when the newest event of them became known; null where there was none
  newest_at     timestamptz,
  rules_version text not null
);

-- Purchases and sales that screens look for by the day on which they were filed.
create index insider_lines_trades on insider_lines (known_at)
  where superseded_by is null and transaction_code in ('P', 'S') and not is_derivative;
