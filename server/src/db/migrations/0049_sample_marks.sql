-- A list of climate targets with fictional companies only is never the newest once another is stored.
alter table climate_vintages add column is_fictional boolean not null default false;
update climate_vintages v set is_fictional = true
where exists (select from climate_targets t where t.source = v.source and t.last_vintage = v.vintage)
  and not exists (
    select from climate_targets t
    where t.source = v.source and t.first_vintage <= v.vintage and t.last_vintage >= v.vintage
      and t.company_name not like '%(fictional)');

-- That the sample was removed, so that reprocessing the archive does not bring it back: one row at most.
create table sample_removals (
  only_row          boolean primary key default true check (only_row),
  removed_at        timestamptz not null default now(),
  -- of its fictional companies; reprocessing may store them before the companies
  press_release_ids text[] not null
);
