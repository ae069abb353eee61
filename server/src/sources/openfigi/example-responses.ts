import type { RegistryExamples } from '../kit/example-responses.ts';
import { addressOf } from './question.ts';

/** A valid response to each kind of request, and some invalid ones, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'OpenFIGI mapping': {
      address: addressOf({ issuerKey: 'lei:529900T8BM49AURSDO55', jobs: [{ isin: 'GB0000000009', mic: 'XLON' }] }),
      good: '[{"warning":"No identifier found."}]',
      bad: {
        error_answer: '{"error":"Too many mapping jobs in request."}',
        result_count: '[]',
        truncated_json: '[{"data":[',
        unexpected_document: '{"data":{}}',
      },
    },
  },
};
