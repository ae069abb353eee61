import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { DOCUMENTS, OLDER_DOCUMENTS } from './endpoints.ts';
import { parseAnnouncements } from './parse-announcements.ts';
import { parseSecurities } from './parse-securities.ts';
import { sourceNameOf } from './source-names.ts';

/** What is wrong with an answer: pages of refusal come with status 200, in the place of JSON and of documents. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (url.startsWith(DOCUMENTS) || url.startsWith(OLDER_DOCUMENTS)) return documentFault(url, bytes);
  const name = sourceNameOf(url);
  if (name === null) return null;
  const log = new AnomalyLog('bse-india', url);
  const answer = name.startsWith('securities/') ? parseSecurities(bytes, log) : parseAnnouncements(bytes, log);
  const told = log.list()[0];
  return answer === null ? failed(told?.kind ?? 'unexpected_document', told?.detail ?? '') : null;
}

/** Attachments are PDFs as a rule; some are zips, or the XML of a results form. */
function documentFault(url: string, bytes: Buffer): ResponseFault | null {
  const plain = url.replace(/#.*$/, '');
  if (/\.pdf$/i.test(plain)) return wrongForm(bytes, ['pdf']);
  if (/\.zip$/i.test(plain)) return wrongForm(bytes, ['zip']);
  return formOfAnswer(bytes) === 'empty' ? failed('empty_answer', 'no bytes') : null;
}
