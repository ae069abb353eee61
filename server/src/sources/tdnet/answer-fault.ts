import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { disclosureOfUrl, pageOf } from './addresses.ts';

/** What is wrong with an answer: a list says how many disclosures the day has, documents are PDFs and packages. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (pageOf(url) !== null) {
    const form = wrongForm(bytes, ['markup']);
    if (form !== null) return form;
    const isList = /kaijiSum|main-list-table/.test(bytes.toString('latin1'));
    return isList ? null : failed('not_a_list', startOf(bytes).slice(0, 200));
  }
  return disclosureOfUrl(url) === null ? null : wrongForm(bytes, /\.pdf(?:#|$)/.test(url) ? ['pdf'] : ['zip']);
}
