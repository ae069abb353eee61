import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import { discoverFeeds, fetchFeeds, urlOfLooseFeed } from '../kit/press/press-channels.ts';
import { faultOfFeed, parseFeeds } from '../kit/press/press-feed.ts';
import type { Source } from '../kit/source.ts';
import { CHANNELS, HOST, prNewswireFeed } from './feeds.ts';

/** PR Newswire: press releases of companies, by the headlines of its feeds. It has no companies and no filings. */
export const prNewswire: Source = {
  ...NO_REGISTRANTS,
  description: {
    registry: 'prnewswire',
    publisher: 'PR Newswire (Cision)',
    url: 'https://www.prnewswire.com/rss/',
    licence:
      'Copyright of the wire and the issuers: headline, link and a short summary are kept, texts are not; https://www.prnewswire.com/terms-of-use/',
    // No limit is published.
    requestsPerSecond: 0.5,
    hosts: [HOST],
  },
  schedule: [{ channel: 'news', host: HOST, cron: '1-59/2 * * * *', timeZone: 'UTC' }],
  validateResponse: faultOfFeed,
  identifyImport: (name, bytes) => urlOfLooseFeed(CHANNELS, name, bytes),
  placeImport: files => files.map(({ row, bytes }) => ({ url: urlOfLooseFeed(CHANNELS, row.path, bytes), bytes })),
  discover: (client, wanted) => discoverFeeds(prNewswireFeed, CHANNELS, client, wanted),
  fetch: fetchFeeds,
  parse: documents => parseFeeds(prNewswireFeed, documents),
  expectations: () => ({ published: { min: 1, max: MOST_RELEASES } }),
};

/** Its feeds hold twenty. */
const MOST_RELEASES = 200;
