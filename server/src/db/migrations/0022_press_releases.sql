-- Press releases as their wires' feeds tell them: headline, link and lead, never the text.
create table press_releases (
  -- `<source>:<the wire's own id>`
  press_release_id text primary key,
  -- the registry id of the wire
  source           text not null,
  title            text not null,
  summary          text,
  url              text not null,
  published_at     timestamptz not null,
  -- BCP 47; null where the wire does not say
  language         text,
  -- who published it, as stated
  contributor      text,
  tier             smallint not null check (tier between 1 and 3),
  -- normalise/press/subjects.tsv
  subject_codes    integer[] not null,
  isins            text[] not null
);
create index press_releases_newest on press_releases (published_at desc, press_release_id);

-- What ties a release to companies, as the wire states it. The issuer is looked for when the release is stored, and again
-- when an issuer that was not found then gets the listing or the security.
create table press_release_tags (
  press_release_id text not null references press_releases on delete cascade,
  -- `Nasdaq:EBIX`, or an ISIN
  as_filed         text not null,
  basis            text not null check (basis in ('listing', 'isin', 'text')),
  position         integer not null,
  ticker           text,
  -- kernel/ids.ts tickerKey
  ticker_key       text,
  mic              text,
  market_id        text,
  -- null where nobody of the store has it
  issuer_id        bigint,
  primary key (press_release_id, as_filed)
);
create index press_release_tags_by_issuer on press_release_tags (issuer_id, press_release_id) where issuer_id is not null;
create index press_release_tags_waiting on press_release_tags (ticker_key, market_id) where issuer_id is null;
create index press_release_tags_waiting_by_isin on press_release_tags (as_filed) where issuer_id is null and basis = 'isin';
