-- Text is indexed in its own language, not in one language a registry. What was stored before is found as it was until
-- its filings are read again (`asfiled reprocess`).

alter table section_search add column language text not null default 'english';
update section_search set language = 'portuguese' where registry = 'cvm';
update section_search set language = 'simple'
where registry in ('cninfo', 'edinet', 'esef', 'opendart', 'tdnet');
alter table section_search alter column language drop default;

-- In which languages there is text of a registry: a query is read in each of them. Nothing is taken out of it: to ask in
-- a language that has gone costs little.
create table search_languages (
  registry text not null,
  -- model/search-language.ts
  language text not null,
  primary key (registry, language)
);
insert into search_languages (registry, language) select distinct registry, language from section_search;

-- What model/search-text.ts makes of signs beyond ASCII, for text that is read again in another language than its index.
create function search_words(body text) returns text language sql immutable strict parallel safe as $$
  select case when body ~ '[^\x01-\x7f]' then
    regexp_replace(regexp_replace(body, '[\u2018\u2019\u201b\u02bc\u2032]', '''', 'g'),
      '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u2012\u2013-\u2017\u201a\u201c-\u2031\u2033-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020]', ' ', 'g')
  else body end
$$;
