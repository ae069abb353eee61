-- Corporate events (docs/decisions/0032-corporate-events.md). Distributed by issuer_id like the filings that evidence them.

-- A row a filing that was read for events, by what is known of it.
create table event_readings (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  -- list: form, items and title as lists of filings have them. contents: its documents; they stand in place of the list's
  read_from     text not null check (read_from in ('list', 'contents')),
  -- of everything that was read
  digest        text not null,
  -- normalise/events/: of the rules that read it
  rules_version text not null,
  primary key (issuer_id, registry, native_id)
);

-- What one filing says of one event. Several filings may say something of the same: an original and its amendments.
create table corporate_events (
  issuer_id      bigint not null,
  registry       text not null,
  native_id      text not null,
  -- 0-based, in the order of the reading
  place          smallint not null,
  -- of item, kind and subject: what tells apart the events of one filing
  event_key      text not null,
  -- of the original filing and event_key; the same as long as rules find it
  event_id       text collate "C" not null,
  kind           text not null,
  -- model/event.ts; null = a deal or a step of a company's life
  family         text,
  variant        text,
  is_notable     boolean not null,
  -- it ends what it speaks of: deficiency regained, default waived, case dismissed
  is_resolving   boolean not null,
  -- whether it states typed fields
  is_structured  boolean not null,
  -- effective
  event_date     date,
  -- of this filing
  known_at       timestamptz not null,
  item_code      text,
  -- events of one issuer with the same key and no more than 180 days between them are one case; null stands alone
  case_key       text,
  -- what follows is set over all events of the issuer (store/corporate-events.ts settleEvents)
  -- whether no later filing says something of the same event
  is_current     boolean not null default true,
  -- when the first filing of the event became known
  first_known_at timestamptz not null,
  status         text not null default 'open' check (status in ('open', 'updated', 'resolved')),
  case_id        text collate "C",
  -- model/event.ts EventWords as JSON
  words          text not null,
  primary key (issuer_id, registry, native_id, place)
);
create index corporate_events_of_issuer on corporate_events (issuer_id, first_known_at desc, event_id) where is_current;
create index corporate_events_newest on corporate_events (first_known_at desc, event_id) where is_current;
create index corporate_events_by_kind on corporate_events (kind, first_known_at desc, event_id) where is_current;
