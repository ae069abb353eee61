-- What was known of the newest trailing year of an issuer, with the balances at its end: one row per version, as in annual_history.
create table trailing_history (
  issuer_id      bigint not null,
  period_start   date not null,
  period_end     date not null,
  fiscal_year    integer not null,
  is_newest      boolean not null,
  is_stand_alone boolean not null,
  currency       text not null,
  layout         integer not null,
  amounts        float8[] not null,
  -- {count, date, accession, knownOn} of the newest count of shares outstanding, or null (model/financials.ts CountedShares)
  shares         text not null,
  presented      text not null,
  known_from     date not null,
  known_to       date not null default 'infinity',
  primary key (issuer_id, known_from)
);
create index on trailing_history (known_to, known_from);

-- Histories are computed again, with trailing years.
delete from issuer_histories;

-- Market capitalizations by day, so that companies can be screened by them: one row per quarter of a year and currency.
create table market_values (
  issuer_id bigint not null,
  -- the first day of the quarter
  quarter   date not null,
  -- of the company's reports at the time
  currency  text not null,
  -- of each day from the first to the last with a value, null without one
  amounts   float8[] not null,
  primary key (quarter, issuer_id, currency)
);
create index on market_values (issuer_id);

-- What the market capitalizations of an issuer were computed from.
create table market_value_states (
  issuer_id bigint primary key,
  digest    text not null
);
