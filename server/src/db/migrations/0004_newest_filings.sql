-- The newest filings of all issuers together: the first page, and feeds.
create index filings_by_known_at on filings (known_at desc, native_id);
