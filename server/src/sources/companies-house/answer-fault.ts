import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { DOWNLOAD_HOST } from './endpoints.ts';
import { readJsonObject } from './read-json.ts';
import { documentKindOf } from './source-names.ts';

/** What is wrong with an answer: the API answers with an object of the kind that was asked for, the downloads with zips. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (url.startsWith(`https://${DOWNLOAD_HOST}/`)) return /\.zip$/.test(url) ? wrongForm(bytes, ['zip']) : null;
  const kind = documentKindOf(url);
  if (kind === null || kind === 'company-data') return null;
  if (kind === 'stream') {
    return formOfAnswer(bytes) === 'markup' ? failed('html_instead_of_json', startOf(bytes).slice(0, 200)) : null;
  }
  const log = new AnomalyLog('companies-house', url);
  const answer = readJsonObject(bytes, log);
  const told = log.list()[0];
  if (answer === null) return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  const isThere = kind === 'profile' ? typeof answer.company_number === 'string' : Array.isArray(answer.items);
  return isThere ? null : failed('unexpected_document', `no ${kind} in ${startOf(bytes).slice(0, 200)}`);
}
