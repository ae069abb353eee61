import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { FILING_SOURCE } from '../../facts/model/facts.ts';
import type { UnnumberedFilings } from '../model/unnumbered-filing.ts';
import { insertDuplicates } from './duplicate-filings.ts';

/** A filing under an id that a connector made from its file. */
export interface UnnumberedFiling {
  canonicalKey: string;
  nativeId: string;
  /** DocumentRef[] (sources/kit/source.ts) as JSON. */
  documents: string;
}

/**
 * The registry's ids of unnumbered filings, by their own ids: of the one listed filing with the same filer, form, day and
 * period. A list that states no period leaves the other three. Filings that fit several, or share one, have none.
 */
export async function findListedIds(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  nativeIds: readonly string[],
): Promise<Map<string, string>> {
  const wanted = nativeIds.flatMap(nativeId => {
    const stated = rule.read(nativeId);
    return stated === null ? [] : [{ nativeId, ...stated, ...stated.filer }];
  });
  if (wanted.length === 0) return new Map();
  const rows = await db.query<{ made: string; listed: string }>(sql`
    select distinct row."nativeId" as made, g.native_id as listed
    from json_to_recordset(${JSON.stringify(wanted)}::json) as row ("nativeId" text, scheme text, identifier text,
      "formType" text, "filingDate" date, "periodEnd" date)
    join issuer_identifiers i on i.scheme = row.scheme and i.identifier = row.identifier
    join filings g on g.issuer_id = i.issuer_id and g.registry = ${registry} and g.form_type = row."formType"
      and g.filing_date = row."filingDate" and (g.period_end is null or g.period_end = row."periodEnd")`);
  const fitting = new Map<string, string[]>();
  for (const { made, listed } of rows) if (rule.read(listed) === null) addToList(fitting, made, listed);
  const claims = Map.groupBy([...fitting.values()].flat(), id => id);
  const found = new Map<string, string>();
  for (const [made, [listed, other]] of fitting) {
    if (listed !== undefined && other === undefined && claims.get(listed)?.length === 1) found.set(made, listed);
  }
  return found;
}

/** The unnumbered filings of the filers that share a code with some issuers. */
export async function listUnnumbered(
  db: Database,
  registry: string,
  rule: UnnumberedFilings,
  keys: readonly string[],
): Promise<UnnumberedFiling[]> {
  const rows = await db.query<UnnumberedFiling>(sql`
    select distinct filer.canonical_key as "canonicalKey", g.native_id as "nativeId", s.documents
    from issuers one join issuer_identifiers mine on mine.issuer_id = one.issuer_id
    join issuer_identifiers other on other.scheme = mine.scheme and other.identifier = mine.identifier
    join issuers filer on filer.issuer_id = other.issuer_id
    join filings g on g.issuer_id = filer.issuer_id and g.registry = ${registry}
    join issuer_statements s on s.issuer_id = g.issuer_id and s.registry = g.registry
      and s.source = ${FILING_SOURCE} || g.native_id
    where one.canonical_key = any(${[...keys]})
    order by 1, 2`);
  return rows.filter(({ nativeId }) => rule.read(nativeId) !== null);
}

/** Makes the id that the connector made an alias of the registry's. */
export async function insertAlias(
  tx: Transaction,
  registry: string,
  issuerId: string,
  { made, listed }: { made: string; listed: string },
): Promise<void> {
  const evidence = { rule: 'the one listed filing with the filer, form, day and period of the imported one' };
  await insertDuplicates(tx, registry, [{ issuerId, nativeId: listed, aliasId: made, evidence }]);
}
