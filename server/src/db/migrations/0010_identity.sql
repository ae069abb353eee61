-- What makes registrants of several registries one company: links with their evidence, and the list of issuers that are
-- to be looked at again.

-- Links go by canonical keys: a store that is loaded anew from the same bytes has the same links, and an operator's word
-- outlives a reload.
create table issuer_links (
  link_id    bigint generated always as identity primary key,
  -- the lesser key first; of a successor the one that came to an end
  a_key      text not null,
  b_key      text not null,
  verdict    text not null check (verdict in ('same', 'not_same', 'successor')),
  basis      text not null check (basis in ('identifier', 'isin', 'name', 'operator')),
  -- what both have: scheme and number, `name` and the folded name; empty for an operator's word
  scheme     text not null,
  identifier text not null,
  -- what speaks for it and against it, in the words of normalise/identity/
  evidence   jsonb not null,
  state      text not null check (state in ('active', 'proposed', 'contradicted', 'undone')),
  made_by    text not null check (made_by in ('rule', 'operator')),
  made_at    timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (a_key, b_key, basis, scheme, identifier)
);
create index issuer_links_by_other on issuer_links (b_key);

-- Issuers whose identifiers, names or listings changed, written together with them and taken off by the grouping. Rows are
-- only added: whoever loads waits for nobody.
create table issuer_changes (
  change_id bigint generated always as identity primary key,
  issuer_id bigint not null
);
insert into issuer_changes (issuer_id) select issuer_id from issuers order by issuer_id;

alter table issuers add column postal_code text;

-- Issuers that an issuer belongs to and is not: its parents, its head office, the manager of a fund.
create table issuer_relations (
  issuer_id   bigint not null references issuers on delete cascade,
  kind        text not null
    check (kind in ('parent', 'ultimate_parent', 'head_office', 'fund_manager', 'umbrella_fund', 'master_fund')),
  related_key text not null,
  primary key (issuer_id, kind, related_key)
);
create index on issuer_relations (related_key);

-- Whether a listing is the home listing of its whole entity. Null where the issuer is an entity by itself: is_home says so.
alter table listings add column is_entity_home boolean;

-- Several registries may state one issuer (an LEI names it at two), each in sources of its own.
alter table issuer_statements drop constraint issuer_statements_pkey;
alter table issuer_statements add primary key (issuer_id, registry, source);
