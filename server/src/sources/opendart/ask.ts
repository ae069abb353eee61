import { AsfiledError } from '../../kernel/errors.ts';
import { AnomalyLog } from '../../model/anomaly-log.ts';
import type { Outside, SourceDocument } from '../source.ts';
import { addressOf } from './endpoints.ts';
import { type Answer, readAnswer, readRefusal } from './read-answer.ts';

/** A document with what its envelope says; `state` is `none` where the registry says that there is nothing. */
export interface AskedDocument {
  document: SourceDocument;
  answer: Answer;
}

/**
 * Asks for one document. Null where it is not there (404). Refusals come with HTTP status 200, too many requests among
 * them: they throw AsfiledError `upstream_error`, so that nobody takes them for an answer.
 */
export async function ask(outside: Outside, url: string): Promise<AskedDocument | null> {
  const document = await outside.get(url);
  if (document === null) return null;
  const log = new AnomalyLog('opendart', url);
  const answer = readBytes(url, document.bytes, log);
  if (answer.state !== 'failed') return { document, answer };
  const told = log.list()[0];
  throw new AsfiledError('upstream_error', `${url}: ${told?.kind ?? answer.failure}: ${told?.detail ?? ''}`);
}

function readBytes(url: string, bytes: Buffer, log: AnomalyLog): Answer {
  if (!isZipAddress(url)) return readAnswer(bytes, log);
  if (bytes.toString('latin1', 0, 2) === 'PK') return { state: 'ok', failure: null, root: {}, rows: [] };
  return readRefusal(bytes, log);
}

function isZipAddress(url: string): boolean {
  return ['corpCode', 'document', 'fnlttXbrl'].includes(addressOf(url)?.endpoint ?? '');
}
