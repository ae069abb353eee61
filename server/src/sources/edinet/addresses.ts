import { baseName } from '../../kernel/base-name.ts';
import { instanceNameOf, isOfAuditor } from './filings/package-names.ts';
import { isEdinetCode } from './issuer-keys.ts';

export const API_HOST = 'api.edinet-fsa.go.jp';
export const CODE_LIST_HOST = 'disclosure2dl.edinet-fsa.go.jp';

export const API = `https://${API_HOST}/api/v2`;
export const CODE_LIST = `https://${CODE_LIST_HOST}/searchdocument/codelist`;

/** Forms in which the registry gives a document: 1 submission and audit documents, 2 PDF, 3 attachments, 4 English, 5 CSV. */
export type DocumentForm = 1 | 2 | 3 | 4 | 5;

/** The registry's number of a document: `S100TMMG`. */
export function isDocumentNumber(text: string): boolean {
  return /^S[A-Z0-9]{7}$/.test(text);
}

/** The document number with which the name of a file begins; null if it has none. */
export function documentNumberIn(fileName: string): string | null {
  return /^(S[A-Z0-9]{7})(?![A-Z0-9])/.exec(baseName(fileName))?.[1] ?? null;
}

/** A document in one of its forms. */
export function documentUrl(docId: string, form: DocumentForm): string {
  return `${API}/documents/${docId}?type=${form}`;
}

/**
 * A URL with the facts known about the document at the time of its request, as a fragment, which is not sent: documents do not
 * state their filer's corporate number, nor the URLs of lists of codes their date.
 */
export function withNote(url: string, note: string): string {
  return `${withoutNote(url)}#${encodeURIComponent(note)}`;
}

/** The URL of the request. */
export function withoutNote(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

/** What {@link withNote} added; `''` if there is nothing. */
export function noteOf(url: string): string {
  const at = url.indexOf('#');
  if (at < 0) return '';
  try {
    return decodeURIComponent(url.slice(at + 1));
  } catch {
    return '';
  }
}

/** A filing's id and, if the URL names a file inside its package, the path of that. */
export interface DocumentAddress {
  filingId: string;
  /** Null for files of an unpacked package, and for URLs that do not state it. */
  form: DocumentForm | null;
  /** Inside the package, as from `XBRL/`; null if the URL is of the whole package. */
  path: string | null;
}

const REQUESTED = /\/api\/v2\/documents\/([A-Z0-9]{8})\?type=([1-5])(?:#|$)/;
/** A package without a document number, by the name of its main instance. */
const PACKAGE = /^package\/([^/]+)\.zip$/;
const MEMBER = /(?:^|\/)([^/]+)\/(?:edinet_data\/)?((?:XBRL|XBRL_TO_CSV|AttachDoc|EnglishDoc)\/.+)$/;
/** A file of a package of before 2014, which has no folders inside. */
const OLD_MEMBER = /(?:^|\/)([^/]+)\/([^/]+)$/;

/** The document of a URL; null for other URLs. */
export function documentAddressOf(url: string): DocumentAddress | null {
  const requested = REQUESTED.exec(url);
  if (requested !== null) {
    return { filingId: requested[1] ?? '', form: Number(requested[2]) as DocumentForm, path: null };
  }
  const plain = withoutNote(url);
  const packed = PACKAGE.exec(plain)?.[1];
  if (packed !== undefined) return { filingId: packed, form: 1, path: null };
  const member = MEMBER.exec(plain);
  if (member !== null) return { filingId: member[1] ?? '', form: null, path: member[2] ?? '' };
  const [, filingId, name = ''] = OLD_MEMBER.exec(plain) ?? [];
  if (filingId === undefined || instanceNameOf(name)?.isOld !== true) return null;
  return { filingId, form: null, path: `XBRL/PublicDoc/${name}` };
}

/** The URL of a package, by its document number, else by the name of its main instance. */
export function packageUrl(docId: string | null, stem: string): string {
  return docId === null ? `package/${stem}.zip` : documentUrl(docId, 1);
}

/** The URL of a document outside a package, which has the name of its instance, by the filing's number if that is known. */
export function looseUrl(docId: string | null, stem: string, fileName: string): string {
  return `package/${docId ?? stem}/XBRL/PublicDoc/${fileName}`;
}

/**
 * The issuer's key in a URL: noted, or in the file's name. Null if there is none; the name of an auditor's report does not
 * count, as a fund's package has one about its manager too.
 */
export function issuerKeyOfUrl(url: string): string | null {
  const note = noteOf(url);
  if (/^(?:jcn:\d{13}|edinet:[A-Z]\d{5})$/.test(note)) return note;
  const address = documentAddressOf(url);
  const name = instanceNameOf(address?.path ?? '') ?? instanceNameOf(address?.filingId ?? '');
  const code = name === null || isOfAuditor(name) ? undefined : name.code;
  return code !== undefined && isEdinetCode(code) ? `edinet:${code}` : null;
}
