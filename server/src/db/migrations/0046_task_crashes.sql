-- The process that works on a task (on the discovery of a run), and how many processes ended while they did. A claim by
-- a process that is gone makes the task a suspect, which is read in a process of its own.
alter table run_tasks add column claimed_by text;
alter table run_tasks add column crashes smallint not null default 0;
alter table runs add column claimed_by text;
alter table runs add column crashes smallint not null default 0;

-- Tasks that ended the process that read them. Once: every run reads them in a process of its own (no reason yet).
-- Twice: runs fail them at once with the reason, until `asfiled retry` runs them again.
create table set_aside_tasks (
  registry     text not null,
  kind         text not null,
  task_key     text not null,
  documents    text not null,
  task         jsonb not null,
  mirror       text,
  reason       text,
  changed_at   timestamptz not null default now(),
  retried_by   uuid,
  primary key (registry, kind, task_key, documents)
);
