-- How much is known of the entity that a name leads to: 0 = nothing but that it exists (the LEI index names millions of
-- such bodies), else 1, and 8 more where a listing of it trades, and the binary logarithm of its number of filings.
-- Searches look among names of prominence first, through indexes of their own.
alter table issuer_names add column prominence smallint not null default 0;

-- By keys from entity to entity, whatever the planner believes of tables that are being filled. Names that another
-- transaction is at are left to it: a count that is a little old does no harm, waiting in a circle would.
create function refresh_prominence(entities bigint[]) returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with members as (
    select i.issuer_id, i.entity_id,
      (select bool_or(l.status = 'active') from listings l where l.issuer_id = i.issuer_id) as trading,
      -- index entries only, and of the few that file daily not all
      (select count(*) from (select from filings g where g.issuer_id = i.issuer_id limit 65535) g) as filed
    from issuers i where i.entity_id = any(entities)
  ), known as (
    select issuer_id, case when max(filed) over entity = 0 and bool_and(trading is null) over entity then 0
      else 1 + case when bool_or(trading) over entity then 8 else 0 end
        + floor(log(2.0, 1 + sum(filed) over entity)) end::smallint as wanted
    from members window entity as (partition by entity_id)
  ), changed as (
    select n.ctid as place, k.wanted from known k join issuer_names n using (issuer_id)
    where n.prominence <> k.wanted for update of n skip locked
  )
  update issuer_names n set prominence = c.wanted from changed c where n.ctid = c.place
$$;

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
