import { addressOf } from './addresses.ts';
import { canonicalKeyOfLei } from './identifiers.ts';

/** Beginning of the names of answers with the records of many entities: each is a source of its own. */
export const RECORDS_SOURCE = 'lei-records/';

/** The name of the source that a document belongs to; null for code lists, which say nothing of an issuer. */
export function sourceNameOf(url: string): string | null {
  const address = addressOf(url);
  switch (address?.kind) {
    case 'record':
      return 'lei-record';
    case 'isins':
    case 'relationships':
      return address.kind;
    case 'records':
      return RECORDS_SOURCE + address.name;
    case 'golden-copy':
      return `golden-copy-${address.content}`;
    default:
      return null;
  }
}

/** The entity that a document is about; null where it is about many. */
export function issuerOf(url: string): string | null {
  const address = addressOf(url);
  return address !== null && 'lei' in address ? canonicalKeyOfLei(address.lei) : null;
}
