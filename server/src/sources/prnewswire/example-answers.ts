import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-answers.ts';
import { CHANNELS } from './feeds.ts';
import { fictionalFeed } from './fictional-feeds.ts';

const GOOD = fictionalFeed([
  {
    id: 309900001,
    title: 'Fictional Works Reports Results',
    pubDate: 'Thu, 16 Jul 2026 15:43:00 +0000',
    lead: 'Results.',
  },
]);

/** Answers of the wire's form, and others that are none: what the tests of all connectors ask of this one. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'PR Newswire feed': {
      address: CHANNELS.news?.[0] ?? '',
      good: GOOD,
      bad: {
        empty_feed: fictionalFeed([]),
        truncated_feed: GOOD.slice(0, GOOD.indexOf('</item>')),
        html_instead_of_feed: CHALLENGE_PAGE,
        unexpected_document: '<rdf/>',
      },
    },
  },
};
