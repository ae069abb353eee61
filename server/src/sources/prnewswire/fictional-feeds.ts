/** Feeds in the documented form, about fictional companies. No recorded feed was available. */

export interface FictionalItem {
  id: number;
  title: string;
  /** In the format of RSS. */
  pubDate: string;
  subjects?: string[];
  lead: string;
}

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
${subjects.map(one => `<prn:subject>${one}</prn:subject>`).join('\n')}
<dc:contributor>Fictional Works, Inc.</dc:contributor>
<dc:language>en</dc:language>
</item>`;
}
