-- What was known of fiscal years, so that companies can be screened as of a day: one row per version of a year's amounts
-- (domain/figures/financials/rules/annual-history.ts), valid at the ends of the days from known_from until before known_to.
create table annual_history (
  issuer_id      bigint not null,
  period_start   date not null,
  period_end     date not null,
  fiscal_year    integer not null,
  is_newest      boolean not null,
  is_stand_alone boolean not null,
  currency       text not null,
  layout         integer not null,
  amounts        float8[] not null,
  -- [[day, native id of the newest filing that presents the year, status], …], oldest first
  presented      text not null,
  known_from     date not null,
  known_to       date not null default 'infinity',
  primary key (issuer_id, period_end, known_from, is_newest)
) partition by list (is_newest);

create table newest_annual_history partition of annual_history for values in (true);
create table older_annual_history partition of annual_history for values in (false);
create index on annual_history (known_to, known_from);
create index on annual_history (fiscal_year, known_to, known_from);

-- What the history of an issuer was computed from.
create table issuer_histories (
  issuer_id     bigint primary key,
  -- issuer_financials.version
  version       text not null,
  rules_version text not null,
  -- [[day, digest of what was known by its end, newest instant], …], oldest first
  days          text not null,
  -- why there are no rows of it although the issuer has facts
  failure       text
);
