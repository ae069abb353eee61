import { z } from 'zod';
import { type Database, raw, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter, invalidInput, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { filingRefFields } from '../../filings/views/filing.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import { cutParts, excerptOf, MAX_PART_CHARS } from '../views/cut-parts.ts';
import {
  type FilingTextRow,
  findFilingText,
  SECTION_COLUMNS,
  type SectionRow,
  sectionFields,
  toFilingHead,
  toSection,
  whyNoSections,
} from '../views/filing-text.ts';
import { cutMarkdown } from '../views/inert-markdown.ts';

const EXCERPT_CHARS = 2_000;
/** Limit of `part`; a larger number is rejected before the section is read. */
const MAX_PART = 100_000;

const contentFormat = z.enum(['excerpt', 'text', 'markdown', 'html']);

export const getFilingSection = operation({
  name: 'getFilingSection',
  route: 'GET /api/v1/filings/{filing_id}/sections/{section_key}',
  tool: 'get_filing_section',
  summary: 'The content of one section of a filing',
  description: `One section: an excerpt of its first ${EXCERPT_CHARS.toLocaleString('en-US')} characters, cut at the end of a word, or its full content as plain text, CommonMark with pipe tables and without HTML, or HTML of a small safe vocabulary, in which tagged facts carry their element id (span data-fact). Content longer than ${MAX_PART_CHARS.toLocaleString('en-US')} characters is split into parts at ends of paragraphs; the parts concatenate to the full content, and a code block that spans parts is closed and opened again. A section by reference contains the text that the reference led to, with resolved_from, or only its target. An unknown key returns 404 with the keys of the filing.`,
  tag: 'Filings',
  plan: 'free',
  credits: 2,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    section_key: text(128).trim().toLowerCase().describe('Key of the section, from the list of sections: item_1a.'),
    content_format: contentFormat.default('excerpt').describe('excerpt, text, markdown or html.'),
    part: z.int().min(1).max(MAX_PART).default(1).describe('Part of a long section, from 1; an excerpt has one part.'),
  }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      ...sectionFields,
      content: z
        .string()
        .describe('Empty if status is reserved_or_na or partial, or by_reference with a target elsewhere.'),
      content_format: contentFormat,
      part: z.int().describe('1-based.'),
      parts: z.int(),
      resolved_from: z.string().optional().describe('File name of the document that a reference led to.'),
      ...fresh,
    })
    .meta({ id: 'ProductFilingSectionOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000002', section_key: 'item_1a' },
  async run({ db }, { filing_id, section_key: key, content_format: format, part }) {
    const filing = await findFilingText(db, filing_id);
    return renderedOnce(db, ['filing-section', filing, key, format, part], async () => {
      const row = await readSection(db, filing, key, format);
      const parts = partsOf(row.content, format);
      const content = parts[part - 1];
      if (content === undefined) throw invalidPart(key, part, parts.length);
      return {
        ...toFilingHead(filing),
        ...toSection(row),
        content,
        content_format: format,
        part,
        parts: parts.length,
        ...(row.resolved_from === null ? {} : { resolved_from: row.resolved_from }),
        data_as_of: filing.known_at,
        empty_reason: row.text_chars > 0 ? null : WHY_EMPTY[row.status],
      };
    });
  },
});

function partsOf(content: string, format: z.infer<typeof contentFormat>): string[] {
  if (format === 'excerpt') return [excerptOf(content, EXCERPT_CHARS)];
  return format === 'markdown' ? cutMarkdown(content) : cutParts(content, format);
}

const WHY_EMPTY: Record<SectionRow['status'], MissingReason> = {
  found: 'not_reported',
  shared: 'not_reported',
  by_reference: 'not_covered',
  reserved_or_na: 'not_applicable',
  partial: 'not_covered',
};

function invalidPart(key: string, part: number, parts: number): AsfiledError {
  const message = parts === 1 ? `${key} has one part in this format.` : `${key} has ${parts} parts in this format.`;
  return invalidInput('query', 'part', message, part);
}

interface SectionContentRow extends SectionRow {
  content: string;
  resolved_from: string | null;
}

const CONTENT_COLUMNS = {
  excerpt: raw(`left(s.text, ${EXCERPT_CHARS + 1})`),
  text: raw('s.text'),
  markdown: raw('s.markdown'),
  html: raw('s.html'),
};

async function readSection(
  db: Database,
  filing: FilingTextRow,
  key: string,
  format: keyof typeof CONTENT_COLUMNS,
): Promise<SectionContentRow> {
  const row = await db.queryOne<SectionContentRow>(sql`
    select ${SECTION_COLUMNS}, s.resolved_from, ${CONTENT_COLUMNS[format]} as content from filing_sections s
    where s.issuer_id = ${filing.issuer_id} and s.registry = ${filing.registry} and s.native_id = ${filing.native_id}
      and s.section_key = ${key}`);
  if (row) return row;
  throw await unknownSection(db, filing, key);
}

async function unknownSection(db: Database, filing: FilingTextRow, key: string): Promise<AsfiledError> {
  const rows = await db.query<{ section_key: string }>(sql`
    select section_key from filing_sections
    where issuer_id = ${filing.issuer_id} and registry = ${filing.registry} and native_id = ${filing.native_id}
    order by section_order, section_key limit 200`);
  const keys = rows.map(row => row.section_key);
  const { reason } = whyNoSections(filing);
  const status = filing.text_status ?? 'sections_not_found';
  const message =
    keys.length === 0
      ? `Section ${key} does not exist: ${reason ?? 'the filing has no sections.'}`
      : `Section ${key} does not exist. This filing has ${keys.join(', ')}.`;
  return new AsfiledError('not_found', message, { status, section_keys: keys });
}
