import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { readFormAddress } from '../kit/http/form-address.ts';
import { filerOfUrl, filingDocumentOf } from './document-address.ts';
import { CLEARING_FORM, STOCK_LISTS } from './endpoints.ts';

/** The name of the source that a document belongs to; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  const list = Object.entries(STOCK_LISTS).find(([, address]) => address === url)?.[0];
  if (list !== undefined) return `stocks/${list}`;
  const document = filingDocumentOf(url);
  if (document !== null) return FILING_SOURCE + document.address.nativeId;
  const sent = readFormAddress(url);
  if (sent !== null) {
    const { txtStockCode = '', txtShareholdingDate = '' } = sent.fields;
    return sent.url === CLEARING_FORM ? `holdings/${txtStockCode}/${txtShareholdingDate.replaceAll('/', '-')}` : null;
  }
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === 'www3.hkexnews.hk') return pathname === '/sdw/search/stocklist.aspx' ? 'stocks/clearing' : null;
  if (hostname !== 'www1.hkexnews.hk') return null;
  const value = (name: string): string => searchParams.get(name) ?? '';
  if (pathname === '/search/prefix.do') return `prefix/${value('lang').toLowerCase()}/${value('name')}`;
  if (pathname !== '/search/titleSearchServlet.do') return null;
  if (value('rows') !== '') return `rows/${value('rows')}`;
  // The last day of a window moves on while it is the present one: the first day names it.
  return `titles/${languageOfSearch(url)}/${value('market').toLowerCase()}-${value('stockId')}/${value('fromDate')}`;
}

/** The language of the headlines that a search answers with. */
export function languageOfSearch(url: string): 'en' | 'zh' {
  return /[?&]lang=(?:zh|c)\b/i.test(url) ? 'zh' : 'en';
}

/** The canonical key of the issuer whose filing a document is; null for lists and searches. */
export function issuerOf(url: string): string | null {
  return filingDocumentOf(url) === null ? null : filerOfUrl(url);
}
