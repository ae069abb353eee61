-- Alerts of saved screens: what a screen matched when it was last checked.
alter table saved_screens
  add column alerts boolean not null default false,
  -- why alerts are off although they are wanted: too_many_companies, invalid
  add column alerts_paused text check (alerts_paused in ('too_many_companies', 'invalid')),
  -- digest of the figures that the last check read; null = the next check records matches and announces nothing
  add column checked_figures text,
  add column checked_at timestamptz,
  -- names the changes that one check found
  add column checks bigint not null default 0;
create index saved_screens_checked on saved_screens (checked_at) where alerts and alerts_paused is null;

create table saved_screen_companies (
  screen_id uuid not null references saved_screens on delete cascade,
  -- the registrant whose figures matched
  issuer_id bigint not null,
  primary key (screen_id, issuer_id)
);
