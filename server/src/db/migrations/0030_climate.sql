-- Lists of climate targets that were read (model/climate-target.ts), by their day.
create table climate_vintages (
  -- the registry that publishes the list
  source        text not null,
  vintage       date not null,
  targets_count integer not null,
  primary key (source, vintage)
);

-- Rows of such lists: one that reads the same in several is kept once, with the first and the last list that has it. Nothing
-- is taken away when a list leaves a company out: that is no removed commitment, which lists state in words.
create table climate_targets (
  source                   text not null,
  -- of all that the row states
  target_digest            text not null,
  first_vintage            date not null,
  last_vintage             date not null,
  company_name             text not null,
  -- kernel/name-key.ts
  name_key                 text not null,
  lei                      text,
  country_code             text,
  near_term_status         text,
  near_term_classification text,
  near_term_target_year    smallint,
  net_zero_status          text,
  net_zero_year            smallint,
  target_text              text,
  status_date              date,
  status_reason            text,
  primary key (source, target_digest)
);
create index on climate_targets (lei) where lei is not null;
create index on climate_targets (name_key);

create table climate_target_isins (
  isin          text not null,
  source        text not null,
  target_digest text not null,
  primary key (isin, source, target_digest),
  foreign key (source, target_digest) references climate_targets on delete cascade
);
create index on climate_target_isins (source, target_digest);
