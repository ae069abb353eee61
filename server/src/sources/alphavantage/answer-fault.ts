import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, startOf } from '../kit/http/answer-form.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import type { ResponseFault } from '../kit/source.ts';
import { isCalendar, questionAt } from './addresses.ts';

/** The members in which the service says, with status 200, why it does not answer. */
const TOLD_IN = ['Note', 'Information', 'Error Message', 'message'];

/**
 * What is wrong with an answer. Quotas, refused keys and errors come as an object with a message in English, in the place of
 * a table too; an empty object, or one without a turn, is that nobody has written the call down.
 */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const isOfCalendar = isCalendar(url);
  if (isOfCalendar && formOfAnswer(bytes) === 'text') {
    return startOf(bytes).startsWith('symbol,') ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
  }
  if (!isOfCalendar && questionAt(url) === null) return failed('unexpected_document', 'an answer to no question');
  const log = new AnomalyLog('alphavantage', url);
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  if (answer === null) {
    const told = log.list()[0];
    return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  }
  const message = messageOf(answer);
  if (message !== null) return toFault(message);
  if (isOfCalendar) return failed('unexpected_document', 'no table');
  if (Object.keys(answer).length === 0) return { kind: 'empty_answer', detail: 'an empty object', action: 'absent' };
  const { transcript } = answer;
  if (!Array.isArray(transcript)) return failed('unexpected_document', 'no list of turns');
  return transcript.some(isJsonObject) ? null : { kind: 'empty_answer', detail: 'no turns', action: 'absent' };
}

function messageOf(answer: JsonObject): string | null {
  if ('transcript' in answer) return null;
  const message = TOLD_IN.map(name => answer[name]).find(text => typeof text === 'string');
  return message ?? null;
}

function toFault(message: string): ResponseFault {
  const detail = message.slice(0, 200);
  if (/\b(?:rate limit|requests per (?:day|minute|second)|call frequency|calls per)\b/i.test(message)) {
    return { kind: 'quota_exceeded', detail, action: 'back_off' };
  }
  if (/\bpremium\b/i.test(message)) return { kind: 'premium_only', detail, action: 'reject_key' };
  if (/\bapi ?key\b/i.test(message)) return { kind: 'key_refused', detail, action: 'reject_key' };
  return failed('error_answer', detail);
}
