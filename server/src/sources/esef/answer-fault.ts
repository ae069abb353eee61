import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { filingAddressOf, isIndexUrl } from './filing-address.ts';
import { parseIndexPage } from './parse-index-page.ts';

/** What is wrong with an answer: pages of the index have data, reports and packages the form that their names end in. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (isIndexUrl(url)) {
    if (formOfAnswer(bytes) === 'empty') return wrongForm(bytes, ['json']);
    const log = new AnomalyLog('esef', url);
    const { damage } = parseIndexPage(bytes, log);
    return damage === null ? null : failed(damage, log.list()[0]?.detail ?? '');
  }
  const name = filingAddressOf(url)?.name ?? '';
  if (/\.(?:zip|xbri|xbr)$/i.test(name)) return wrongForm(bytes, ['zip']);
  if (/\.json$/i.test(name)) return jsonFault(bytes);
  return /\.x?html?$/i.test(name) ? wrongForm(bytes, ['markup']) : null;
}

function jsonFault(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['json']);
  if (form !== null) return form;
  const isReport = /"documentInfo"|"facts"/.test(bytes.toString('latin1'));
  return isReport ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}
