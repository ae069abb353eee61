-- Lists over all companies leave out the fictional issuers of the sample.
create index if not exists issuers_fictional on issuers (issuer_id) where market_id = 'demo';
