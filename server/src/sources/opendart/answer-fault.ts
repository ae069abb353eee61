import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfAnswer } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { addressOf } from './endpoints.ts';
import { readAnswer, readRefusal } from './read-answer.ts';

const ZIP_ENDPOINTS = new Set(['corpCode', 'document', 'fnlttXbrl']);
/** The key is unknown, suspended, bound to other addresses, or run out. */
const KEY_STATUSES = new Set(['status_010', 'status_011', 'status_012', 'status_901']);

/**
 * What is wrong with an answer: every refusal comes with HTTP status 200. That there is nothing (013) is an answer too,
 * but for documents, which are not there then.
 */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const log = new AnomalyLog('opendart', url);
  const isZip = ZIP_ENDPOINTS.has(addressOf(url)?.endpoint ?? '');
  if (isZip && formOfAnswer(bytes) === 'zip') return null;
  const answer = isZip ? readRefusal(bytes, log) : readAnswer(bytes, log);
  const told = log.list()[0];
  if (answer.state === 'failed') {
    const kind = told?.kind ?? answer.failure ?? 'unexpected_document';
    const action = KEY_STATUSES.has(kind) ? 'reject_key' : kind === 'status_020' ? 'back_off' : 'retry';
    return { kind, detail: told?.detail ?? '', action };
  }
  if (!isZip) return null;
  if (answer.state === 'none') return { kind: 'status_013', detail: 'no such document', action: 'absent' };
  return { kind: 'unexpected_document', detail: 'an answer without the zip', action: 'retry' };
}
