import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfAnswer } from '../kit/http/answer-form.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { type Answer, readAnswer } from './read-answer.ts';

/** A document with what its envelope says; `state` is `none` where the registry says that there is nothing. */
export interface AskedDocument {
  document: SourceDocument;
  answer: Answer;
}

/** Asks for one document. Null where it is not there. Refusals (answer-fault.ts) are thrown by the way outside. */
export async function ask(client: RegistryClient, url: string): Promise<AskedDocument | null> {
  const document = await client.get(url);
  if (document === null) return null;
  const isZip = formOfAnswer(document.bytes) === 'zip';
  const answer = isZip
    ? { state: 'ok' as const, failure: null, root: {}, rows: [] }
    : readAnswer(document.bytes, new AnomalyLog('opendart', url));
  return { document, answer };
}
