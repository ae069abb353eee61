-- Shares and their depositary receipts are now joined by name, country and year end: group the listed companies again that share
-- a name with one listed in another market.
insert into issuer_changes (issuer_id)
select distinct a.issuer_id
from listings la
join issuer_names a on a.issuer_id = la.issuer_id
join issuer_names b on b.name_key = a.name_key and b.issuer_id <> a.issuer_id
join listings lb on lb.issuer_id = b.issuer_id and lb.market_id <> la.market_id
order by a.issuer_id;
