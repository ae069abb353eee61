import { canonicalKeyOfStock } from './stock-codes.ts';

const HOST = 'https://www1.hkexnews.hk';

/** A document of a filing in the registry's archive. */
export interface DocumentAddress {
  /** The registry's own number, `2026082000673` or, until 2019, `ltn201905061052_c`: one for each language. */
  nativeId: string;
  fileName: string;
  /** Where people read it. */
  url: string;
  language: 'en' | 'zh';
}

const LINK =
  /^(?:https?:\/\/www\d*\.hkexnews\.hk)?(\/listedco\/listconews\/(?:sehk|gem)\/\d{4}\/\d{4}\/(?:\d+\/)?((?:ltn|gln)?\d{8,}(?:_c)?)\.([a-z]{3,4}))(?:#.*)?$/i;

/**
 * The document that a link of a headline names; null where it names none. The registry's own spelling changed over the
 * years (`SEHK` and `LTN…_C.PDF`, then `sehk` and digits): letters are taken as small ones, which it serves alike.
 */
export function documentAddressOf(link: string): DocumentAddress | null {
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

/**
 * The address of a document with the stock whose filing it is, `….pdf#00700`: the document's own address does not say,
 * and one document may be the filing of several issuers.
 */
export function filedUrl(address: DocumentAddress, code: string): string {
  return `${address.url}#${code}`;
}

/** The issuer in an address made by {@link filedUrl}; null where there is none. */
export function filerOfUrl(url: string): string | null {
  const code = /#(\d{5})$/.exec(url)?.[1];
  return code === undefined ? null : canonicalKeyOfStock(code);
}

/** What a manifest says of a document stands beside it, under its address with this ending. */
const STATED = '/stated.json';

/** The address of what a manifest says of a document. */
export function statedUrl(address: DocumentAddress, code: string): string {
  return `${address.url}${STATED}#${code}`;
}

/** The document of an address made by {@link filedUrl} or {@link statedUrl}; null for any other. */
export function filingDocumentOf(url: string): { address: DocumentAddress; isStatement: boolean } | null {
  const plain = url.replace(/#.*$/, '');
  const isStatement = plain.endsWith(STATED);
  const address = documentAddressOf(isStatement ? plain.slice(0, -STATED.length) : plain);
  return address === null ? null : { address, isStatement };
}
