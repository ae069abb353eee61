import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { fictionalFeed } from './fictional-feeds.ts';
import { PUBLIC_COMPANIES_URL } from './source.ts';

const GOOD = fictionalFeed([
  { id: 9900001, title: 'Fictional Works Reports Results', pubDate: 'Thu, 16 Jul 2026 15:43 GMT' },
]);

/** Valid and invalid responses of the wire, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'GlobeNewswire feed': {
      address: PUBLIC_COMPANIES_URL,
      good: GOOD,
      bad: {
        empty_feed: fictionalFeed([]),
        truncated_feed: GOOD.slice(0, GOOD.indexOf('</item>')),
        html_instead_of_feed: CHALLENGE_PAGE,
        unexpected_document: '<feed xmlns="http://www.w3.org/2005/Atom"/>',
      },
    },
  },
};
