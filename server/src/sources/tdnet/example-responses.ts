import { CHALLENGE_PAGE, EXAMPLE_PDF, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';

/** Valid and invalid responses of the registry, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // 23:00 in Japan (UTC+9), when TDnet closes.
  knownAt: { '2024-07-01': '2024-07-01T14:00:00Z', '2024-01-15': '2024-01-15T14:00:00Z' },
  requests: {
    'TDnet list': {
      address: 'https://www.release.tdnet.info/inbs/I_list_001_20240514.html',
      good: '<html><div class="kaijiSum">全0件</div></html>',
      bad: { not_a_list: CHALLENGE_PAGE },
    },
    'TDnet package': {
      address: 'https://www.release.tdnet.info/inbs/091220240514512345.zip',
      good: EXAMPLE_ZIP,
      bad: { unexpected_document: EXAMPLE_PDF },
    },
  },
};
