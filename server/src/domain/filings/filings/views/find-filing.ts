import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant } from '../../issuers/views/entity.ts';
import { FILING_COLUMNS, type FilingRow, filingIdCondition } from './filing.ts';

/** A filing with one of its filers, that filer's entity, and the versions of the issuer's stored data. */
export interface FilingOfIssuer extends FilingRow, EntityRefRow {
  issuer_id: string;
  filing_uuid: string;
  /** Canonical key of the filer itself; `canonical_key` is that of its entity. */
  registrant_key: string;
  industry_code: string | null;
  /** Changes with the issuer's financials; null if there are none. */
  version: string | null;
  /** Changes with the tagged facts of its filings; null if there are none. */
  reports_version: string | null;
}

/**
 * The filing of an id in either spelling. Of several filers, prefers one for which `lacks` (a condition over `filings g` and
 * `issuer_financials f`) is false, else takes the first. Throws `not_found`.
 */
export async function findFiling(db: Database, id: string, lacks: Sql): Promise<FilingOfIssuer> {
  const condition = filingIdCondition(id);
  const filing =
    condition === null
      ? null
      : await db.queryOne<FilingOfIssuer>(sql`
          select ${FILING_COLUMNS}, g.filing_uuid, i.issuer_id, i.canonical_key as registrant_key,
            ${ENTITY_REF_COLUMNS}, i.industry->>'code' as industry_code, f.version, r.version as reports_version
          from filings g join issuers i using (issuer_id) left join issuer_financials f using (issuer_id)
          left join issuer_reports r using (issuer_id)
          ${entityOfRegistrant()}
          where ${condition}
          order by (${lacks}), i.issuer_id limit 1`);
  if (filing) return filing;
  throw new AsfiledError(
    'not_found',
    `Filing ${id.slice(0, 128)} does not exist. Every list of filings contains filing ids.`,
  );
}
