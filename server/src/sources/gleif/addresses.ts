import { createHash } from 'node:crypto';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { API_HOST, type GoldenCopyKind } from './endpoints.ts';

/** What a document of the registry is, as its address tells. */
export type Address =
  /** The level 1 record of one entity. */
  | { kind: 'record'; lei: string }
  | { kind: 'isins'; lei: string }
  /** Relationship records and reporting exceptions of one entity. */
  | { kind: 'relationships'; lei: string }
  /** Level 1 records of many entities: an answer to a filter, or the parents or children of one. */
  | { kind: 'records'; name: string }
  /** A golden copy file; of a bulk file an entity's share, then `isShare`. */
  | { kind: 'golden-copy'; content: GoldenCopyKind; form: 'xml' | 'cells'; isShare: boolean }
  /** A code list or a record about the registry itself. */
  | { kind: 'list'; name: string };

const RELATIONSHIPS = /^[a-z-]+-(?:relationships?|reporting-exception)$/;
const RECORDS =
  /^(?:(?:direct|ultimate)-(?:parent|children)|managing-lou|branches|head-office|managed-funds|fund-manager|umbrella-fund|sub-funds|master-fund|feeder-funds)$/;
const GOLDEN_COPY = /(?:^|\/)(lei2|rr|repex|lei-isin)\/(?:(xml|cells)|[^/]+\.(xml|csv))$/;

/** What stands at an address; null where it is none of the registry's. */
export function addressOf(url: string): Address | null {
  const golden = GOLDEN_COPY.exec(url);
  if (golden !== null) return goldenCopyAddress(golden);
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname !== API_HOST) return null;
  const [resource = '', id, part, ...more] = parsed.pathname.replace(/^\/api\/v1\/|\/$/g, '').split('/');
  if (resource !== 'lei-records') return { kind: 'list', name: resource };
  if (id === undefined || id === '') return { kind: 'records', name: digestOf(decodeURIComponent(parsed.search)) };
  if (!isLei(id) || more.length > 0) return null;
  if (part === undefined) return { kind: 'record', lei: id };
  if (part === 'isins') return { kind: 'isins', lei: id };
  if (RELATIONSHIPS.test(part)) return { kind: 'relationships', lei: id };
  if (RECORDS.test(part)) return { kind: 'records', name: `${id}/${part}${parsed.search}` };
  return null;
}

function goldenCopyAddress(match: RegExpExecArray): Address {
  const [, content, share, form] = match;
  return {
    kind: 'golden-copy',
    content: content as GoldenCopyKind,
    form: (share ?? form) === 'xml' ? 'xml' : 'cells',
    isShare: share !== undefined,
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
