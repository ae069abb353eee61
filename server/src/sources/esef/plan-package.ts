import { groupReports, type PackageFile, reportPathsOf, taxonomyPathsOf } from '../../formats/report-package.ts';
import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { BulkPlan, BulkReader } from '../kit/source.ts';
import { filingAddressOf } from './filing-address.ts';
import { importedUrlOf } from './filings.ts';

const MAX_DOCUMENT_BYTES = 256 << 20;

/** An imported report package is one filing: the documents of its first report, and its taxonomy. Null for other archives. */
export async function planPackage(reader: BulkReader): Promise<BulkPlan | null> {
  const files: PackageFile[] = [];
  for (const path of reportPathsOf(reader.members)) {
    const bytes = await readMember(reader, path);
    if (bytes !== null) files.push({ path, bytes });
  }
  const [report] = groupReports(files);
  if (report === undefined) return null;
  const documents = report.documents.map(({ path, bytes }) => ({ name: baseName(path), bytes }));
  const url = addressOf(documents);
  const address = url === null ? null : filingAddressOf(url);
  if (url === null || address?.canonicalKey == null) return null;
  const members = [...report.documents.map(one => one.path), ...taxonomyPathsOf(reader.members)];
  const name = url.slice(0, url.lastIndexOf('/'));
  return {
    kind: 'documents',
    name,
    tasks: [{ kind: 'filing', key: address.nativeId, issuerKey: address.canonicalKey, members }],
  };
}

async function readMember(reader: BulkReader, path: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let byteSize = 0;
  for await (const piece of reader.stream(path)) {
    byteSize += piece.length;
    if (byteSize > MAX_DOCUMENT_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Null if the documents do not state their entity. */
function addressOf(documents: readonly { name: string; bytes: Buffer }[]): string | null {
  try {
    return importedUrlOf(documents, documents[0]?.name ?? '');
  } catch (error) {
    if (error instanceof AsfiledError) return null;
    throw error;
  }
}
