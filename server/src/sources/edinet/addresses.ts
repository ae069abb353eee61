import type { IsoDate } from '../../kernel/dates.ts';
import { isEdinetCode } from './issuer-keys.ts';

export const API_HOST = 'api.edinet-fsa.go.jp';
export const CODE_LIST_HOST = 'disclosure2dl.edinet-fsa.go.jp';

const API = `https://${API_HOST}/api/v2`;
const CODE_LIST = `https://${CODE_LIST_HOST}/searchdocument/codelist`;

/** Forms in which the registry gives a document: 1 submission and audit documents, 2 PDF, 3 attachments, 4 English, 5 CSV. */
export type DocumentForm = 1 | 2 | 3 | 4 | 5;

/** The list of what was filed on a day. */
export function dayListUrl(date: IsoDate): string {
  return `${API}/documents.json?date=${date}&type=2`;
}

/** The day of a list; null for other addresses. */
export function dayOfList(url: string): IsoDate | null {
  return /\/documents\.json\?(?:type=2&)?date=(\d{4}-\d{2}-\d{2})(?:&type=2)?(?:#|$)/.exec(url)?.[1] ?? null;
}

/** A document in one of its forms. */
export function documentUrl(docId: string, form: DocumentForm): string {
  return `${API}/documents/${docId}?type=${form}`;
}

/** The list of filers, packed. */
export function codeListUrl(): string {
  return `${CODE_LIST}/Edinetcode.zip`;
}

/** The list of funds, packed. */
export function fundListUrl(): string {
  return `${CODE_LIST}/Fundcode.zip`;
}

/** Which list of codes an address is of; null for other addresses. */
export function codeListOf(url: string): 'filers' | 'funds' | null {
  const name = /(?:^|\/)(Edinetcode|Fundcode)(?:DlInfo)?\.(?:zip|csv)(?:#|$)/.exec(url)?.[1];
  if (name === undefined) return null;
  return name === 'Fundcode' ? 'funds' : 'filers';
}

/**
 * An address with what was known of the document when it was asked for, as a fragment, which no request carries: the
 * registry's documents don't say their filer's corporate number, nor its lists of codes their own date in the address.
 */
export function withNote(url: string, note: string): string {
  return `${withoutNote(url)}#${encodeURIComponent(note)}`;
}

/** The address as it is asked for. */
export function withoutNote(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

/** What {@link withNote} added; empty where there is nothing. */
export function noteOf(url: string): string {
  const at = url.indexOf('#');
  if (at < 0) return '';
  try {
    return decodeURIComponent(url.slice(at + 1));
  } catch {
    return '';
  }
}

/** A filing's id and, where the address names a file inside its package, the path of that. */
export interface DocumentAddress {
  filingId: string;
  /** Null for files of an unpacked package, and for addresses that don't say. */
  form: DocumentForm | null;
  /** Inside the package, as from `XBRL/`; null where the address is of the whole package. */
  path: string | null;
}

const REQUESTED = /\/api\/v2\/documents\/([A-Z0-9]{8})\?type=([1-5])(?:#|$)/;
const MEMBER = /(?:^|\/)([^/]+)\/(?:edinet_data\/)?(XBRL\/(?:PublicDoc|AuditDoc)\/.+|XBRL_TO_CSV\/.+)$/;
/** A file of a package of before 2014, which has no folders inside. */
const OLD_MEMBER = /(?:^|\/)([^/]+)\/((?:jpfr|ifrs)-[a-z0-9]+-[A-Z]\d{5}-\d{3}-[^/]+)$/;

/** The document that an address is of; null for other addresses. */
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
 * The issuer's key in an address: noted, or told by the file's name. Null where there is none; an auditor's report tells
 * none, for a fund's package has that on its manager too.
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
