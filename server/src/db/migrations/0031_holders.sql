-- Who holds issuers' securities. Schedules 13D and 13G stand under the issuer that they are about, Form 13F under the
-- manager that files it. Distributed by issuer_id like the filings themselves.

-- Holders of more than five percent of a class: a row a schedule.
create table stake_reports (
  issuer_id        bigint not null,
  registry         text not null,
  native_id        text not null,
  -- of everything that was read
  digest           text not null,
  -- of the filing
  known_at         timestamptz not null,
  filing_date      date not null,
  -- 13D or 13G
  schedule         text not null,
  is_amendment     boolean not null,
  amendment_number integer,
  event_date       date,
  security_title   text,
  cusips           text[] not null,
  is_exit          boolean not null,
  rules            text[] not null,
  -- the filer's own words; null where none are stated
  purpose          text,
  -- 1: tagged by the filer; less: read off the words of a cover page
  confidence       real not null,
  primary key (issuer_id, registry, native_id)
);
create index stake_reports_by_cusip on stake_reports using gin (cusips);

-- One for each who reports; those of one schedule count the same shares.
create table disclosed_stakes (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  place         smallint not null,
  person_id     uuid not null,
  name_as_filed text not null,
  known_at      timestamptz not null,
  shares        numeric,
  -- of the class
  percent       numeric,
  -- model/disclosed-stake.ts DisclosedStake as JSON
  stake         text not null,
  primary key (issuer_id, registry, native_id, place)
);
create index disclosed_stakes_newest on disclosed_stakes (issuer_id, known_at desc);
create index disclosed_stakes_of_person on disclosed_stakes (person_id, known_at desc);

-- Form 13F: a row a report of a manager.
create table holdings_reports (
  issuer_id         bigint not null,
  registry          text not null,
  native_id         text not null,
  -- of everything that was read
  digest            text not null,
  -- of the filing
  known_at          timestamptz not null,
  quarter_end       date not null,
  -- holdings, combination or notice
  report_type       text not null,
  -- restatement or new_holdings; null on an original
  amendment         text,
  -- 028-04545 as 28-4545: how other managers' reports name this one
  file_number       text,
  -- what values as filed are multiplied by to be dollars, and what says so
  value_factor      integer not null,
  value_basis       text not null,
  -- true where positions are left out because the filer asked for their confidentiality
  is_confidential   boolean not null,
  -- of the cover; null where it states none
  stated_lines      integer,
  stated_value      numeric,
  lines_count       integer not null,
  -- as filed
  lines_value       numeric not null,
  -- null where the cover states no totals
  is_reconciled     boolean,
  -- part of its quarter's book: no later restatement has taken its place
  is_in_book        boolean not null,
  primary key (issuer_id, registry, native_id)
);
create index holdings_reports_of_quarter on holdings_reports (quarter_end, issuer_id);
create index holdings_reports_by_file_number on holdings_reports (file_number) where file_number is not null;

-- Other managers that a report names: whose positions it includes, or who reports those of its filer.
create table holding_managers (
  issuer_id       bigint not null,
  registry        text not null,
  native_id       text not null,
  place           smallint not null,
  -- included or reports_for_filer
  edge            text not null,
  -- the number by which lines point to it
  sequence_number integer,
  cik             text,
  file_number     text,
  name            text not null,
  primary key (issuer_id, registry, native_id, place)
);

-- The lines of an information table as filed: several of one security where managers, discretion or votes differ.
create table holding_lines (
  issuer_id      bigint not null,
  registry       text not null,
  native_id      text not null,
  place          integer not null,
  name_as_filed  text not null,
  class_title    text not null,
  cusip          text not null collate "C",
  -- as filed: see holdings_reports.value_factor; null where what stands there is no number
  value          numeric,
  amount         numeric,
  -- SH shares or PRN principal; null where neither is said
  amount_type    text,
  put_call       text,
  discretion     text,
  other_managers text,
  voting_sole    numeric,
  voting_shared  numeric,
  voting_none    numeric,
  primary key (issuer_id, registry, native_id, place)
);

-- A manager's positions at the end of a quarter, over all reports of its book: one row a security and kind.
create table holdings (
  issuer_id     bigint not null,
  quarter_end   date not null,
  cusip         text not null collate "C",
  -- SH, PRN, put, call or unknown
  kind          text not null,
  name_as_filed text not null,
  class_title   text not null,
  -- dollars
  market_value  numeric not null,
  amount        numeric not null,
  voting_sole   numeric,
  voting_shared numeric,
  voting_none   numeric,
  -- null where lines differ
  discretion    text,
  primary key (issuer_id, quarter_end, cusip, kind)
);
create index holdings_by_cusip on holdings (cusip, quarter_end);
create index holdings_largest on holdings (issuer_id, quarter_end, market_value desc, cusip, kind);

-- A row a manager and quarter with a report of any kind.
create table holding_books (
  issuer_id       bigint not null,
  quarter_end     date not null,
  known_at        timestamptz not null,
  -- of the reports that make it up, in the order in which they became known
  native_ids      text[] not null,
  registry        text not null,
  -- a book without positions of its own: others report them
  is_notice       boolean not null,
  -- dollars
  market_value    numeric not null,
  positions_count integer not null,
  -- false while positions are kept confidential
  is_complete     boolean not null,
  primary key (issuer_id, quarter_end)
);
create index holding_books_of_quarter on holding_books (quarter_end, issuer_id);

-- What documents say a CUSIP is: evidence, from which issuers are found when somebody asks. No directory.
create table cusip_names (
  cusip      text not null collate "C",
  -- fails-to-deliver or information-table
  source     text not null,
  -- folded by normalise/holdings/security-name.ts
  name_key   text not null collate "C",
  -- kernel/ids.ts tickerKey; empty where none is stated
  symbol_key text not null collate "C",
  name       text not null,
  first_date date not null,
  last_date  date not null,
  primary key (cusip, source, name_key, symbol_key)
);
create index cusip_names_by_name on cusip_names (name_key);
create index cusip_names_by_symbol on cusip_names (symbol_key) where symbol_key <> '';

-- Dollars a share at ends of quarters, as files of the registry state them: what tells thousands of dollars from dollars.
create table cusip_prices (
  cusip       text not null collate "C",
  quarter_end date not null,
  price_date  date not null,
  price       numeric not null,
  primary key (cusip, quarter_end)
);
