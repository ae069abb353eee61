import { failed, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { codeListOf, dayOfList, documentAddressOf } from './addresses.ts';
import { lookAtAnswer } from './answer.ts';

/**
 * What is wrong with an answer (API specification, version 2, 3-3): errors come with status 200, as JSON of two forms, and
 * pages during maintenance. A list must be one, a document of the form that was asked for.
 */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const answer = lookAtAnswer(bytes);
  if (answer.kind === 'error') return toFault(answer.status, answer.message);
  if (codeListOf(url) !== null) return wrongForm(bytes, ['zip', 'text']);
  if (dayOfList(url) !== null) return listFault(bytes);
  const form = documentAddressOf(url)?.form ?? null;
  return form === null ? null : wrongForm(bytes, [form === 2 ? 'pdf' : 'zip']);
}

function toFault(status: string, message: string): ResponseFault {
  if (status === 'html') return failed('html_instead_of_json', message);
  if (status === 'empty') return failed('empty_answer', message);
  const kind = `status_${status}`;
  if (status === '404') return { kind, detail: message, action: 'absent' };
  if (status === '401' || status === '403') return { kind, detail: message, action: 'reject_key' };
  return { kind, detail: message, action: status === '429' ? 'back_off' : 'retry' };
}

/** A list that breaks off, or has lost its rows, must not stand for the day. */
function listFault(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['json']);
  if (form !== null) return form;
  try {
    const list: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    const hasRows = typeof list === 'object' && list !== null && 'results' in list && Array.isArray(list.results);
    return hasRows ? null : failed('changed_fields', 'there is no list of results');
  } catch (error) {
    return failed('truncated_json', String(error));
  }
}
