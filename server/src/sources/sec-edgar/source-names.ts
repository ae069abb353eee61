import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { filingAddressOf } from './filing-address.ts';
import { canonicalKeyOfCik } from './identifiers.ts';

/** How the registry's documents are told apart by their addresses, and what their sources are called. */
const NAMES: readonly [RegExp, string][] = [
  [/(?:^|\/)submissions(?:\.zip)?\/CIK\d{10}(?:-submissions-\d+)?\.json$/, 'submissions'],
  [/(?:^|\/)companyfacts(?:\.zip)?\/CIK\d{10}\.json$/, 'companyfacts'],
  [/(?:^|\/)company_tickers_exchange\.json$/, 'company-tickers-exchange'],
  [/(?:^|\/)company_tickers\.json$/, 'company-tickers'],
];

const FAILS = /(?:^|\/)cnsfails(\d{6}[ab]?)\.txt$/i;
const DATA_SET = /^((?:financial-statement|form-13f)-data-set\/[^/]+)\/[^/]+$/;

/** Beginning of the names of Form 13F Data Sets; the last day of filing follows. */
export const HOLDINGS_SOURCE = 'form-13f-data-set/';

/** Beginning of the names of lists of fails to deliver; the half-month follows. */
export const FAILS_SOURCE = 'fails-to-deliver/';

/** The name of the source that a document belongs to; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  const named = NAMES.find(([pattern]) => pattern.test(url));
  const other = named?.[1] ?? DATA_SET.exec(url)?.[1];
  if (other !== undefined) return other;
  const half = FAILS.exec(url)?.[1];
  if (half !== undefined) return `${FAILS_SOURCE}${half.toLowerCase()}`;
  const filing = filingAddressOf(url);
  return filing === null ? null : FILING_SOURCE + filing.accession;
}

/** The ten digits of the company in a document's address; null where there are none. */
export function cikOfUrl(url: string): string | null {
  return /\/CIK(\d{10})(?:-submissions-\d+)?\.json$/.exec(url)?.[1] ?? filingAddressOf(url)?.cik ?? null;
}

/** The canonical key of the company that a document is about; null where its address does not say. */
export function issuerOf(url: string): string | null {
  const cik = cikOfUrl(url);
  return cik === null ? null : canonicalKeyOfCik(cik);
}
