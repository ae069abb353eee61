-- What was edited into 0001, 0007, 0010 and 0011 after they had been applied (docs/decisions/0040-upgrades.md). Every statement
-- leaves a store alone that applied the edited text.

-- 0001: compression is a setting of the database, because not every build of PostgreSQL has lz4.
do $$
declare
  packed record;
begin
  for packed in select attrelid::regclass as of_table, attname from pg_attribute
    where attrelid = any('{fact_series,statement_faces,issuer_financials,kpi_periods}'::regclass[]) and attcompression <> ''
  loop
    execute format('alter table %s alter column %I set compression default', packed.of_table, packed.attname);
  end loop;
  execute format('alter database %I set default_toast_compression = lz4', current_database());
exception
  when invalid_parameter_value or insufficient_privilege then null;
end
$$;

-- 0007: days are found by tags, not by a column of the index. The tags are those of day-tags.ts.
do $$
begin
  if exists (select from pg_indexes where indexname = 'section_search_words' and indexdef like '%filed_day%') then
    drop index section_search_words;
    update section_search
      set tags = tags || array(select format('d%s:%s', shift, filed_day >> shift) from unnest('{3,5,7,9,11}'::integer[]) as shift)
      where not exists (select from unnest(tags) as tag where tag ~ '^d[0-9]+:');
    create index section_search_words on section_search using gin (lexemes, tags)
      with (fastupdate = on, gin_pending_list_limit = 1024);
  end if;
end
$$;
drop extension if exists btree_gin;

-- 0010
create index if not exists issuers_successor_key_idx on issuers (successor_key) where successor_key is not null;

-- 0011: the program refreshes prominence, once a batch. Triggers did, table by table.
drop function if exists refresh_prominence_of_rows(), refresh_prominence_of_regrouped() cascade;

-- By keys from entity to entity, whatever the planner believes of tables that are being filled. Names that another
-- transaction is at are left to it: a count that is a little old does no harm, waiting in a circle would.
create or replace function refresh_prominence(entities bigint[]) returns void language sql
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

drop function if exists entity_prominence(bigint);
