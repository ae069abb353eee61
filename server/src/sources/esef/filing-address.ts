import { entityOfAddress } from './entities.ts';

/** What the URL of a document states. */
export interface FilingAddress {
  /** The registry's own id of the filing, `{entity}-{period end}-{system}-{country}-{number}`; our own for an imported file. */
  nativeId: string;
  canonicalKey: string | null;
  /** Of the document, inside the filing's folder; null for a row of the index, which is about the filing. */
  name: string | null;
}

export const ORIGIN = 'https://filings.xbrl.org';

const PUBLISHED =
  /^https:\/\/filings\.xbrl\.org\/([A-Z0-9-]+)\/(\d{4}-\d{2}-\d{2})\/([A-Z0-9]+)\/([A-Z]{2})\/(\d+)\/([^?#]+)$/;
const LOOSE =
  /^https:\/\/filings\.xbrl\.org\/loose\/([a-z]+)-([^/?#]+)\/(\d{4}-\d{2}-\d{2})\/([0-9a-f]{12})\/([^?#]+)$/;
const IMPORTED_ID = /^([a-z]+)-(.+)-(\d{4}-\d{2}-\d{2})-[0-9a-f]{12}$/;
const NATIVE_ID = /^([A-Z0-9-]+)-(\d{4}-\d{2}-\d{2})-([A-Z0-9]+)-([A-Z]{2})-(\d+)$/;

/** Reads a URL; null if it belongs to no single filing. */
export function filingAddressOf(url: string): FilingAddress | null {
  const published = PUBLISHED.exec(url);
  if (published !== null) {
    const [, entity = '', periodEnd, system, country, number, name = ''] = published;
    const nativeId = [entity, periodEnd, system, country, number].join('-');
    return { nativeId, canonicalKey: entityOfAddress(entity)?.canonicalKey ?? null, name: decodePart(name) };
  }
  const loose = LOOSE.exec(url);
  if (loose !== null) {
    const [, scheme = '', identifier = '', periodEnd, digest, name = ''] = loose;
    const nativeId = `${scheme}-${decodePart(identifier)}-${periodEnd}-${digest}`;
    return { nativeId, canonicalKey: `${scheme}:${decodePart(identifier)}`, name: decodePart(name) };
  }
  const rowId = rowIdOf(url);
  return rowId === null ? null : { nativeId: rowId, canonicalKey: entityOfId(rowId), name: null };
}

/** The parts of a published filing's id; null for any other text. */
export function splitNativeId(nativeId: string): Record<'entity' | 'periodEnd' | 'system' | 'country', string> | null {
  const [, entity = '', periodEnd = '', system = '', country = ''] = NATIVE_ID.exec(nativeId) ?? [];
  return entity === '' ? null : { entity, periodEnd, system, country };
}

/** The entity and period of the id of an imported file; null for ids of the registry. */
export function importedIdOf(
  nativeId: string,
): { entity: { scheme: string; identifier: string }; periodEnd: string } | null {
  const [, scheme = '', identifier = '', periodEnd = ''] = IMPORTED_ID.exec(nativeId) ?? [];
  return scheme === '' ? null : { entity: { scheme, identifier }, periodEnd };
}

/** The URL of an imported file about an entity (`lei:…`) and a period. `digest` are hex digits of its content. */
export function importedUrl(canonicalKey: string, periodEnd: string, digest: string, name: string): string {
  const colon = canonicalKey.indexOf(':');
  const entity = `${canonicalKey.slice(0, colon)}-${encodeURIComponent(canonicalKey.slice(colon + 1))}`;
  return `${ORIGIN}/loose/${entity}/${periodEnd}/${digest.slice(0, 12)}/${encodeURIComponent(name)}`;
}

/** The URL of a document of a published filing; null if the id is invalid. */
export function publishedUrl(nativeId: string, name: string): string | null {
  const [, entity, periodEnd, system, country, number] = NATIVE_ID.exec(nativeId) ?? [];
  if (entity === undefined) return null;
  return `${ORIGIN}/${entity}/${periodEnd}/${system}/${country}/${number}/${encodeURIComponent(name)}`;
}

/** True for documents that list filings: pages of the index, and responses about one filing. */
export function isIndexUrl(url: string): boolean {
  return url.startsWith(`${ORIGIN}/api/filings`);
}

/** The filing that a URL of the index requests: by a filter, or as a part of the page, which its fragment names. */
function rowIdOf(url: string): string | null {
  if (!isIndexUrl(url) || !URL.canParse(url)) return null;
  const { hash, searchParams } = new URL(url);
  const id = hash === '' ? searchParams.get('filter[fxo_id]') : decodePart(hash.slice(1));
  return id !== null && NATIVE_ID.test(id) ? id : null;
}

function entityOfId(nativeId: string): string | null {
  return entityOfAddress(splitNativeId(nativeId)?.entity ?? '')?.canonicalKey ?? null;
}

/** A part of a URL with its escapes decoded; unchanged if they are invalid. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Rows of a page; the registry was seen to give a thousand. */
export const PAGE_SIZE = 100;

/** A page of the whole index, newest first; `page` counts from 1. */
export function newestFilingsUrl(page: number): string {
  return filingsUrl({ include: 'entity', ...pageOf(page), sort: '-date_added' });
}

/** A page of the filings of one entity, newest first. */
export function entityFilingsUrl(lei: string, page: number): string {
  return filingsUrl({ 'filter[entity.identifier]': lei, include: 'entity', ...pageOf(page), sort: '-date_added' });
}

/** The row of one filing. */
export function filingRowUrl(nativeId: string): string {
  return filingsUrl({ 'filter[fxo_id]': nativeId, include: 'entity', 'page[size]': '1' });
}

/** The row of a filing as a part of a page that was read. */
export function filingRowOfPage(pageUrl: string, nativeId: string): string {
  return `${pageUrl}#${encodeURIComponent(nativeId)}`;
}

function pageOf(page: number): Record<string, string> {
  const size = { 'page[size]': String(PAGE_SIZE) };
  return page === 1 ? size : { 'page[number]': String(page), ...size };
}

function filingsUrl(parameters: Readonly<Record<string, string>>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return `${ORIGIN}/api/filings?${query}`;
}
