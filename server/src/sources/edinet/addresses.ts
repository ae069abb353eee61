import { isEdinetCode } from './issuer-keys.ts';

export const API_HOST = 'api.edinet-fsa.go.jp';
export const CODE_LIST_HOST = 'disclosure2dl.edinet-fsa.go.jp';

export const API = `https://${API_HOST}/api/v2`;
export const CODE_LIST = `https://${CODE_LIST_HOST}/searchdocument/codelist`;

/** Forms in which the registry gives a document: 1 submission and audit documents, 2 PDF, 3 attachments, 4 English, 5 CSV. */
export type DocumentForm = 1 | 2 | 3 | 4 | 5;

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
const MEMBER = /(?:^|\/)([^/]+)\/(?:edinet_data\/)?(XBRL\/(?:PublicDoc|AuditDoc)\/.+|XBRL_TO_CSV\/.+)$/;
/** A file of a package of before 2014, which has no folders inside. */
const OLD_MEMBER = /(?:^|\/)([^/]+)\/((?:jpfr|ifrs)-[a-z0-9]+-[A-Z]\d{5}-\d{3}-[^/]+)$/;

/** The document of a URL; null for other URLs. */
export function documentAddressOf(url: string): DocumentAddress | null {
  const requested = REQUESTED.exec(url);
  if (requested !== null) {
    return { filingId: requested[1] ?? '', form: Number(requested[2]) as DocumentForm, path: null };
  }
  const plain = withoutNote(url);
  const member = MEMBER.exec(plain);
  if (member !== null) return { filingId: member[1] ?? '', form: null, path: member[2] ?? '' };
  const old = OLD_MEMBER.exec(plain);
  return old === null ? null : { filingId: old[1] ?? '', form: null, path: `XBRL/PublicDoc/${old[2]}` };
}

/**
 * The issuer's key in a URL: noted, or in the file's name. Null if there is none; the name of an auditor's report does not
 * count, as a fund's package has one about its manager too.
 */
export function issuerKeyOfUrl(url: string): string | null {
  const note = noteOf(url);
  if (/^(?:jcn:\d{13}|edinet:[A-Z]\d{5})$/.test(note)) return note;
  const path = documentAddressOf(url)?.path ?? '';
  const code =
    /(?:^|[_/])(?!jpaud)jp[a-z]+\d*(?:-[a-z0-9]+)+_([A-Z]\d{5})-\d{3}_/.exec(path)?.[1] ??
    /\/(?:jpfr|ifrs)-[a-z0-9]+-([A-Z]\d{5})-\d{3}-/.exec(path)?.[1];
  return code !== undefined && isEdinetCode(code) ? `edinet:${code}` : null;
}
