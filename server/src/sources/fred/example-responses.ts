import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { seriesUrl } from './series.ts';

/** Valid and invalid responses of FRED, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'FRED graph': {
      address: seriesUrl('GS10'),
      good: 'observation_date,GS10\n2024-06-01,4.5\n',
      bad: { html_instead_of_text: CHALLENGE_PAGE, unexpected_document: 'Bad Request' },
    },
  },
};
