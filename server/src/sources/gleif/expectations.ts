import type { Expectations } from '../kit/source.ts';
import { addressOf } from './addresses.ts';

/** All entities there are number some three million. */
const MOST_ENTITIES = 20_000_000;

/**
 * What documents of the registry must hold: an entity's documents speak of that entity. There are no filings and no facts
 * here, and nothing is expected of them.
 */
export function expectationsOf(documents: readonly { url: string }[]): Expectations {
  const kinds = new Set(documents.map(one => addressOf(one.url)?.kind));
  if (kinds.has('record')) return { issuers: { min: 1, max: 1 } };
  if (kinds.has('records')) return { issuers: { min: 1, max: MOST_ENTITIES } };
  return {};
}
