import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { text } from '../../../kit/input-fields.ts';
import { DOCUMENT_CATEGORIES } from '../../filings/model/document-taxonomy.ts';
import { entityRef } from '../../issuers/views/shapes.ts';
import { ARCHIVE_STATUSES } from '../model.ts';

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
