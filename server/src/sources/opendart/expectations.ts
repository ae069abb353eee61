import type { Expectations, RegistryClient } from '../kit/source.ts';
import { sourceNameOf } from './source-names.ts';

/** The code list has some 4,000 companies with a stock code; an answer with far fewer is not the whole list. */
const LEAST_CODED = 2_000;
const MOST_CODED = 100_000;

/** What documents of the registry must hold: a code list without companies, or a profile without one, is an alarm. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = new Set(documents.map(one => sourceNameOf(one.url)));
  const isShare = documents.some(one => one.url.startsWith('corp-codes/'));
  if (names.has('corp-codes') && !isShare) {
    return { issuers: { min: origin === 'registry' ? LEAST_CODED : 1, max: MOST_CODED } };
  }
  return names.has('company') ? { issuers: { min: 1, max: 1 } } : {};
}
