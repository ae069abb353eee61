import type { RegistryExamples } from '../kit/example-responses.ts';

/** A valid response to each kind of request, and some invalid ones, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // The end of the day by UTC.
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'GLEIF record': {
      address: 'https://api.gleif.org/api/v1/lei-records/529900T8BM49AURSDO55',
      good: '{"data":{"type":"lei-records","attributes":{}}}',
      bad: {
        error_answer: '{"errors":[{"status":"500","title":"Server Error"}]}',
        truncated_json: '{"data":{"type"',
        unexpected_document: '{"data":5}',
      },
    },
  },
};
