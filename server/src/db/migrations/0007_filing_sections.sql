-- The text of opened filings by sections, and what finds it. Distributed by issuer_id, as filings are.

-- A row a filing whose documents were opened; a filing without one was not opened yet.
create table filing_texts (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  status    text not null check (status in ('found', 'partial', 'sections_not_found')),
  reason    text,
  -- changes whenever the text or its sections do
  digest    text not null,
  opened_at timestamptz not null default now(),
  primary key (issuer_id, registry, native_id)
);
create index filing_texts_by_registry on filing_texts (registry, native_id);

create table filing_sections (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  section_key   text not null,
  -- hash of the three before: the same for every filer of a joint filing
  section_id    bigint not null,
  title         text not null,
  -- 1-based, as the form has them
  section_order integer not null,
  status        text not null check (status in ('found', 'by_reference', 'shared', 'reserved_or_na')),
  confidence    double precision not null,
  warnings      text[] not null,
  -- model/filing-contents.ts SectionTarget
  target        json,
  shared_with   text[] not null,
  is_furnished  boolean,
  document      text not null,
  resolved_from text,
  -- UTF-16 offsets in the decoded document, end exclusive
  start_offset  integer not null,
  end_offset    integer not null,
  -- UTF-16 lengths of the three forms
  text_chars     integer not null,
  markdown_chars integer not null,
  html_chars     integer not null,
  text          text not null,
  markdown      text not null,
  html          text not null,
  primary key (issuer_id, registry, native_id, section_key)
);

-- What search looks through: a row a section, more only where a section is very long (store/section-search.ts).
create table section_search (
  issuer_id   bigint not null,
  section_id  bigint not null,
  part        integer not null,
  registry    text not null,
  native_id   text not null,
  section_key text not null,
  -- days since 1970-01-01 of the legal filing date, 2059-09-18 at the latest
  filed_day   integer not null,
  -- what queries narrow by: r:<registry> m:<market_id> f:<FORM TYPE> k:<section_key>, and the day in spans of 2^n days,
  -- d<n>:<day divided by it>
  tags        text[] not null,
  -- the most frequent words and those of the title, weighted by how frequent they are: what is ranked by
  salience    tsvector not null,
  -- every word, without positions: what the index holds
  lexemes     tsvector not null,
  primary key (issuer_id, section_id, part)
);
-- Read when candidates are ranked: in the row itself, uncompressed.
alter table section_search alter column salience set storage main;
-- New rows wait in a list that every query reads from end to end: a short one costs it a millisecond, and none at all
-- would halve the rate of indexing.
create index section_search_words on section_search using gin (lexemes, tags)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- Stretches of some thousand characters with the places of their words: phrases are verified, and snippets cut, here.
create table section_passages (
  issuer_id   bigint not null,
  section_id  bigint not null,
  part        integer not null,
  passage     integer not null,
  -- characters (code points) into the section's text, 1-based
  start_char  integer not null,
  chars       integer not null,
  vector      tsvector not null,
  primary key (issuer_id, section_id, part, passage)
);
alter table section_passages alter column vector set storage main;
