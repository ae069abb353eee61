import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { type ApiResponse, readResponse } from './read-response.ts';

/** A document with the state of its envelope; `state` is `none` if the registry has no data. */
export interface RequestedDocument {
  document: SourceDocument;
  response: ApiResponse;
}

/** Requests one document. Null if it does not exist. The client throws refusals. */
export async function ask(client: RegistryClient, url: string): Promise<RequestedDocument | null> {
  const document = await client.get(url);
  if (document === null) return null;
  const isZip = formOfResponse(document.bytes) === 'zip';
  const response = isZip
    ? { state: 'ok' as const, failure: null, root: {}, rows: [] }
    : readResponse(document.bytes, new AnomalyLog('opendart', url));
  return { document, response };
}
