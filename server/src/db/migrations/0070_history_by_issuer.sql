-- What was known of some issuers on a day: without it, every version of their years is read.
create index on annual_history (issuer_id, known_to, known_from);
