-- Which rules read the people of a filing; null on lists, and on rows from before this column.
alter table role_sources add column rules_version text;

-- What earlier rules read of a filing, kept when other rules replace it: `asfiled diff-rules` compares it with what is stored.
create table former_readings (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  subject       text collate "C" not null,
  rules_version text collate "C" not null,
  -- one object for each record: `key` identifies it within the filing, `said` is what it states
  records       jsonb not null,
  replaced_at   timestamptz not null default now(),
  primary key (issuer_id, registry, native_id, subject, rules_version)
);
