import type { ArchiveSettings } from '../../archive/archive.ts';
import { openArchive } from '../../archive/open-archive.ts';
import type { ReadBytes, Reread, RereadRequest } from '../../domain/figures/verification/model.ts';
import { digestOf, findFacts } from '../../sources/kit/proofs/find-facts.ts';
import type { SourceDocument } from '../../sources/kit/source.ts';
import { loadSource } from '../../sources/load-source.ts';
import { readDocuments } from '../tasks/read-documents.ts';

export interface RereadInThread extends RereadRequest {
  archive: ArchiveSettings;
}

/**
 * Runs in a thread: reads documents from the archive, computes their digests, parses them with the reader of their connector, and finds
 * facts in them. Unreadable bytes never throw.
 */
export default async function rereadFacts(request: RereadInThread): Promise<Reread> {
  const source = await loadSource(request.registry);
  const archive = await openArchive(request.archive);
  const documents = request.documents.map(ref => ({ ref, text: null }));
  const read = await readDocuments(request.registry, archive, documents);
  const byUrl = new Map(read.documents.map(document => [document.url, document]));
  const failures = new Map(read.anomalies.map(anomaly => [anomaly.source, `${anomaly.kind}: ${anomaly.detail}`]));
  return {
    documents: request.documents.map(({ url }) => toReadBytes(url, byUrl.get(url), failures.get(url) ?? null)),
    facts: read.failures.length > 0 ? request.wanted.map(() => null) : await findFacts(source, request, read.documents),
  };
}

function toReadBytes(url: string, document: SourceDocument | undefined, failure: string | null): ReadBytes {
  if (document === undefined) return { url, sha256: null, byteSize: null, failure };
  return { url, sha256: digestOf(document.bytes), byteSize: document.bytes.length, failure: null };
}
