-- What a statement brought: an answer without filings or facts, where there were some before, is an alarm.
alter table issuer_statements add column filings_count integer not null default 0;
alter table issuer_statements add column facts_count bigint not null default 0;
