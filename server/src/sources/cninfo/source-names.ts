import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { readFormAddress } from '../kit/http/form-address.ts';
import { filerOfUrl, filingDocumentOf } from './document-address.ts';
import { ANNOUNCEMENTS, STOCK_LISTS } from './endpoints.ts';
import { canonicalKeyOfCode, securityCode } from './security-codes.ts';

/** The name of the source that a document belongs to; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  const list = Object.entries(STOCK_LISTS).find(([, address]) => address === url)?.[0];
  if (list !== undefined) return `stocks/${list}`;
  const document = filingDocumentOf(url);
  if (document !== null) return FILING_SOURCE + document.address.nativeId;
  if (url.startsWith(`${ANNOUNCEMENTS}?rows=`)) return `rows/${url.slice(url.indexOf('=') + 1)}`;
  return announcementsNameOf(url) ?? companyPageOf(url)?.name ?? null;
}

/** Each page of an answer is a source: a company stands on several. */
function announcementsNameOf(url: string): string | null {
  const sent = readFormAddress(url);
  if (sent === null || sent.url !== ANNOUNCEMENTS) return null;
  const { stock = '', column = '', seDate = '', pageNum = '' } = sent.fields;
  const whose = stock === '' ? column : stock.slice(0, 6);
  return `announcements/${whose}/${seDate}/${pageNum.padStart(3, '0')}`;
}

/** The canonical key of the company that a document is about; null where it is about many. */
export function issuerOf(url: string): string | null {
  if (filingDocumentOf(url) !== null) return filerOfUrl(url);
  const page = companyPageOf(url);
  return page === null ? null : canonicalKeyOfCode(page.code);
}

/** The code and the kind of an answer of `data20`. */
export function companyPageOf(url: string): { name: 'introduction' | 'executives'; code: string } | null {
  const match =
    /^https:\/\/www\.cninfo\.com\.cn\/data20\/companyOverview\/getCompany(Introduction|Executives)\?scode=(\d+)$/.exec(
      url,
    );
  const code = securityCode(match?.[2] ?? '');
  if (match === null || code === null) return null;
  return { name: match[1] === 'Introduction' ? 'introduction' : 'executives', code };
}
