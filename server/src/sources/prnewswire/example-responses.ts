import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { NEWS_URL } from './source.ts';

/** An item of a feed in the documented form, about a fictional company. No recorded feed was available. */
interface FictionalItem {
  id: number;
  title: string;
  /** In the format of RSS. */
  pubDate: string;
  subjects?: string[];
  lead: string;
}

const GOOD = fictionalFeed([
  {
    id: 309900001,
    title: 'Fictional Works Reports Results',
    pubDate: 'Thu, 16 Jul 2026 15:43:00 +0000',
    lead: 'Results.',
  },
]);

/** Valid and invalid responses of the wire, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'PR Newswire feed': {
      address: NEWS_URL,
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

/** A channel of PR Newswire. */
export function fictionalFeed(items: readonly FictionalItem[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prn="http://www.prnewswire.com/ns/0.1/#" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>All News Releases</title>
<link>https://www.prnewswire.com/news-releases/</link>
<description>Fictional releases for tests</description>
${items.map(toItem).join('\n')}
</channel>
</rss>`;
}

function toItem({ id, title, pubDate, subjects = [], lead }: FictionalItem): string {
  const link = `https://www.prnewswire.com/news-releases/fictional-works-${id}.html`;
  return `<item>
<title>${title}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${pubDate}</pubDate>
<description><![CDATA[${lead}]]></description>
${subjects.map(subject => `<prn:subject>${subject}</prn:subject>`).join('\n')}
<dc:contributor>Fictional Works, Inc.</dc:contributor>
<dc:language>en</dc:language>
</item>`;
}
