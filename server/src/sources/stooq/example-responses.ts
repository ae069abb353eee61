import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { historyUrl } from './history.ts';

/** Valid and invalid responses of Stooq, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Stooq history': {
      address: historyUrl('fict.us'),
      good: 'Date,Open,High,Low,Close,Volume\n2024-06-03,10,11,9,10.5,1000\n',
      bad: {
        html_instead_of_text: CHALLENGE_PAGE,
        limit_reached: 'Exceeded the daily hits limit',
      },
    },
  },
};
