import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { filerOfUrl, filingDocumentOf } from './document-address.ts';
import { ANNOUNCEMENTS, SECURITIES } from './endpoints.ts';

/** The name of the source that a document belongs to; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  const document = filingDocumentOf(url);
  if (document !== null) return FILING_SOURCE + document.address.nativeId;
  const [path = '', query = ''] = url.split('?');
  const value = (name: string): string => new URLSearchParams(query).get(name) ?? '';
  if (path === SECURITIES) return `securities/${value('status').toLowerCase()}`;
  if (path !== ANNOUNCEMENTS) return null;
  if (value('rows') !== '') return `rows/${value('rows')}`;
  // Each page of an answer is a source: a company stands on several.
  const days = `${value('strPrevDate')}-${value('strToDate')}`;
  return `announcements/${value('strScrip') || 'all'}/${days}/${value('pageno').padStart(3, '0')}`;
}

/** The canonical key of the issuer whose filing a document is; null for lists and announcements. */
export function issuerOf(url: string): string | null {
  return filingDocumentOf(url) === null ? null : filerOfUrl(url);
}
