import type { IsoDate } from '../../kernel/dates.ts';

const WWW = 'https://www1.hkexnews.hk';

/** The form by which holdings in the clearing system are asked for, and where it is sent. */
export const CLEARING_FORM = 'https://www3.hkexnews.hk/sdw/search/searchsdw.aspx';

/** Lists of securities, by the name of their source. */
export const STOCK_LISTS = {
  'active-en': `${WWW}/ncms/script/eds/activestock_sehk_e.json`,
  'active-zh': `${WWW}/ncms/script/eds/activestock_sehk_c.json`,
  'inactive-en': `${WWW}/ncms/script/eds/inactivestock_sehk_e.json`,
  'inactive-zh': `${WWW}/ncms/script/eds/inactivestock_sehk_c.json`,
} as const;

/** The stock of a code or the beginning of one, with the number by which the title search asks. */
export function prefixUrl(code: string): string {
  return `${WWW}/search/prefix.do?callback=callback&lang=EN&type=A&name=${encodeURIComponent(code)}&market=SEHK`;
}

/** A question to the title search. Days are Hong Kong's, both included. */
export interface TitleSearch {
  /** `-1` for all stocks. */
  stockId: string;
  market: 'SEHK' | 'GEM';
  from: IsoDate;
  to: IsoDate;
  language: 'en' | 'zh';
  rowRange: number;
}

/** Headlines of a stock, or of all, newest first. The answer holds the first `rowRange` of them. */
export function titleSearchUrl({ stockId, market, from, to, language, rowRange }: TitleSearch): string {
  const days = `fromDate=${from.replaceAll('-', '')}&toDate=${to.replaceAll('-', '')}`;
  return (
    `${WWW}/search/titleSearchServlet.do?sortDir=0&sortByOptions=DateTime&category=0&market=${market}&stockId=${stockId}` +
    `&documentType=-1&${days}&title=&searchType=0&t1code=-2&t2Gcode=-2&t2code=-2&rowRange=${rowRange}` +
    `&lang=${language === 'zh' ? 'zh' : 'E'}`
  );
}

/** Headlines that came from elsewhere than a search: `digest` is the SHA-256 of the bytes, of which 16 digits count. */
export function looseTitlesUrl(digest: string): string {
  return `${WWW}/search/titleSearchServlet.do?rows=${digest.slice(0, 16)}`;
}

/** Full names of all stocks that lie in the clearing system on a day. */
export function clearingStocksUrl(day: IsoDate): string {
  return `https://www3.hkexnews.hk/sdw/search/stocklist.aspx?sortby=stockcode&shareholdingdate=${day.replaceAll('-', '')}`;
}

/** True for the form of the clearing system and the answers to it. */
export function isClearingUrl(url: string): boolean {
  return url === CLEARING_FORM || url.startsWith(`${CLEARING_FORM}@@`);
}
