-- People without a number are now keyed by their company, not by its registrant: gather those of joined registrants again.
insert into people_changes (issuer_id)
select i.issuer_id
from issuers i
where exists (select from issuers other where other.entity_id = i.entity_id and other.issuer_id <> i.issuer_id)
order by i.issuer_id;
