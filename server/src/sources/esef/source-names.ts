import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { filingAddressOf, isIndexUrl } from './filing-address.ts';

/** Beginning of the names of pages of the index. */
export const INDEX_SOURCE = 'index/';

/** The name of the source that a document belongs to: `filing/{id}`, `index/{query}`; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  const filing = filingAddressOf(url);
  if (filing !== null) return FILING_SOURCE + filing.nativeId;
  if (!isIndexUrl(url) || !URL.canParse(url)) return null;
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`);
  return INDEX_SOURCE + (query.length > 0 ? query.join('&') : pathname);
}

/** The canonical key of the entity that a document is about; null where it is about many. */
export function issuerOf(url: string): string | null {
  return filingAddressOf(url)?.canonicalKey ?? null;
}
