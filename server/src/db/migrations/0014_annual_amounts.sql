-- Canonical values of fiscal years as plain numbers, a row a year, so that companies can be ranked and filtered by them
-- (capabilities/financials/screen-financials.ts). What each rests on stands in kpi_periods.
create table annual_amounts (
  issuer_id      bigint not null,
  period_end     date not null,
  fiscal_year    integer not null,
  is_newest      boolean not null,
  -- the company's own figures, not the group's
  is_stand_alone boolean not null,
  currency       text not null,
  status         text not null,
  native_id      text not null,
  -- which code stands where in `amounts`: normalise/kpis/annual-amounts.ts AMOUNTS_LAYOUT
  layout         integer not null,
  amounts        float8[] not null,
  primary key (issuer_id, period_end, is_newest, fiscal_year)
) partition by list (is_newest);

-- A screen reads all newest years, or all of one year: those lie together.
create table newest_annual_amounts partition of annual_amounts for values in (true);
create table older_annual_amounts partition of annual_amounts for values in (false) partition by hash (fiscal_year);
do $$
begin
  for remainder in 0..15 loop
    execute format('create table older_annual_amounts_%s partition of older_annual_amounts
      for values with (modulus 16, remainder %s)', remainder, remainder);
  end loop;
end $$;

-- Registrants that are not the lead of their company: few.
create index issuers_joined on issuers (entity_id) where issuer_id <> entity_id;
