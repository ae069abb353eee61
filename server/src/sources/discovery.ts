import type { Discovery, Outside, SourceDocument, Task } from './source.ts';

/** What was found where nothing was yet. */
export function emptyDiscovery(): Discovery {
  return { tasks: [], missing: [], anomalies: [] };
}

/** A task whose documents are to be asked for at these addresses. `issuerKey`: whom all of them are about. */
export function urlTask(kind: string, key: string, urls: string[], issuerKey: string | null = null): Task {
  return { kind, key, issuerKey, documents: null, urls, since: null };
}

/** A task over a document that discovery itself had to read: it is archived, and need not be asked for once more. */
export function archivedTask(kind: string, key: string, { url, sha256 }: SourceDocument): Task {
  const documents = [{ url, sha256, bulk: null, member: null }];
  return { kind, key, issuerKey: null, documents, urls: null, since: null };
}

/** The documents at some addresses, one after the other; what the registry has not is left out. */
export async function fetchUrls(outside: Outside, urls: readonly string[]): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of urls) {
    const document = await outside.get(url);
    if (document !== null) documents.push(document);
  }
  return documents;
}
