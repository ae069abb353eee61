-- People are searched by the words of their names along one index of cards: joined from person_names, a name that tens of
-- thousands have took over a second.

-- The words of name keys that stand in lines, without their places; of words longer than any name the beginning.
create function name_words(names text) returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct left(word, 500))), '')
  from string_to_table(translate(names, E'\n', ' '), ' ') as word where word <> ''
$$;

-- Keys of all names, a line each, of those too who were found to be this person.
alter table person_cards add column names text not null default '';
with recursive same as (
  select person_id as kept_id, person_id, 1 as depth from person_cards
  union all
  select s.kept_id, m.absorbed_id, depth + 1 from same s
  join person_merges m on m.kept_id = s.person_id and m.state = 'active' where depth < 8
)
update person_cards c set names = told.names
from (
  select s.kept_id, string_agg(distinct n.name_key collate "C", E'\n') as names
  from same s join person_names n on n.person_id = s.person_id where n.name_key <> '' group by s.kept_id
) told
where told.kept_id = c.person_id;
alter table person_cards add column name_words tsvector generated always as (name_words(names)) stored;
create index person_cards_words on person_cards using gin (name_words);
create index person_cards_wide on person_cards using gin (wide_grams(names)) where names ~ '[^\x01-\x7f]';

drop index person_names_trgm;
drop index person_names_prefix;
drop index person_names_wide;
