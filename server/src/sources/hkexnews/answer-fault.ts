import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { filingDocumentOf } from './document-address.ts';
import { isClearingUrl } from './endpoints.ts';
import { parsePrefix } from './parse-stocks.ts';
import { parseTitleSearch } from './parse-titles.ts';
import { sourceNameOf } from './source-names.ts';

/** What is wrong with an answer: pages of refusal come in the place of JSON, of PDFs and of other pages. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const name = sourceNameOf(url) ?? '';
  const log = new AnomalyLog('hkexnews', url);
  if (name.startsWith('titles/')) return parseTitleSearch(bytes, log) === null ? firstOf(log.list()) : null;
  if (name.startsWith('prefix/')) return prefixFault(bytes, log);
  if (name === 'stocks/clearing') return pageFault(bytes, /<table/i);
  if (name.startsWith('stocks/')) return listFault(bytes);
  if (isClearingUrl(url)) return pageFault(bytes, /txtStockCode/);
  const document = filingDocumentOf(url);
  if (document === null || document.isStatement) return null;
  if (/\.pdf$/i.test(document.address.fileName)) return wrongForm(bytes, ['pdf']);
  return formOfAnswer(bytes) === 'empty' ? failed('empty_answer', 'no bytes') : null;
}

function prefixFault(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const form = wrongForm(bytes, ['json', 'text']);
  if (form !== null) return form;
  const found = parsePrefix(bytes, log);
  return found.length === 0 && log.list().length > 0 ? firstOf(log.list()) : null;
}

function listFault(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['json']);
  if (form !== null) return form;
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return null;
  } catch (error) {
    return failed('truncated_json', String(error));
  }
}

function pageFault(bytes: Buffer, mark: RegExp): ResponseFault | null {
  const form = wrongForm(bytes, ['markup']);
  if (form !== null) return form;
  return mark.test(bytes.toString('latin1')) ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}

function firstOf([told]: readonly Anomaly[]): ResponseFault {
  return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
}
