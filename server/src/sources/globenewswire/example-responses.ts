import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { PUBLIC_COMPANIES_URL } from './source.ts';

/** An item of a feed in the documented form, about a fictional company. No recorded feed was available. */
export interface FictionalItem {
  id: number;
  title: string;
  /** In the format of RSS. */
  pubDate: string;
  listings?: string[];
  isins?: string[];
  subjects?: string[];
  lead?: string;
  contributor?: string;
  language?: string;
}

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

/** A channel of GlobeNewswire, with tags wrapped over lines as in the documentation. */
export function fictionalFeed(items: readonly FictionalItem[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel xmlns:dc="http://dublincore.org/documents/dcmi-namespace/">
<title>GlobeNewswire - News about Public Companies</title>
<description>Fictional releases for tests</description>
${items.map(toItem).join('\n')}
</channel>
</rss>`;
}

function toItem({
  id,
  title,
  pubDate,
  listings = [],
  isins = [],
  subjects = [],
  lead,
  contributor,
  language = 'en',
}: FictionalItem): string {
  const day = new Date(pubDate).toISOString().slice(0, 10).replaceAll('-', '/');
  const link = `https://www.globenewswire.com/news-release/${day}/${id}/0/${language}/Fictional.html`;
  return `<item>
<guid isPermaLink="true">${link}</guid>
<link>${link}</link>
${listings.map(listing => `<category domain="https://www.globenewswire.com/rss/stock"\n>${listing}</category>`).join('\n')}
${isins.map(isin => `<category domain="https://www.globenewswire.com/rss/ISIN"\n>${isin}</category>`).join('\n')}
<title>${title}</title>
<description><![CDATA[${lead ?? `<p align="left">EXAMPLE CITY (fictional) -- ${title}</p>`}]]></description>
<pubDate>${pubDate}</pubDate>
<dc:identifier>${id}</dc:identifier>
<dc:language>${language}</dc:language>
<dc:publisher>GlobeNewswire Inc.</dc:publisher>
<dc:contributor>${contributor ?? 'Fictional Works, Inc.'}</dc:contributor>
${subjects.map(subject => `<category>${subject}</category>\n<dc:subject>${subject}</dc:subject>`).join('\n')}
</item>`;
}
