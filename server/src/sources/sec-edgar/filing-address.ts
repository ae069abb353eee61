import { accessionNumber, cik10 } from './identifiers.ts';

/** Where a document of a filing stands in the registry's archives. */
export interface FilingAddress {
  /** Ten digits: the filer under whose folder it was asked for, one of perhaps several. */
  cik: string;
  /** `0000320193-24-000123` */
  accession: string;
  /** Inside the filing's folder; the whole submission is `<accession>.txt`. */
  name: string;
}

const IN_FOLDER = /\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([^?#]+)$/;
/** The address that the registry itself links to: the index page and the whole submission beside the folder. */
const BESIDE_FOLDER =
  /\/Archives\/edgar\/data\/(\d{1,10})\/((\d{10}-\d{2}-\d{6})(?:\.txt|-index\.html?|-index-headers\.html?))$/;

/** What an address of the archives says; null for any other. */
export function filingAddressOf(url: string): FilingAddress | null {
  const inside = IN_FOLDER.exec(url);
  const beside = inside === null ? BESIDE_FOLDER.exec(url) : null;
  const cik = cik10((inside ?? beside)?.[1]);
  const accession = accessionNumber(inside?.[2] ?? beside?.[3] ?? '');
  const name = inside?.[3] ?? beside?.[2];
  if (cik === null || accession === null || name === undefined) return null;
  return { cik, accession, name: decoded(name) };
}

/** A name with a stray percent sign stands for itself. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
