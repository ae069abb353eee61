-- What is known of an entity: 0 = nothing but that it exists, else 1, and 16 more if a listing of it trades (4 if only over
-- the counter, which receipts of companies listed elsewhere do), 2 for each further market up to three, the binary logarithm
-- of its number of filings, and its size.
create or replace function refresh_prominence(entities bigint[]) returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with members as (
    select i.issuer_id, i.entity_id, i.size, listed.*,
      -- Index entries only, and of the few that file daily not all.
      (select count(*) from (select from filings g where g.issuer_id = i.issuer_id limit 65535) g) as filed
    from issuers i cross join lateral (
      select bool_or(l.status = 'active') as trading,
        bool_or(l.status = 'active' and l.mic is distinct from 'OTCM') as at_exchange,
        coalesce(array_agg(distinct l.market_id) filter (where l.status = 'active'), '{}') as markets
      from listings l where l.issuer_id = i.issuer_id) listed
    where i.entity_id = any(entities)
  ), entity as (
    select m.entity_id, coalesce(max(m.size), 0) as size, sum(m.filed) as filed, bool_and(m.trading is null) as unlisted,
      coalesce(bool_or(m.trading), false) as trading, coalesce(bool_or(m.at_exchange), false) as at_exchange,
      (select count(distinct market) from members o cross join unnest(o.markets) as market
        where o.entity_id = m.entity_id) as markets
    from members m group by m.entity_id
  ), known as (
    select m.issuer_id, case when e.filed = 0 and e.unlisted then 0
      else 1 + case when e.at_exchange then 16 when e.trading then 4 else 0 end + 2 * least(greatest(e.markets - 1, 0), 3)
        + floor(log(2.0, 1 + e.filed)) + e.size end::smallint as wanted
    from members m join entity e using (entity_id)
  ), of_names as (
    select n.ctid as place, k.wanted from known k join issuer_names n using (issuer_id)
    where n.prominence <> k.wanted for update of n skip locked
  ), of_readings as (
    select r.ctid as place, k.wanted from known k join issuer_readings r using (issuer_id)
    where r.prominence <> k.wanted for update of r skip locked
  ), readings as (
    update issuer_readings r set prominence = c.wanted from of_readings c where r.ctid = c.place
  )
  update issuer_names n set prominence = c.wanted from of_names c where n.ctid = c.place
$$;

select refresh_prominence(array(select distinct entity_id from issuers join issuer_names using (issuer_id) where prominence > 0));
