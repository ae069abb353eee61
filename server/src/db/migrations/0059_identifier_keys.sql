-- Identifiers are found in any notation: with and without separators, leading zeros and capitals (kernel/ids.ts identifierKey).
create function identifier_key(identifier text) returns text language sql immutable strict parallel safe as $$
  select ltrim(translate(upper(identifier), ' ./_:-', ''), '0')
$$;
create index issuer_identifiers_key on issuer_identifiers (identifier_key(identifier));
