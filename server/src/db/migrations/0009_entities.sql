-- Registrants that are one company. An issuer stays what one registry calls a filer, with its own id, rows and history;
-- an entity is the issuers that links tie together, named by its lead. Nothing is ever merged: to undo a link is to group
-- again.

alter table issuers add column entity_id bigint;
update issuers set entity_id = issuer_id;
alter table issuers alter column entity_id set not null;
create index issuers_by_entity on issuers (entity_id);

create function issuer_is_own_entity() returns trigger language plpgsql as $$
begin
  new.entity_id := coalesce(new.entity_id, new.issuer_id);
  return new;
end $$;
create trigger issuer_is_own_entity before insert on issuers for each row execute function issuer_is_own_entity();

-- Names beside the registered one: in the local script, in English, as read aloud.
create table alternate_names (
  issuer_id bigint not null references issuers on delete cascade,
  kind      text not null check (kind in ('local', 'english', 'romanised', 'kana', 'short', 'trading')),
  name      text not null,
  primary key (issuer_id, kind, name)
);

alter table issuer_names drop constraint issuer_names_matched_check;
alter table issuer_names add constraint issuer_names_matched_check
  check (matched in ('name', 'alternate_name', 'former_name'));

-- Securities of an issuer beyond its listings: a bank has thousands.
create table issuer_isins (
  issuer_id bigint not null references issuers on delete cascade,
  isin      text not null,
  primary key (issuer_id, isin)
);
create index on issuer_isins (isin);
