-- Daily closes as sources give them (docs/decisions/0035-prices.md): a row is one publisher's whole series of one share or index.
create table price_series (
  -- the registry whose documents state it
  source      text not null,
  -- as the publisher calls the share or index
  symbol      text not null,
  -- of a share; kernel/ids.ts tickerKey
  market_id   text,
  ticker_key  text,
  -- of an index; model/market-indexes.ts
  index_id    text,
  -- ISO 4217; null where the source states none and none follows from the market
  currency    text,
  first_date  date not null,
  last_date   date not null,
  -- model/price-series.ts encodeBars: days since 1970-01-01 as int32, the others as float64, little endian, day by day
  days        bytea not null,
  -- as paid on the day; null where the source states none
  raw         bytea,
  -- restated for later splits
  split_adjusted bytea,
  -- restated for later splits and dividends
  adjusted    bytea,
  -- NaN where none is stated; null where none is stated of any day
  volumes     bytea,
  -- splits and dividends that the source states: model/price-series.ts PriceActions as JSON
  actions     text not null,
  -- what is wrong with the closes by our rules: model/price-series.ts PriceFault[] as JSON
  faults      text not null,
  -- when the document was first read that the newest closes stand in
  read_at     timestamptz not null,
  -- of all that is stated: a series that is stated so already is not written again
  digest      text not null,
  primary key (source, symbol),
  check (num_nonnulls(ticker_key, index_id) = 1 and (market_id is null) = (ticker_key is null)),
  check (num_nonnulls(raw, split_adjusted, adjusted) > 0)
);
create index price_series_of_shares on price_series (ticker_key, market_id) where ticker_key is not null;
create index price_series_of_indexes on price_series (index_id) where index_id is not null;

-- The last quote that a publisher gives of a share.
create table price_quotes (
  source         text not null,
  symbol         text not null,
  market_id      text not null,
  ticker_key     text not null,
  currency       text not null,
  price          double precision not null check (price > 0),
  price_at       timestamptz not null,
  previous_close double precision,
  day_high       double precision,
  day_low        double precision,
  volume         double precision,
  -- null where the source states none
  delay_minutes  integer,
  primary key (source, symbol)
);
create index price_quotes_of_shares on price_quotes (ticker_key, market_id);
