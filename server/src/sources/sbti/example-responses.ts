import { CHALLENGE_PAGE, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';
import { LIST_URL } from './source.ts';

/** Valid and invalid responses of the initiative, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'SBTi list': {
      address: LIST_URL,
      good: EXAMPLE_ZIP,
      bad: { html_instead_of_zip: CHALLENGE_PAGE, unexpected_document: 'company_name,isin' },
    },
  },
};
