import { AnomalyLog } from '../../model/anomaly-log.ts';
import { failed } from '../answer-form.ts';
import { readJsonObjectAnswer } from '../answer-json.ts';
import type { AnswerFault } from '../source.ts';
import { companyAt, questionAt } from './addresses.ts';

/** What is wrong with an answer with status 200: no JSON, or an object with neither calls nor words. */
export function faultOf(url: string, bytes: Buffer): AnswerFault | null {
  const isList = companyAt(url) !== null;
  if (!isList && questionAt(url) === null) return failed('unexpected_document', 'an answer to no question');
  const log = new AnomalyLog('earningscall', url);
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  if (answer === null) {
    const told = log.list()[0];
    return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  }
  const isAnswer = isList
    ? Array.isArray(answer.events)
    : Array.isArray(answer.speakers) || typeof answer.text === 'string';
  return isAnswer ? null : failed('unexpected_document', Object.keys(answer).join(', ').slice(0, 200));
}
