-- What analysts think of a listing, as a source gave it on a day (docs/decisions/0039-earnings-calendar.md).
create table street_snapshots (
  -- the registry id of the connector
  source              text not null,
  market_id           text not null,
  -- kernel/ids.ts tickerKey
  ticker_key          text not null,
  -- of the sweep: sources state periods relative to it
  as_of               date not null,
  ticker              text not null,
  -- looked for when the snapshot is stored, and again when issuers change; null where nobody of the store has the listing
  issuer_id           bigint,
  recommendation_key  text not null check (recommendation_key in ('strong_buy', 'buy', 'hold', 'sell', 'strong_sell')),
  -- 1 strong buy … 5 strong sell
  recommendation_mean numeric,
  analysts_count      integer,
  -- strong buy, buy, hold, sell, strong sell
  counts              integer[] check (cardinality(counts) = 5),
  target_mean         numeric,
  target_high         numeric,
  target_low          numeric,
  currency            text,
  -- what the source gave for the listing's price at that time, in the currency of the targets
  price               numeric,
  document_url        text not null,
  read_at             timestamptz not null,
  -- of its source and listing: what screens walk, whatever their window
  is_newest           boolean not null default false,
  primary key (source, market_id, ticker_key, as_of)
);
create index street_snapshots_newest on street_snapshots (as_of) where issuer_id is not null and is_newest;
create index street_snapshots_waiting on street_snapshots (ticker_key, market_id) where issuer_id is null;
