import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';

/** What is wrong with an answer: tables begin with their columns, the tables of a year come in a zip. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (/\.zip$/.test(url)) return wrongForm(bytes, ['zip']);
  const form = wrongForm(bytes, ['text']);
  if (form !== null) return form;
  const header = startOf(bytes).split(/\r?\n/, 1)[0] ?? '';
  return header.includes('CNPJ_CIA') ? null : failed('changed_columns', header.slice(0, 200));
}
