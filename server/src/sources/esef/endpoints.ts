import { ORIGIN } from './filing-address.ts';

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

/** What the index says of one filing. */
export function filingRowUrl(nativeId: string): string {
  return filingsUrl({ 'filter[fxo_id]': nativeId, include: 'entity', 'page[size]': '1' });
}

/** The same as a part of a page that is at hand. */
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
