import { DOCUMENTS } from './endpoints.ts';
import { canonicalKeyOfCode } from './security-codes.ts';

/** A document of an announcement. */
export interface DocumentAddress {
  /** The registry's own number of the announcement, `1225490393`. */
  nativeId: string;
  fileName: string;
  url: string;
}

const PATH =
  /^(?:https?:\/\/static\.cninfo\.com\.cn)?\/?(finalpage\/\d{4}-\d{2}-\d{2}\/(\w+)\.([A-Za-z]{3,5}))(?:#.*)?$/;

/** The document of an `adjunctUrl` (`finalpage/2019-10-22/1206997843.PDF`) or of its whole address; null for others. */
export function documentAddressOf(link: string): DocumentAddress | null {
  const [, path, nativeId, extension] = PATH.exec(link.trim()) ?? [];
  if (path === undefined || nativeId === undefined || extension === undefined) return null;
  return { nativeId, fileName: `${nativeId}.${extension.toLowerCase()}`, url: `${DOCUMENTS}/${path}` };
}

/** The address of a document with the code whose filing it is, `….PDF#600519`: its own address does not say. */
export function filedUrl(address: DocumentAddress, code: string): string {
  return `${address.url}#${code}`;
}

/** The issuer in an address made by {@link filedUrl}; null where there is none. */
export function filerOfUrl(url: string): string | null {
  const code = /#(\d{6})$/.exec(url)?.[1];
  return code === undefined ? null : canonicalKeyOfCode(code);
}

const STATED = '/stated.json';

/** The address of what a manifest says of a document. */
export function statedUrl(address: DocumentAddress, code: string): string {
  return `${address.url}${STATED}#${code}`;
}

/** The document of an address made by {@link filedUrl} or {@link statedUrl}; null for any other. */
export function filingDocumentOf(url: string): { address: DocumentAddress; isStatement: boolean } | null {
  const plain = url.replace(/#.*$/, '');
  const isStatement = plain.endsWith(STATED);
  if (!plain.startsWith(DOCUMENTS)) return null;
  const address = documentAddressOf(isStatement ? plain.slice(0, -STATED.length) : plain);
  return address === null ? null : { address, isStatement };
}
