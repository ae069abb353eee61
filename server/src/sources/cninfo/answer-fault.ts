import type { JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { filingDocumentOf } from './document-address.ts';
import { readObject, readRecords } from './read-answer.ts';
import { sourceNameOf } from './source-names.ts';

/** What is wrong with an answer: the registry refuses with status 200, and with pages. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const document = filingDocumentOf(url);
  if (document !== null) {
    return !document.isStatement && /\.pdf$/i.test(document.address.fileName) ? wrongForm(bytes, ['pdf']) : null;
  }
  const name = sourceNameOf(url);
  if (name === null) return null;
  const log = new AnomalyLog('cninfo', url);
  const answer = name === 'introduction' || name === 'executives' ? readRecords(bytes, log) : readObject(bytes, log);
  if (answer === null) {
    const told = log.list()[0];
    return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  }
  const isWhole = Array.isArray(answer) || hasRows(answer, name);
  return isWhole ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}

function hasRows(answer: JsonObject, name: string): boolean {
  if (name.startsWith('stocks/')) return Array.isArray(answer.stockList);
  return !name.startsWith('announcements/') || 'announcements' in answer;
}
