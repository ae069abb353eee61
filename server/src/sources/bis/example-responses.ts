import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { dataUrl } from './policy-rates.ts';

/** Valid and invalid responses of the bank, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'BIS policy rates': {
      address: dataUrl('D', 'US', '2024-06-01'),
      good: 'FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE\nD,US,2024-06-28,5.375\n',
      bad: { html_instead_of_csv: CHALLENGE_PAGE, unexpected_document: 'No results found.' },
    },
  },
};
