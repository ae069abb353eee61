-- How much is known of the entity that a name leads to: 0 = nothing but that it exists (the LEI index names millions of
-- such bodies), else 1, and 8 more where a listing of it trades, and the binary logarithm of its number of filings.
-- Searches look among names of prominence first, through indexes of their own.
alter table issuer_names add column prominence smallint not null default 0;

create function entity_prominence(entity bigint) returns smallint language sql stable as $$
  select case when listed or trading or filings > 0
    then (1 + case when trading then 8 else 0 end + floor(log(2.0, 1 + filings)))::smallint else 0::smallint end
  from (
    select
      exists (select from issuers m join listings l using (issuer_id) where m.entity_id = entity) as listed,
      exists (select from issuers m join listings l using (issuer_id)
        where m.entity_id = entity and l.status = 'active') as trading,
      -- Index entries only, and of the few that file daily not all.
      (select coalesce(sum(n), 0) from issuers m cross join lateral (
        select count(*) as n from (select from filings g where g.issuer_id = m.issuer_id limit 65535) g) f
        where m.entity_id = entity) as filings
  ) e
$$;

-- Rows that another transaction is at are left to it: a count that is a little old does no harm, waiting in a circle would.
create function refresh_prominence(entities bigint[]) returns void language sql as $$
  update issuer_names n set prominence = wanted.prominence
  from (
    select n.ctid as place, e.prominence
    from (select entity, entity_prominence(entity) as prominence from unnest(entities) as entity) e
    join issuers m on m.entity_id = e.entity
    join issuer_names n on n.issuer_id = m.issuer_id and n.prominence <> e.prominence
    for update of n skip locked
  ) wanted
  where n.ctid = wanted.place
$$;

create function refresh_prominence_of_rows() returns trigger language plpgsql as $$
begin
  if exists (select from changed_rows) then
    perform refresh_prominence(array(select distinct i.entity_id from changed_rows join issuers i using (issuer_id)));
  end if;
  return null;
end $$;

create trigger prominence_of_new_names after insert on issuer_names referencing new table as changed_rows
  for each statement execute function refresh_prominence_of_rows();
create trigger prominence_with_new_filings after insert on filings referencing new table as changed_rows
  for each statement execute function refresh_prominence_of_rows();
create trigger prominence_with_new_listings after insert on listings referencing new table as changed_rows
  for each statement execute function refresh_prominence_of_rows();
create trigger prominence_with_changed_listings after update on listings referencing new table as changed_rows
  for each statement execute function refresh_prominence_of_rows();
create trigger prominence_without_listings after delete on listings referencing old table as changed_rows
  for each statement execute function refresh_prominence_of_rows();

create function refresh_prominence_of_regrouped() returns trigger language plpgsql as $$
begin
  perform refresh_prominence(array[old.entity_id, new.entity_id]);
  return null;
end $$;

create trigger prominence_of_regrouped after update of entity_id on issuers for each row
  when (old.entity_id is distinct from new.entity_id) execute function refresh_prominence_of_regrouped();

select refresh_prominence(array(select distinct entity_id from issuers));

create index issuer_names_prefix_known on issuer_names (name_key text_pattern_ops) where prominence > 0;
create index issuer_names_trgm_known on issuer_names using gin (name_key gin_trgm_ops) where prominence > 0;

-- Trigrams are of ASCII letters and digits only in the C locale: other scripts are found by their letters and pairs of letters.
create function wide_grams(name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from generate_series(1, length(name)) place, generate_series(1, 2) size, substr(name, place, size) gram
  where gram ~ '^[^\x01-\x7f]+$' and length(gram) = size
$$;
create index issuer_names_wide on issuer_names using gin (wide_grams(name_key)) where name_key ~ '[^\x01-\x7f]';
