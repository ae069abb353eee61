import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { ARCHIVE_URL, feedUrl, yearUrl } from './yields.ts';

/** A table in the form of the Treasury, with made-up yields. */
const TABLE = 'Date,"1 Mo","10 Yr","30 Yr"\n07/01/2024,5.5,4.5,4.6\n';
const BAD_TABLES = { html_instead_of_text: CHALLENGE_PAGE, unexpected_document: 'Service Unavailable' };

/** Valid and invalid responses of the Treasury, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Treasury yields of a year': { address: yearUrl(2024), good: TABLE, bad: BAD_TABLES },
    'Treasury yields of the closed years': { address: ARCHIVE_URL, good: TABLE, bad: BAD_TABLES },
    'Treasury yields of a year as a feed': {
      address: feedUrl(2024),
      good: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>',
      bad: { html_instead_of_xml: CHALLENGE_PAGE },
    },
  },
};
