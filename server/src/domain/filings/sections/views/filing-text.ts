import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { FilingSection, SectionTarget } from '../../filings/model/filing-contents.ts';
import { FILING_REF_COLUMNS, type FilingRefRow, filingIdCondition, toFilingRef } from '../../filings/views/filing.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant, toEntityRef } from '../../issuers/views/entity.ts';

/** A filing with its issuer and the state of its text; `text_status` is null if its documents have not been opened. */
export interface FilingTextRow extends FilingRefRow, EntityRefRow {
  issuer_id: string;
  text_status: 'found' | 'partial' | 'sections_not_found' | null;
  reason: string | null;
  digest: string | null;
}

/** Finds a filing; of several filers, the one whose text is stored. Throws `not_found`. */
export async function findFilingText(db: Database, id: string): Promise<FilingTextRow> {
  const condition = filingIdCondition(id);
  const filing =
    condition === null
      ? null
      : await db.queryOne<FilingTextRow>(sql`
          select ${FILING_REF_COLUMNS}, i.issuer_id, ${ENTITY_REF_COLUMNS},
            t.status as text_status, t.reason, t.digest
          from filings g join issuers i using (issuer_id)
          left join filing_texts t using (issuer_id, registry, native_id)
          ${entityOfRegistrant()}
          where ${condition}
          order by t.issuer_id is null, i.issuer_id limit 1`);
  if (filing) return filing;
  throw new AsfiledError(
    'not_found',
    `Filing ${id.slice(0, 128)} does not exist. Every list of filings contains filing ids.`,
  );
}

/** The fields at the head of responses about a filing's text. */
export function toFilingHead(filing: FilingTextRow) {
  return { ...toFilingRef(filing), ...toEntityRef(filing) };
}

const NOT_OPENED = 'The documents of this filing have not been opened yet.';
/** Registries whose filings come without documents to open. */
const WITHOUT_DOCUMENTS: Readonly<Record<string, string>> = {
  cvm: 'The registry publishes tables of its filings; their documents are not read.',
};
const NOT_FOUND = 'No sections were found in the documents of this filing.';

/** Why a filing has no sections to show; nulls if it has some. */
export function whyNoSections(filing: FilingTextRow): { empty_reason: MissingReason | null; reason: string | null } {
  if (filing.text_status === null) {
    return { empty_reason: 'not_covered', reason: WITHOUT_DOCUMENTS[filing.registry] ?? NOT_OPENED };
  }
  if (filing.text_status !== 'sections_not_found') return { empty_reason: null, reason: filing.reason };
  return { empty_reason: 'not_reported', reason: filing.reason ?? NOT_FOUND };
}

/** A section without its content, as {@link SECTION_COLUMNS} select it from `filing_sections s`. */
export interface SectionRow {
  section_key: string;
  title: string;
  section_order: number;
  status: FilingSection['status'];
  confidence: number;
  warnings: string[];
  target: SectionTarget | null;
  shared_with: string[];
  is_furnished: boolean | null;
  text_chars: number;
  document: string;
  start_offset: number;
  end_offset: number;
}

export const SECTION_COLUMNS = sql`
  s.section_key, s.title, s.section_order, s.status, s.confidence, s.warnings, s.target, s.shared_with, s.is_furnished,
  s.text_chars, s.document, s.start_offset, s.end_offset`;

export const sectionFields = {
  section_key: z.string().describe('item_1a, part_ii.item_1a, item_5.02, beneficial_ownership …'),
  title: z.string(),
  order: z.int().describe('1-based, in the order of the form.'),
  chars: z.int().describe('Length of the plain text in UTF-16 units.'),
  status: z
    .enum(['found', 'by_reference', 'shared', 'reserved_or_na', 'partial'])
    .describe(
      'found; by_reference: the filing refers to another text, see target; shared: one text covers several sections, see shared_with; reserved_or_na: the filer says that there is none; partial: the filing names the section, but no text of it was found.',
    ),
  confidence: z.number().describe('0 to 1: confidence of the boundaries.'),
  warnings: z.array(z.string()),
  target: z
    .object({
      kind: z.enum(['exhibit', 'proxy', 'pages', 'heading']),
      locator: z.string(),
      filing_id: z.string().nullable(),
    })
    .optional()
    .describe('Location of a section by reference.'),
  shared_with: z.array(z.string()).optional().describe('Keys of the sections that the same text covers.'),
  document: z.string().describe('File name of the document that contains the text.'),
  char_start: z.int().describe('Start of the section in the decoded document, in UTF-16 units, after its heading.'),
  char_end: z.int().describe('End of the section, exclusive. Facts tagged between both belong to this section.'),
  furnished: z.boolean().nullable().describe('8-K items 2.02 and 7.01 are furnished, not filed; null on other forms.'),
};

export const section = z.object(sectionFields).meta({ id: 'Section' });

export function toSection(row: SectionRow): z.input<typeof section> {
  return {
    section_key: row.section_key,
    title: row.title,
    order: row.section_order,
    chars: row.text_chars,
    status: row.status,
    confidence: row.confidence,
    warnings: row.warnings,
    ...(row.target === null
      ? {}
      : { target: { kind: row.target.kind, locator: row.target.locator, filing_id: row.target.filingId } }),
    ...(row.shared_with.length === 0 ? {} : { shared_with: row.shared_with }),
    document: row.document,
    char_start: row.start_offset,
    char_end: row.end_offset,
    furnished: row.is_furnished,
  };
}
