import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import type { ArchiveStatus } from '../model.ts';
import {
  archive,
  type DocumentRow,
  documentFields,
  documentId,
  filingIdOf,
  findDocument,
  toArchive,
  toDocument,
} from '../views/document.ts';

const MEMBERS_A_PAGE = 200;
const MAX_OFFSET = 1_000_000;

const documentFile = z
  .object({
    file_id: z.string(),
    file_role: z.enum(['primary', 'attachment']),
    file_name: z.string(),
    title: z.string().nullable(),
    archive,
  })
  .meta({ id: 'DocumentFile' });

const manifest = z
  .object({
    members: z.array(z.object({ path: z.string(), content_type: z.string(), byte_size: z.int() })),
    total: z.int().describe('All files of the package.'),
    next_member_offset: z.int().nullable().describe('Null at the end.'),
  })
  .meta({ id: 'DocumentManifest' });

export const getDocument = operation({
  name: 'getDocument',
  route: 'GET /api/v1/documents/{document_id}',
  tool: 'get_document',
  summary: 'One document with its files',
  description:
    'A document with its primary file and attachments, each with archive status, media type, size and SHA-256, and the members of a package, 200 at a time. Files are listed once the document has been fetched; until then see archive.status.',
  tag: 'Documents',
  plan: 'business',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    document_id: documentId,
    member_offset: z.int().min(0).max(MAX_OFFSET).default(0).describe('Files of the package to skip.'),
  }),
  output: z
    .object({
      ...documentFields,
      filing_id: z.string().nullable(),
      fiscal_year: z.int().nullable().describe('Only of periodic reports, as the filer counts it.'),
      language: z.string().nullable(),
      files: z.array(documentFile).describe('The primary file first, then as they were submitted.'),
      manifest: manifest.nullable().describe('Null if the document is not a package.'),
      ...fresh,
    })
    .meta({ id: 'DocumentDetailOut' }),
  example: { document_id: '29a1c3e0-b1d6-5647-8120-e91b0047c08c' },
  async run({ db }, { document_id, member_offset }) {
    const row = await findDocument(db, document_id);
    const files = await listFiles(db, row);
    return {
      ...toDocument(row),
      filing_id: filingIdOf(row),
      fiscal_year: row.fiscal_year,
      language: row.language,
      files: files.map(file => ({
        file_id: file.file_id,
        file_role: file.role,
        file_name: file.file_name,
        title: file.title,
        archive: toArchive(file),
      })),
      manifest: await readManifest(db, row, member_offset),
      data_as_of: row.known_at,
      empty_reason: null,
    };
  },
});

interface FileRow {
  file_id: string;
  role: 'primary' | 'attachment';
  file_name: string;
  title: string | null;
  status: ArchiveStatus;
  content_type: string;
  byte_size: string | null;
  sha256: string | null;
}

function listFiles(db: Database, { issuer_id, registry, native_id }: DocumentRow): Promise<FileRow[]> {
  return db.query<FileRow>(sql`
    select file_id, role, file_name, title, status, content_type, byte_size, sha256 from filing_files
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}
    order by role = 'primary' desc, position`);
}

async function readManifest(
  db: Database,
  { issuer_id, registry, native_id }: DocumentRow,
  offset: number,
): Promise<z.input<typeof manifest> | null> {
  const ofDocument = sql`issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`;
  const members = await db.query<{ path: string; content_type: string; byte_size: string }>(sql`
    select path, content_type, byte_size from package_members where ${ofDocument}
    order by file_id, position limit ${MEMBERS_A_PAGE}::integer offset ${offset}::integer`);
  const counted = await db.queryOne<{ count: string }>(sql`select count(*) from package_members where ${ofDocument}`);
  const total = Number(counted?.count ?? 0);
  if (total === 0) return null;
  const next = offset + members.length;
  return {
    members: members.map(member => ({ ...member, byte_size: Number(member.byte_size) })),
    total,
    next_member_offset: members.length > 0 && next < total ? next : null,
  };
}
