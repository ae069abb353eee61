import { accessionNumber, cik10 } from './identifiers.ts';

/** The URL of a filing's document in the registry's archives. */
export interface FilingAddress {
  /** Ten digits: the filer of the requested folder, possibly one of several. */
  cik: string;
  /** `0000320193-24-000123` */
  accession: string;
  /** Inside the filing's folder; the whole submission is `<accession>.txt`. */
  name: string;
}

const IN_FOLDER = /\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([^?#]+)$/;
/** The addresses that the registry links to: the index page and the whole submission. */
const BESIDE_FOLDER =
  /\/Archives\/edgar\/data\/(\d{1,10})\/((\d{10}-\d{2}-\d{6})(?:\.txt|-index\.html?|-index-headers\.html?))$/;

/** The parts of a URL of the archives; null for other URLs. */
export function filingAddressOf(url: string): FilingAddress | null {
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
