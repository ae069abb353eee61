-- What was edited into 0022 after it had been applied (docs/decisions/0040-upgrades.md).

alter table press_releases
  -- when the feed that tells it so was read first: an older one that is read again changes nothing
  add column if not exists read_at timestamptz,
  -- pages of a screen show what was there when its first page was asked for
  add column if not exists stored_at timestamptz not null default now();
update press_releases set read_at = stored_at where read_at is null;
alter table press_releases alter column read_at set not null;

-- The newest release of each issuer and tier, worked out when releases are stored: what screens walk.
create table if not exists press_newest (
  issuer_id        bigint not null,
  tier             smallint not null,
  press_release_id text not null,
  published_at     timestamptz not null,
  stored_at        timestamptz not null,
  primary key (issuer_id, tier)
);
create index if not exists press_newest_by_time on press_newest (published_at);
insert into press_newest (issuer_id, tier, press_release_id, published_at, stored_at)
select distinct on (t.issuer_id, r.tier) t.issuer_id, r.tier, r.press_release_id, r.published_at, r.stored_at
from press_release_tags t join press_releases r using (press_release_id)
where t.issuer_id is not null and not exists (select from press_newest)
order by t.issuer_id, r.tier, r.published_at desc, r.press_release_id;
