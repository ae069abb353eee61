import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { DocumentRef } from '../../documents/model.ts';
import { FILING_SOURCE } from '../../facts/model/facts.ts';
import type { StatedFiling, UnnumberedFilings } from '../model/unnumbered-filing.ts';
import { insertAliases } from './duplicate-filings.ts';

/** A filing under an id that a connector made from its file. */
export interface UnnumberedFiling {
  canonicalKey: string;
  nativeId: string;
  /** DocumentRef[] (sources/kit/source.ts) as JSON. */
  documents: string;
}

/** An imported filing by the id that a connector made, with the URLs and digests of its documents. */
export interface ImportedFiling {
  nativeId: string;
  issuerKey: string;
  urls: readonly string[];
  digests: readonly string[];
}

type WithStatement = StatedFiling & { nativeId: string };

/** The id of a filing that is an unnumbered one, and by which rule. */
export interface ListedId {
  listed: string;
  rule: string;
}

/** The registry's ids of unnumbered filings, by their own ids. */
export async function findListedIds(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  imported: readonly ImportedFiling[],
): Promise<Map<string, ListedId>> {
  const stated: WithStatement[] = [];
  const compared: ImportedFiling[] = [];
  for (const filing of imported) {
    const statement = rule.read(filing.nativeId, filing.urls);
    if (statement === null) continue;
    if ('documents' in statement) compared.push(filing);
    else stated.push({ nativeId: filing.nativeId, ...statement });
  }
  const byStatement = await findByStatement(db, registry, rule, stated);
  const byDocuments = await findByDocuments(db, registry, rule, compared);
  return new Map([
    ...withRule(byStatement, 'the one listed filing that fits what the imported one states'),
    ...withRule(byDocuments, 'the filing of the company that has a document with the same bytes'),
  ]);
}

function withRule(found: ReadonlyMap<string, string>, rule: string): [string, ListedId][] {
  return [...found].map(([made, listed]) => [made, { listed, rule }]);
}

/**
 * The ids of filings of the same issuer that have a document with the same bytes: the registry's id, else the first of the made
 * ones, so that copies are one filing before the registry's own arrives.
 */
async function findByDocuments(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  imported: readonly ImportedFiling[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (imported.length === 0) return found;
  const rows = await db.query<{ made: string; other: string }>(sql`
    select distinct row."nativeId" as made, f.native_id as other
    from json_to_recordset(${JSON.stringify(imported)}::json) as row ("nativeId" text, "issuerKey" text, digests text[])
    join issuers i on i.canonical_key = row."issuerKey"
    join filing_files f on f.issuer_id = i.issuer_id and f.registry = ${registry} and f.sha256 = any(row.digests)
    where f.native_id <> row."nativeId"
    order by 1, 2`);
  for (const [made, own] of Map.groupBy(rows, row => row.made)) {
    const others = own.map(row => row.other).sort(compareText);
    const listed = others.find(id => rule.read(id, []) === null) ?? others.find(id => compareText(id, made) < 0);
    if (listed !== undefined) found.set(made, listed);
  }
  return found;
}

/**
 * Known ids, else that of the one listed filing with the same filer, form, day, period and language, as far as both state them.
 * Among several, the one with a main document of the same name counts. Filings that fit several, or share one, have none, also
 * if another filing has taken the id since.
 */
async function findByStatement(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  stated: readonly WithStatement[],
): Promise<Map<string, string>> {
  if (stated.length === 0) return new Map();
  const wanted = stated.map(statement => ({ ...statement, ...statement.filer }));
  const known = await db.query<{ made: string; listed: string }>(sql`
    select alias_id as made, native_id as listed from filing_aliases
    where registry = ${registry} and alias_id = any(${wanted.map(({ nativeId }) => nativeId)})`);
  const rows = await db.query<{ made: string; listed: string; isNamed: boolean; isTaken: boolean }>(sql`
    select distinct row."nativeId" as made, g.native_id as listed,
      coalesce(g.primary_document = any(row."fileNames"), false) as "isNamed",
      exists (
        select from filing_aliases a
        where a.issuer_id = g.issuer_id and a.registry = g.registry and a.native_id = g.native_id) as "isTaken"
    from json_to_recordset(${JSON.stringify(wanted)}::json) as row ("nativeId" text, scheme text, identifier text,
      "formType" text, "filingDate" date, "periodEnd" date, language text, "fileNames" text[])
    join issuer_identifiers i on i.scheme = row.scheme and i.identifier = row.identifier
    join filings g on g.issuer_id = i.issuer_id and g.registry = ${registry}
      and (row."formType" is null or g.form_type = row."formType")
      and (row."filingDate" is null or g.filing_date = row."filingDate")
      and (g.period_end is null or row."periodEnd" is null or g.period_end = row."periodEnd")
      and (row.language is null or g.language is null or g.language = row.language)`);
  const fitting = new Map<string, string[]>();
  const taken = new Set(rows.filter(row => row.isTaken).map(row => row.listed));
  for (const [made, own] of Map.groupBy(rows, row => row.made)) {
    const listed = own.filter(row => rule.read(row.listed, []) === null);
    const named = listed.filter(row => row.isNamed);
    fitting.set(
      made,
      (named.length > 0 ? named : listed).map(row => row.listed),
    );
  }
  const claims = Map.groupBy([...fitting.values()].flat(), id => id);
  const found = new Map<string, string>();
  for (const [made, [listed, other]] of fitting) {
    if (listed === undefined || other !== undefined || taken.has(listed)) continue;
    if (claims.get(listed)?.length === 1) found.set(made, listed);
  }
  for (const { made, listed } of known) found.set(made, listed);
  return found;
}

/** A filing of the registry, by which its stored documents are found. */
export interface ListedFiling {
  issuerKey: string;
  nativeId: string;
  /** False if only documents that belong to an imported filing too are wanted. */
  isNumbered: boolean;
}

/**
 * The stored documents of listed filings that are imported ones too, by their ids: what was read of the filing before, else
 * the lists of its filer as documents of the filing.
 */
export async function listedDocuments(
  db: Database,
  registry: string,
  { source, rowUrl }: NonNullable<UnnumberedFilings['listing']>,
  filings: readonly ListedFiling[],
): Promise<Map<string, DocumentRef[]>> {
  if (filings.length === 0) return new Map();
  const rows = await db.query<{ nativeId: string; source: string; documents: string }>(sql`
    select row."nativeId", s.source, s.documents
    from json_to_recordset(${JSON.stringify(filings)}::json) as row ("issuerKey" text, "nativeId" text, "isNumbered" boolean)
    join issuers i on i.canonical_key = row."issuerKey"
    join issuer_statements s on s.issuer_id = i.issuer_id and s.registry = ${registry}
      and (s.source = ${FILING_SOURCE} || row."nativeId" or starts_with(s.source, ${source}))
    where row."isNumbered" or exists (
      select from filing_aliases a
      where a.issuer_id = i.issuer_id and a.registry = ${registry} and a.native_id = row."nativeId")
    order by row."nativeId" collate "C", s.source collate "C"`);
  const found = new Map<string, DocumentRef[]>();
  for (const [nativeId, own] of Map.groupBy(rows, row => row.nativeId)) {
    const refsOf = (row: { documents: string }): DocumentRef[] => JSON.parse(row.documents) as DocumentRef[];
    const read = own.find(row => row.source === FILING_SOURCE + nativeId);
    const listed = own.flatMap(refsOf).map(ref => ({ ...ref, url: rowUrl(ref.url, nativeId) }));
    found.set(nativeId, read === undefined ? listed : refsOf(read));
  }
  return found;
}

/** The unnumbered filings of some issuers, and of the filers that share a code with them. */
export async function listUnnumbered(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  keys: readonly string[],
): Promise<UnnumberedFiling[]> {
  const rows = await db.query<UnnumberedFiling>(sql`
    with given as (
      select issuer_id from issuers where canonical_key = any(${[...keys]})
    ), filers as (
      select issuer_id from given union
      select other.issuer_id from given join issuer_identifiers mine using (issuer_id)
      join issuer_identifiers other on other.scheme = mine.scheme and other.identifier = mine.identifier
    )
    select filer.canonical_key as "canonicalKey", g.native_id as "nativeId", s.documents
    from filers join issuers filer using (issuer_id)
    join filings g on g.issuer_id = filer.issuer_id and g.registry = ${registry}
      and starts_with(g.native_id, ${rule.prefix ?? ''})
    join issuer_statements s on s.issuer_id = g.issuer_id and s.registry = g.registry
      and s.source = ${FILING_SOURCE} || g.native_id
    order by 1, 2`);
  return rows.filter(({ nativeId }) => rule.read(nativeId, []) !== null);
}

/** Makes the id that the connector made, and ids that led to it, aliases of the registry's. */
export async function insertAlias(
  tx: Transaction,
  registry: string,
  issuerId: string,
  { made, listed, rule }: ListedId & { made: string },
): Promise<void> {
  await insertAliases(tx, registry, [{ issuerId, nativeId: listed, aliasId: made, evidence: { rule } }]);
  await tx.execute(sql`
    update filing_aliases a set native_id = kept.native_id, native_uuid = kept.native_uuid
    from filing_aliases kept
    where kept.issuer_id = ${issuerId} and kept.registry = ${registry} and kept.alias_id = ${made}
      and a.issuer_id = kept.issuer_id and a.registry = kept.registry and a.native_id = ${made} and a.entry is null`);
}
