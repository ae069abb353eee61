-- Series of interest rates by publisher (model/macro-rate.ts).
create table rate_series (
  -- the registry whose documents state it
  source       text not null,
  series_id    text not null,
  rate_group   text not null,
  country_code text not null,
  tenor        text,
  -- by which tenors are ordered
  tenor_months numeric,
  frequency    text not null,
  note         text,
  primary key (source, series_id)
);

create table rate_values (
  source    text not null,
  series_id text not null,
  rate_date date not null,
  -- percent a year; null = the publisher says that there is none
  rate_pct  numeric,
  -- when the document that says so was read first: an older one takes nothing back
  read_at   timestamptz not null,
  primary key (source, series_id, rate_date)
);

-- The IMF's World Economic Outlook: one vintage never changes another (model/world-outlook.ts).
create table weo_series (
  vintage          text not null,
  area             text not null,
  subject          text not null,
  area_name        text not null,
  subject_name     text not null,
  unit             text not null,
  last_actual_year smallint,
  note             text,
  -- Ascending, and the values beside them: null where the IMF prints n/a.
  years            smallint[] not null,
  amounts          numeric[] not null,
  source           text not null,
  read_at          timestamptz not null,
  primary key (vintage, area, subject)
);
