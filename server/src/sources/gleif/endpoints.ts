/** Host of the JSON API (JSON:API 1.0); it needs no key. */
export const API_HOST = 'api.gleif.org';
/** Host of the golden copy and its deltas. */
export const GOLDEN_COPY_HOST = 'goldencopy.gleif.org';

const RECORDS = `https://${API_HOST}/api/v1/lei-records`;

/** The most records that the API puts on a page. */
const PAGE_SIZE = 200;

/** The level 1 record of an entity. */
export function recordUrl(lei: string): string {
  return `${RECORDS}/${lei}`;
}

/** A part of an entity's record: `isins`, `direct-parent-relationship` … */
export function partUrl(lei: string, part: string): string {
  return `${RECORDS}/${lei}/${part}`;
}

/** A page of a part that is a list, pages counted from 1. */
export function partPageUrl(lei: string, part: string, page: number): string {
  return `${partUrl(lei, part)}?page[size]=${PAGE_SIZE}&page[number]=${page}`;
}

/** Entities whose security has an ISIN. */
export function recordsOfIsinUrl(isin: string): string {
  return `${RECORDS}?filter[isin]=${isin}`;
}

/** Level 1, relationships, reporting exceptions, and the map of LEIs to ISINs. */
export type GoldenCopyKind = 'lei2' | 'rr' | 'repex' | 'lei-isin';

/** An edition of a golden copy file; `published` is its content date as `20230605-0820`. */
export function goldenCopyUrl(kind: GoldenCopyKind, published: string, form: 'xml' | 'csv'): string {
  return `https://${GOLDEN_COPY_HOST}/api/v2/golden-copies/publishes/${kind}/${published}.${form}`;
}
