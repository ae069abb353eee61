import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import { accessionNumber, cik10, plainCik } from './identifiers.ts';

/** The URL of a filing's document in the registry's archives. */
export interface FilingAddress {
  /** Ten digits: the filer of the requested folder, possibly one of several. */
  cik: string;
  /** `0000320193-24-000123`; our own id for an imported filing whose files do not state it ({@link importedId}). */
  accession: string;
  /** Inside the filing's folder; the whole submission is `<accession>.txt`. */
  name: string;
}

const IN_FOLDER = /\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([^?#]+)$/;
/** The addresses that the registry links to: the index page and the whole submission. */
const BESIDE_FOLDER =
  /\/Archives\/edgar\/data\/(\d{1,10})\/((\d{10}-\d{2}-\d{6})(?:\.txt|-index\.html?|-index-headers\.html?))$/;

/** Documents under an id of our own: not an address of the registry. */
const IMPORTED = /\/Archives\/edgar\/imported\/([^/]+)\/([^?#]+)$/;
const IMPORTED_ID = /^cik-(\d{1,10})-(.+)-(\d{4}-\d{2}-\d{2})-[0-9a-f]{12}$/;

/** What the row of a manifest states of a filing without its accession number. */
export interface ImportedFiling {
  /** Up to ten digits. */
  cik: string;
  form: string;
  filed: IsoDate;
}

/** Beginning of the ids of imported filings; no accession number has it. */
export const IMPORTED_PREFIX = 'cik-';

/** `cik-320193-10-K-2025-08-05-0123456789ab`; `digest` are hex digits of the primary document. */
export function importedId({ cik, form, filed }: ImportedFiling, digest: string): string {
  const written = form.trim().toUpperCase().replaceAll('/', '~').replaceAll(' ', '_');
  return `${IMPORTED_PREFIX}${plainCik(cik)}-${written}-${filed}-${digest.slice(0, 12)}`;
}

/** What the id of an imported filing states; null for accession numbers. */
export function importedIdOf(id: string): ImportedFiling | null {
  const [, cik = '', written = '', filed = ''] = IMPORTED_ID.exec(id) ?? [];
  if (cik10(cik) === null || parseDay(filed) === null) return null;
  return { cik, form: written.replaceAll('~', '/').replaceAll('_', ' '), filed };
}

/** An accession number as registries write it, or the id of an imported filing; null for any other text. */
export function filingIdOf(text: string): string | null {
  return accessionNumber(text) ?? (importedIdOf(text) === null ? null : text);
}

/** The parts of a URL of the archives; null for other URLs. */
export function filingAddressOf(url: string): FilingAddress | null {
  const imported = IMPORTED.exec(url);
  if (imported !== null) {
    const id = decoded(imported[1] ?? '');
    const cik = cik10(importedIdOf(id)?.cik);
    return cik === null ? null : { cik, accession: id, name: decoded(imported[2] ?? '') };
  }
  const inside = IN_FOLDER.exec(url);
  const beside = inside === null ? BESIDE_FOLDER.exec(url) : null;
  const cik = cik10((inside ?? beside)?.[1]);
  const accession = accessionNumber(inside?.[2] ?? beside?.[3] ?? '');
  const name = inside?.[3] ?? beside?.[2];
  if (cik === null || accession === null || name === undefined) return null;
  return { cik, accession, name: decoded(name) };
}

/** A name with a stray percent sign is not decoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
