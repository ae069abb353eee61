import { z } from 'zod';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { isoDate } from '../../../kit/fields.ts';
import { text } from '../../../kit/input-fields.ts';
import { categoryLabel, DOCUMENT_CATEGORIES } from '../../filings/model/document-taxonomy.ts';
import { filingIdCondition } from '../../filings/views/filing.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  entityRef,
  toEntityRef,
} from '../../issuers/views/entity.ts';
import { ARCHIVE_STATUSES, type ArchiveStatus } from '../model.ts';

export const archiveStatus = z.enum(ARCHIVE_STATUSES).meta({
  id: 'ArchiveStatus',
  description:
    'stored: downloadable; pending: not fetched yet; unresolved: the source does not serve the file yet; failed: an attempt failed and will be retried; exhausted: no more retries; too_large: not stored; not_a_document: structured data without its own file.',
});

export const archive = z
  .object({
    status: archiveStatus,
    content_type: z.string().nullable().describe('Media type.'),
    byte_size: z.int().nullable().describe('Of the decoded file.'),
    sha256: z.string().nullable().describe('Of the decoded file, hexadecimal.'),
  })
  .meta({ id: 'Archive' });

export const origin = z.enum(['filing', 'ir']).describe("filing: from a regulator; ir: from the issuer's own site.");

export const category = z
  .enum(DOCUMENT_CATEGORIES.map(entry => entry.category) as [string, ...string[]])
  .describe('Canonical category; the taxonomy lists them.');

export const documentFields = {
  id: z.string().describe('UUID, stable: the UUID form of the filing id.'),
  issuer: entityRef,
  category: z.string(),
  category_label: z.string(),
  category_group: z.string(),
  native_type: z.string().describe('Form type as filed.'),
  subtype: z.string().nullable().describe('Subtype of documents from issuers’ own sites; null for filings.'),
  origin,
  registry: z.string().nullable(),
  document_date: isoDate.describe('Legal date at the registry.'),
  period_end: isoDate.nullable(),
  display_title: z.string(),
  source_url: z.string().describe("The regulator's own page."),
  archive: archive.describe('Of the primary file.'),
};

export const document = z.object(documentFields).meta({ id: 'Document' });

export const documentId = text(128).describe('Id of a document from a list, or the id of its filing.');

/** A filing as a document of the archive, selected by {@link DOCUMENT_COLUMNS}. */
export interface DocumentRow extends EntityRefRow {
  issuer_id: string;
  registry: string;
  native_id: string;
  id: string;
  form_type: string;
  category: string;
  category_group: string;
  filing_date: string;
  known_at: string;
  period_end: string | null;
  title: string | null;
  language: string | null;
  url: string;
  status: ArchiveStatus;
  content_type: string | null;
  byte_size: string | null;
  sha256: string | null;
  fiscal_year: number | null;
}

/** Categories whose documents have a fiscal year. */
export const CATEGORIES_OF_A_YEAR: readonly string[] = ['annual_report', 'interim_report'];

/**
 * The fiscal year of a periodic report `g`: as its filer counts if its figures are stored, otherwise the calendar year
 * in which its period ends. Other documents have none.
 */
export const FISCAL_YEAR = sql`
  case when g.category in ('annual_report', 'interim_report') then coalesce(
    (select k.fiscal_year from kpi_periods k
      where k.issuer_id = g.issuer_id and k.period_end = g.period_end order by k.fiscal_period limit 1),
    extract(year from g.period_end)::integer) end`;

/** Columns of `filings g`; requires {@link documentJoins}. */
export const DOCUMENT_COLUMNS = sql`
  g.issuer_id, g.registry, g.native_id, g.filing_uuid as id, g.form_type, g.category, g.category_group, g.filing_date,
  g.known_at, g.period_end, g.title, g.language, g.url, coalesce(g.archive_status, 'pending') as status,
  f.content_type, f.byte_size, f.sha256, ${ENTITY_REF_COLUMNS},
  ${FISCAL_YEAR} as fiscal_year`;

/** Joins the entity, its primary listing (in `marketId` if it has one there), and the primary file. */
export function documentJoins(marketId: string | undefined): Sql {
  return sql`
    join issuers i on i.issuer_id = g.issuer_id
    ${entityOfRegistrant(marketId)}
    left join lateral (
      select content_type, byte_size, sha256 from filing_files
      where issuer_id = g.issuer_id and registry = g.registry and native_id = g.native_id
      order by role = 'primary' desc, position limit 1) f on true`;
}

/** A document by its id or its filing's id; of a filing with several filers, the one whose files are stored. */
export async function findDocument(db: Database, id: string): Promise<DocumentRow> {
  const condition = filingIdCondition(id);
  const [row] =
    condition === null
      ? []
      : await db.query<DocumentRow>(sql`
          select ${DOCUMENT_COLUMNS} from filings g ${documentJoins(undefined)}
          where ${condition}
          order by g.archive_status is not distinct from 'stored' desc, l.ticker is null, g.issuer_id limit 1`);
  if (row) return row;
  throw new AsfiledError(
    'not_found',
    `Document ${id.slice(0, 128)} does not exist. /api/v1/documents lists document ids.`,
  );
}

export function toDocument(row: DocumentRow): z.input<typeof document> {
  return {
    id: row.id,
    issuer: toEntityRef(row),
    category: row.category,
    category_label: categoryLabel(row.category),
    category_group: row.category_group,
    native_type: row.form_type,
    subtype: null,
    origin: 'filing',
    registry: row.registry,
    document_date: row.filing_date,
    period_end: row.period_end,
    display_title: displayTitle(row),
    source_url: row.url,
    archive: toArchive(row),
  };
}

/** The archive block of a document or one of its files. */
export function toArchive(file: Pick<DocumentRow, 'status' | 'content_type' | 'byte_size' | 'sha256'>) {
  return {
    status: file.status,
    content_type: file.content_type,
    byte_size: file.byte_size === null ? null : Number(file.byte_size),
    sha256: file.sha256,
  };
}

export function filingIdOf(row: DocumentRow): string {
  return filingId(row.registry, row.native_id);
}

/** `Apple Inc.: 10-K for 2024-09-28`, or the filing's own title if it is more than its form. */
function displayTitle({ company_name, form_type, title, period_end, filing_date }: DocumentRow): string {
  const own = title?.trim() ?? '';
  const isSpecific = own !== '' && own.toUpperCase().replace(/^FORM /, '') !== form_type.toUpperCase();
  const when = period_end === null ? `of ${filing_date}` : `for ${period_end}`;
  return `${company_name}: ${isSpecific ? own : `${form_type} ${when}`}`;
}
