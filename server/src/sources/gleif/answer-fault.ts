import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfAnswer, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { addressOf } from './addresses.ts';
import { readAnswer } from './read-answer.ts';

/** What is wrong with an answer: the API (JSON:API 1.0) answers with data or with errors, of which one says "not found". */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (addressOf(url)?.kind === 'golden-copy') return /\.zip$/.test(url) ? wrongForm(bytes, ['zip']) : null;
  if (formOfAnswer(bytes) === 'empty') return wrongForm(bytes, ['json']);
  const log = new AnomalyLog('gleif', url);
  const { damage } = readAnswer(bytes, log);
  if (damage === null) return null;
  const detail = log.list()[0]?.detail ?? '';
  const isAbsent = damage === 'error_answer' && /^404\b/.test(detail);
  return { kind: damage, detail, action: isAbsent ? 'absent' : /^429\b/.test(detail) ? 'back_off' : 'retry' };
}
