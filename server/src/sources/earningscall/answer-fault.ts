import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed } from '../kit/http/answer-form.ts';
import { readJsonAnswer, readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import type { ResponseFault } from '../kit/source.ts';
import { companyAt, isCalendar, questionAt } from './addresses.ts';

/** What is wrong with an answer with status 200: no JSON, or an object with neither calls nor words. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (isCalendar(url)) return faultOfDay(url, bytes);
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

/** The calls of a day are a list; of a day without any an empty one. */
function faultOfDay(url: string, bytes: Buffer): ResponseFault | null {
  const log = new AnomalyLog('earningscall', url);
  const rows = readJsonAnswer(bytes.toString('utf8'), log);
  const told = log.list()[0];
  if (told !== undefined) return failed(told.kind, told.detail);
  if (!Array.isArray(rows)) return failed('unexpected_document', 'no list of calls');
  return rows.length > 0 ? null : { kind: 'no_calls', detail: 'no call on this day', action: 'absent' };
}
