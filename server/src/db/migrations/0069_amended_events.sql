-- Events whose newest version became known after the first: what lists of all companies as of a day read an earlier version of.
create index corporate_events_amended on corporate_events (known_at) where is_current and known_at > first_known_at;
