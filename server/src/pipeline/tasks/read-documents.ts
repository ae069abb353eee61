import { createHash } from 'node:crypto';
import type { Archive } from '../../archive/archive.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { assertParsable } from '../../sources/kit/document-size.ts';
import { BulkZip } from '../../sources/kit/packages/bulk-zip.ts';
import type { SourceDocument } from '../../sources/kit/source.ts';
import type { ThreadDocument } from './process-types.ts';

export interface ReadDocuments {
  documents: SourceDocument[];
  /** With all digests known. */
  refs: DocumentRef[];
  anomalies: Anomaly[];
  failures: string[];
  byteSize: number;
}

/** Reads documents from the archive or from bulk files. Unreadable ones become anomalies. */
export async function readDocuments(
  registry: string,
  archive: Archive,
  requested: readonly ThreadDocument[],
): Promise<ReadDocuments> {
  const read: ReadDocuments = { documents: [], refs: [], anomalies: [], failures: [], byteSize: 0 };
  for (const document of requested) {
    const { ref } = document;
    try {
      const bytes = await readBytes(archive, document);
      assertParsable(ref.url, bytes);
      const sha256 = ref.sha256 ?? createHash('sha256').update(bytes).digest('hex');
      read.documents.push({ url: ref.url, sha256, bytes });
      read.refs.push({ ...ref, sha256 });
      read.byteSize += bytes.length;
    } catch (error) {
      const kind = kindOf(error);
      const detail = messageOf(error);
      read.failures.push(`${kind}: ${detail}`);
      read.anomalies.push({ registry, source: ref.url, locator: '', kind, detail });
    }
  }
  return read;
}

async function readBytes(archive: Archive, { ref, text }: ThreadDocument): Promise<Buffer> {
  if (text !== null) return Buffer.from(text);
  if (ref.bulk !== null && ref.member !== null) return (await openBulk(archive, ref.bulk)).read(ref.member);
  return archive.read(ref.sha256 ?? '');
}

/** A thread works on few bulk files at a time; reading the directory of one takes a tenth of a second. */
const openBulks = new Map<string, Promise<BulkZip>>();
const MAX_OPEN_BULKS = 8;

async function openBulk(archive: Archive, sha256: string): Promise<BulkZip> {
  const open = openBulks.get(sha256);
  if (open !== undefined) return open;
  for (const [oldest, zip] of openBulks) {
    if (openBulks.size < MAX_OPEN_BULKS) break;
    openBulks.delete(oldest);
    (await zip).close();
  }
  const opening = archive.localPath(sha256).then(path => BulkZip.open(path));
  openBulks.set(sha256, opening);
  opening.catch(() => openBulks.delete(sha256));
  return opening;
}

/** The kind of anomaly of an error that bad bytes cause: ZipError has `kind`, AsfiledError a fault or its `code`. */
function kindOf(error: unknown): string {
  if (error instanceof AsfiledError && typeof error.details.fault === 'string') return error.details.fault;
  if (typeof error === 'object' && error !== null) {
    if ('kind' in error && typeof error.kind === 'string') return error.kind;
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return 'unreadable_document';
}
