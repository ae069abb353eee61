import type { Expectations, RegistryClient } from '../kit/source.ts';
import { sourceNameOf } from './source-names.ts';

/** The mainland exchanges list some 5,400 companies, that of Beijing some 280 of them. */
const LEAST_LISTED: Readonly<Record<string, number>> = { 'stocks/szse': 4_000, 'stocks/bj': 150 };
const MOST_LISTED = 20_000;
const MOST_FILINGS = 100_000;

/** What documents of the registry must hold: a list without codes, or a company without itself, is an alarm. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = documents.map(one => sourceNameOf(one.url) ?? '');
  const list = names.find(name => name.startsWith('stocks/'));
  const expected: Expectations = {};
  if (list !== undefined) {
    expected.issuers = { min: origin === 'registry' ? (LEAST_LISTED[list] ?? 1) : 1, max: MOST_LISTED };
  }
  if (names.includes('introduction')) expected.issuers ??= { min: 1, max: 1 };
  if (names.some(name => /^(?:rows|announcements)\//.test(name))) expected.filings = { min: 0, max: MOST_FILINGS };
  return expected;
}
