-- Lists of the members of indexes, as operators import them.
create table index_lists (
  index_id    text primary key,
  market_id   text not null,
  -- the first day of which the members are known
  known_from  date not null,
  imported_at timestamptz not null
);

create table index_members (
  index_id  text not null references index_lists on delete cascade,
  -- kernel/ids.ts tickerKey of a ticker in the list's market, or a canonical key
  company   text not null,
  -- from the start of the day
  from_date date not null,
  -- until before the day; infinity while it is a member
  to_date   date not null,
  primary key (index_id, company, from_date)
);
