import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';

/** Valid and invalid responses of the registry, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // 06:00 in New York (UTC−4; UTC−5 in winter), when EDGAR opens.
  knownAt: { '2024-07-01': '2024-07-01T10:00:00Z', '2024-01-15': '2024-01-15T11:00:00Z' },
  requests: {
    'SEC index': {
      address: 'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR1/master.20260326.idx',
      good: 'Description: x\n\nCIK|Company Name|Form Type|Date Filed|File Name\n',
      bad: { not_an_index: CHALLENGE_PAGE },
    },
    'SEC feed': {
      address: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&output=atom',
      good: '<?xml version="1.0"?><feed></feed>',
      bad: { not_a_feed: CHALLENGE_PAGE },
    },
  },
};
