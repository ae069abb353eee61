import type { Expectations, RegistryClient } from '../kit/source.ts';
import { REGISTER_SOURCE, sourceNameOf } from './source-names.ts';

/** The register has some 2,500 companies, those that left it among them. */
const LEAST_REGISTERED = 1_000;
const MOST_REGISTERED = 100_000;
const MOST_FILINGS = 5_000_000;

/** What tables must hold: a register without companies, or an index without a document, is an alarm. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = new Set(documents.map(one => sourceNameOf(one.url)));
  const expected: Expectations = {};
  if (names.has(REGISTER_SOURCE)) {
    expected.issuers = { min: origin === 'registry' ? LEAST_REGISTERED : 1, max: MOST_REGISTERED };
  }
  if ([...names].some(name => name !== null && name !== REGISTER_SOURCE)) {
    expected.filings = { min: 1, max: MOST_FILINGS };
  }
  return expected;
}
