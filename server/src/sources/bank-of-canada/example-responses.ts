import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { observationsUrl } from './source.ts';

/** Valid and invalid responses of the bank, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Bank of Canada observations': {
      address: observationsUrl(null),
      good: '{"observations":[{"d":"2024-06-28","V39079":{"v":"4.75"}}]}',
      bad: { html_instead_of_json: CHALLENGE_PAGE, unexpected_document: '{"message":"The series was not found."}' },
    },
  },
};
