import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { extensionOf } from '../../../../kernel/media-types.ts';
import { text } from '../../../kit/input-fields.ts';
import { operation, Redirect, redirect } from '../../../kit/operation.ts';
import { type ArchiveStatus, isRetryable } from '../model.ts';
import { type DocumentRow, documentId, findDocument } from '../views/document.ts';

const UNAVAILABLE_FOR_SECONDS = 60;

export const getDocumentContent = operation({
  name: 'getDocumentContent',
  route: 'GET /api/v1/documents/{document_id}/content',
  tool: { none: 'it redirects to a file; agents read filings by their sections' },
  summary: 'Download a file of a document',
  description:
    'Redirects to a download link that is valid for 10 minutes and needs no key. Without file_id it serves the primary file or the package. The file name contains ticker, form and date. Text files (HTML, XML, JSON, CSV) are compressed as Accept-Encoding allows; the sha256 of the document is that of the decoded file. A link counts as one of the downloads of the day; errors do not count. Files inside a package are listed but not served individually.',
  tag: 'Documents',
  plan: 'business',
  credits: 1,
  errors: ['not_found', 'member_not_served', 'not_archived', 'download_quota_exceeded', 'delivery_unavailable'],
  input: z.strictObject({
    document_id: documentId,
    file_id: text(256).optional().describe('A file of the document; the primary one by default.'),
  }),
  output: redirect,
  example: { document_id: '29a1c3e0-b1d6-5647-8120-e91b0047c08c' },
  async run({ db, account, now, downloads }, { document_id, file_id }) {
    const document = await findDocument(db, document_id);
    const file = await findFile(db, document, file_id);
    const sha256 = requireStored(document, file);
    if (downloads === undefined || account === null) throw unavailable();
    const { delivery, meter } = downloads;
    const fileName = downloadName(document, file);
    const link = await delivery.issue({ sha256, fileName, contentType: file.content_type }, now);
    await meter.take(account, now);
    return new Redirect(link, () => meter.giveBack(account, now));
  },
});

interface FileRow {
  file_id: string;
  role: 'primary' | 'attachment';
  file_name: string;
  native_type: string;
  content_type: string;
  status: ArchiveStatus;
  sha256: string | null;
}

/** The requested file, or the primary one. */
async function findFile(db: Database, document: DocumentRow, fileId: string | undefined): Promise<FileRow> {
  const { issuer_id, registry, native_id } = document;
  const files = await db.query<FileRow>(sql`
    select file_id, role, file_name, native_type, content_type, status, sha256 from filing_files
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}
    order by role = 'primary' desc, position`);
  if (files.length === 0) throw notArchived(document.id, document.status);
  const file = fileId === undefined ? files[0] : files.find(file => file.file_id === fileId);
  if (file) return file;
  const member = await db.query(sql`
    select 1 from package_members
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id} and path = ${fileId ?? ''}
    limit 1`);
  if (member.length === 0)
    throw new AsfiledError('not_found', `Document ${document.id} has no file ${fileId?.slice(0, 128)}.`);
  throw new AsfiledError(
    'member_not_served',
    'Files inside a package are not served individually. Download the package by omitting file_id.',
  );
}

function requireStored(document: DocumentRow, { status, sha256 }: FileRow): string {
  if (status === 'stored' && sha256 !== null) return sha256;
  throw notArchived(document.id, status);
}

function notArchived(id: string, status: ArchiveStatus): AsfiledError {
  const retryable = isRetryable(status);
  const next = retryable ? 'Retry later.' : 'Its source page may have it.';
  return new AsfiledError('not_archived', `The file of document ${id} is not stored. ${next}`, {
    archive_status: status,
    retryable,
  });
}

function unavailable(): AsfiledError {
  return new AsfiledError(
    'delivery_unavailable',
    'Downloads are temporarily unavailable; lists of documents still work.',
    {
      retry_after_seconds: UNAVAILABLE_FOR_SECONDS,
    },
  );
}

/** `AAPL_10-K_2024-11-01.htm`; type and file id are appended for an attachment. */
function downloadName(document: DocumentRow, file: FileRow): string {
  const issuer = document.ticker ?? document.canonical_key;
  const parts = [issuer, document.form_type, document.filing_date];
  if (file.role === 'attachment') parts.push(file.native_type, file.file_id);
  const name = parts.map(part => part.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 64)).join('_');
  return `${name}.${extensionOf(file.file_name, file.content_type)}`;
}
