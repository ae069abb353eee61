import { DOCUMENTS, OLDER_DOCUMENTS } from './endpoints.ts';
import { canonicalKeyOfScrip } from './scrip-codes.ts';

/** The document of an announcement. Its own name is none of the announcement's: both are random. */
export interface DocumentAddress {
  /** The exchange's own number of the announcement (`NEWSID`), in small letters. */
  nativeId: string;
  fileName: string;
  url: string;
}

/** `6fb57b5e-a05f-4e05-b2da-6e2b5bfe32ae` in whatever letters; null where the text is no number of an announcement. */
export function announcementId(text: string): string | null {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(text.trim().toLowerCase())?.[0] ?? null;
}

/** The address of an attachment by its name; null where the name is none (a path, another host). */
export function documentAddressOf(nativeId: string, attachment: string): DocumentAddress | null {
  const fileName = /^[\w-]+\.[A-Za-z]{3,5}$/.exec(attachment.trim())?.[0];
  return fileName === undefined ? null : { nativeId, fileName, url: DOCUMENTS + fileName };
}

/** The address of a document with whose filing it is and its number, `….pdf#500002/6fb57b5e-…`: its own does not say. */
export function filedUrl({ nativeId, url }: DocumentAddress, code: string): string {
  return `${url}#${code}/${nativeId}`;
}

const STATED = '/stated.json';

/** The address of what a manifest says of a document. */
export function statedUrl({ nativeId, url }: DocumentAddress, code: string): string {
  return `${url}${STATED}#${code}/${nativeId}`;
}

/** The issuer in an address made by {@link filedUrl} or {@link statedUrl}; null where there is none. */
export function filerOfUrl(url: string): string | null {
  const code = /#(\d{6})\/[0-9a-f-]{36}$/.exec(url)?.[1];
  return code === undefined ? null : canonicalKeyOfScrip(code);
}

/** The document of an address made by {@link filedUrl} or {@link statedUrl}; null for any other. */
export function filingDocumentOf(url: string): { address: DocumentAddress; isStatement: boolean } | null {
  const [plain = '', whose = ''] = url.split('#');
  const nativeId = announcementId(whose.slice(whose.indexOf('/') + 1));
  const folder = [DOCUMENTS, OLDER_DOCUMENTS].find(one => plain.startsWith(one));
  if (folder === undefined || nativeId === null) return null;
  const isStatement = plain.endsWith(STATED);
  const name = plain.slice(folder.length, isStatement ? -STATED.length : undefined);
  const address = documentAddressOf(nativeId, name);
  return address === null ? null : { address, isStatement };
}
