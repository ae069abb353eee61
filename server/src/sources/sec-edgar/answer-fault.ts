import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';

/**
 * What is wrong with an answer. A page where JSON should be is told by the client already, which asks again at once;
 * damaged JSON is read as far as it goes (salvage-companyfacts.ts), and indexes must begin as such.
 */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (/\.zip$/.test(url)) return wrongForm(bytes, ['zip']);
  if (/\.idx$/.test(url)) {
    const isIndex = formOfAnswer(bytes) === 'text' && /\|/.test(bytes.toString('latin1', 0, 4_096));
    return isIndex ? null : failed('not_an_index', startOf(bytes).slice(0, 200));
  }
  if (!/\/cgi-bin\/browse-edgar\?.*output=atom/.test(url)) return null;
  return /<feed\b/.test(startOf(bytes)) ? null : failed('not_a_feed', startOf(bytes).slice(0, 200));
}
