-- A filing may have several aliases: an entry of a list, and ids that were made from its documents.
alter table filing_aliases drop constraint filing_aliases_issuer_id_registry_native_id_key;

-- The two rows of merged filings as their sources state them: the merge is undone before each load and done
-- again after it. Null for ids that a connector made.
alter table filing_aliases add column entry jsonb;
alter table filing_aliases add column document jsonb;

update filing_aliases a set
  document = to_jsonb(g) - '{issuer_id,archive_status,archive_attempts,archive_reason}'::text[]
    || jsonb_build_object('filing_date', a.evidence ->> 'document_published', 'precedence', 60),
  entry = to_jsonb(g) - '{issuer_id,archive_status,archive_attempts,archive_reason}'::text[]
    || jsonb_build_object('native_id', a.alias_id, 'filing_uuid', a.alias_uuid,
    'known_at', (g.filing_date + 1)::timestamp at time zone 'Europe/London', 'has_xbrl', false, 'primary_document', null)
from filings g
where a.registry = 'companies-house' and g.issuer_id = a.issuer_id and g.registry = a.registry and g.native_id = a.native_id;

-- Accounts that are dated by their approval are stated by their documents alone.
update filings set precedence = 60 where registry = 'companies-house' and precedence = 70;
update issuer_statements s set filings_count = 1
from issuer_statements dated
where s.registry = 'companies-house' and dated.issuer_id = s.issuer_id and dated.registry = s.registry
  and dated.source = 'authorisation/' || substr(s.source, length('filing/') + 1) and starts_with(s.source, 'filing/');
delete from issuer_statements where registry = 'companies-house' and starts_with(source, 'authorisation/');
