import { createHash } from 'node:crypto';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { type Address, address } from '../kit/address.ts';

/** Host of the JSON API (JSON:API 1.0); it needs no key. */
export const API_HOST = 'api.gleif.org';
/** Host of the golden copy and its deltas. */
export const GOLDEN_COPY_HOST = 'goldencopy.gleif.org';

export const API = `https://${API_HOST}/api/v1`;
const RECORDS = `${API}/lei-records`;

/** The most entries that the API puts on a page. */
const PAGE_SIZE = 200;

/** The level 1 record of an entity. */
export const recordAddress = ofEntity(address(`${RECORDS}/{lei}`));

export const isinsAddress = ofEntity(address(`${RECORDS}/{lei}/isins`));

/** Relationship records and reporting exceptions of an entity: `direct-parent-relationship` … */
export const relationshipsAddress = ofEntity(
  address(`${RECORDS}/{lei}/{part}`, { part: /[a-z-]+-(?:relationships?|reporting-exception)/ }),
);

const relatedAddress = ofEntity(
  address(`${RECORDS}/{lei}/{part}`, {
    part: /(?:direct|ultimate)-(?:parent|children)|managing-lou|branches|head-office|managed-funds|fund-manager|umbrella-fund|sub-funds|master-fund|feeder-funds/,
  }),
);

/** An address whose LEI has valid check digits. */
function ofEntity<Values extends { lei: string }>(template: Address<Values>): Address<Values> {
  return {
    ...template,
    read(url) {
      const values = template.read(url);
      return values !== null && isLei(values.lei) ? values : null;
    },
  };
}

/** A page of the ISINs of an entity; pages count from 1. */
export function isinsPageUrl(lei: string, page: number): string {
  return `${isinsAddress.url({ lei })}?page[size]=${PAGE_SIZE}&page[number]=${page}`;
}

/** Entities that issued a security. */
export function recordsOfIsinUrl(isin: string): string {
  return `${RECORDS}?filter[isin]=${isin}`;
}

/** The name of a list of entities: the response to a filter, or the parents or children of an entity. Null for other URLs. */
export function listNameOf(url: string): string | null {
  const search = URL.parse(url)?.search ?? '';
  const related = relatedAddress.read(url);
  if (related !== null) return `${related.lei}/${related.part}${search}`;
  if (!/^\/?(?:$|\?)/.test(url.slice(RECORDS.length)) || !url.startsWith(RECORDS)) return null;
  return createHash('sha256').update(decodeURIComponent(search)).digest('hex').slice(0, 16);
}

/** The spans of which the registry publishes changes, in days. */
export const DELTAS = { LastDay: 1, LastWeek: 7, LastMonth: 31 } as const;

/** What changed in the golden copy in a span before its newest publication, as a zip. */
export function deltaUrl(content: 'lei2' | 'rr' | 'repex', span: keyof typeof DELTAS): string {
  return `https://${GOLDEN_COPY_HOST}/api/v2/golden-copies/publishes/${content}/latest.csv?delta=${span}`;
}

export function isDeltaUrl(url: string): boolean {
  return url.startsWith(`https://${GOLDEN_COPY_HOST}/api/v2/golden-copies/publishes/`) && url.includes('?delta=');
}

/** Level 1, relationships, reporting exceptions, and the map of LEIs to ISINs. */
export type GoldenCopyContent = 'lei2' | 'rr' | 'repex' | 'lei-isin';

/** A golden copy file, or the part of a bulk file that belongs to one entity. */
export interface GoldenCopyAddress {
  content: GoldenCopyContent;
  form: 'xml' | 'csv';
  isShare: boolean;
}

const GOLDEN_COPY = /(?:^|\/)(lei2|rr|repex|lei-isin)\/(?:(xml|cells)|[^/]+\.(xml|csv))$/;

export function goldenCopyOf(url: string): GoldenCopyAddress | null {
  const [, content, share, form] = GOLDEN_COPY.exec(url) ?? [];
  if (content === undefined) return null;
  return {
    content: content as GoldenCopyContent,
    form: (share ?? form) === 'xml' ? 'xml' : 'csv',
    isShare: share !== undefined,
  };
}

/** An edition of a golden copy file; `published` is its content date as `20230605-0820`. */
export function goldenCopyUrl(content: GoldenCopyContent, published: string, form: 'xml' | 'csv'): string {
  return `https://${GOLDEN_COPY_HOST}/api/v2/golden-copies/publishes/${content}/${published}.${form}`;
}
