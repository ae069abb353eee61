import type { RegistryExamples } from '../kit/example-responses.ts';
import { LIST_URL } from './companies.ts';

/** The list of companies with the given rows, as the exchange writes it. */
export function companyList(rows: readonly string[]): string {
  const head = [
    'ASX listed companies as at Thu Nov 19 22:29:37 EST 2026',
    '',
    'Company name,ASX code,GICS industry group',
  ];
  return [...head, ...rows, ''].join('\r\n');
}

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day’s end at UTC+10.
  knownAt: { '2024-07-01': '2024-07-01T13:59:59Z', '2024-01-15': '2024-01-15T13:59:59Z' },
  requests: {
    'ASX companies': {
      address: LIST_URL,
      good: companyList(['"AURORA WIDGETS LIMITED",ZAW,"Capital Goods"']),
      bad: { unexpected_document: 'Company,Code\r\n"AURORA WIDGETS LIMITED",ZAW\r\n' },
    },
  },
};
