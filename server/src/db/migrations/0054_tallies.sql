-- What became of the parts of each document: members of a zip, rows of a table, entries of a list, files of a filing.
create table tallies (
  registry    text not null,
  source      text not null,
  -- members, rows, files, or the kind of a list
  kind        text not null,
  read        integer not null,
  -- {reason: count} of parts that a rule leaves out
  explained   jsonb not null default '{}',
  -- Neither read nor explained; each is an anomaly
  unread      integer not null,
  recorded_at timestamptz not null default now(),
  primary key (registry, source, kind)
);
