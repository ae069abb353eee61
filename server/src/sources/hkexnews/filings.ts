import { clockAhead } from '../kit/clock-ahead.ts';
import { type PublishedDocument, publishedFiling } from '../kit/pdf/published-filing.ts';
import { readHeadline } from './headlines.ts';
import { canonicalKeyOfStock, stockCode } from './stock-codes.ts';

/** Hong Kong has had no daylight saving time since 1979: its clock is eight hours ahead of UTC. */
export const hongKongClock = clockAhead(8);

/** A document in the registry's archive: its number is `2026082000673` or, until 2019, `ltn201905061052_c`, one a language. */
export interface StockDocument extends PublishedDocument {
  language: 'en' | 'zh';
}

const HOST = 'https://www1.hkexnews.hk';

const LINK =
  /^(?:https?:\/\/www\d*\.hkexnews\.hk)?(\/listedco\/listconews\/(?:sehk|gem)\/\d{4}\/\d{4}\/(?:\d+\/)?((?:ltn|gln)?\d{8,}(?:_c)?)\.([a-z]{3,4}))(?:#.*)?$/i;

/**
 * The document of the link in a headline; null for other links. The registry's spelling changed over the years (`SEHK` and
 * `LTN…_C.PDF`, then `sehk` and digits): letters become small ones, which it serves alike.
 */
export function documentOfLink(link: string): StockDocument | null {
  const match = LINK.exec(link.trim());
  const [, path, stem, extension] = match ?? [];
  if (path === undefined || stem === undefined || extension === undefined) return null;
  const nativeId = stem.toLowerCase();
  return {
    nativeId,
    fileName: `${nativeId}.${extension.toLowerCase()}`,
    url: HOST + path.toLowerCase(),
    language: nativeId.endsWith('_c') ? 'zh' : 'en',
  };
}

/** The document of a filing: `….pdf#00700` names the stock, as one document may be the filing of several issuers. */
export const filings = publishedFiling<StockDocument>({
  registry: 'hkexnews',
  clock: hongKongClock,
  shown: `${HOST}/listedco/listconews/{board}/{year}/{day}/{number}.pdf#{code}`,
  code: stockCode,
  codeName: 'stock code',
  issuer: canonicalKeyOfStock,
  fragment: ({ code }) => code,
  read(url, fragment) {
    const document = documentOfLink(url);
    return document && { document, code: /^\d{5}$/.test(fragment) ? fragment : null };
  },
  locate: ({ accession, path }, { code }) =>
    documentOfLink(accession) ??
    documentOfNumber(accession, path, code) ?? {
      lacks: 'no document number (column accession, such as 2026082000673)',
    },
  heading(form, { language }) {
    const headline = readHeadline(form);
    return { ...headline, isAmendment: headline.isRevised, title: null, language };
  },
});

function documentOfNumber(accession: string, path: string, code: string): StockDocument | null {
  const stem = accession.trim().toLowerCase();
  const digits = /^(?:ltn|gln)?(\d{4})(\d{4})\d+(?:_c)?$/.exec(stem);
  const extension = /\.([a-z]{3,4})$/i.exec(path.replace(/\.gz$/i, ''))?.[1];
  if (digits === null || extension === undefined) return null;
  const board = /^gln/.test(stem) || /^08/.test(code) ? 'gem' : 'sehk';
  return documentOfLink(`/listedco/listconews/${board}/${digits[1]}/${digits[2]}/${stem}.${extension}`);
}
