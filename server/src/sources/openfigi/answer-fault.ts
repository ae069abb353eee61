import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { parseMappingAnswer } from './parse-answers.ts';
import { questionAt } from './question.ts';

/** What keeps an answer from being one: a list with a result for each job. What single jobs got is the parser's business. */
const FAULTS = new Set([
  'result_count',
  'error_answer',
  'html_instead_of_json',
  'truncated_json',
  'unexpected_document',
]);

/** What is wrong with an answer; that a job of it found nothing is none. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const question = questionAt(url);
  if (question === null) return failed('unexpected_document', 'an answer to no question');
  if (bytes.length === 0) return failed('empty_answer', 'no bytes');
  const log = new AnomalyLog('openfigi', url);
  parseMappingAnswer(bytes, question.jobs.length, log);
  const fault = log.list().find(one => FAULTS.has(one.kind));
  return fault === undefined ? null : failed(fault.kind, fault.detail);
}
