import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import { discoverFeeds, fetchFeeds, urlOfLooseFeed } from '../kit/press/press-channels.ts';
import { faultOfFeed, parseFeeds } from '../kit/press/press-feed.ts';
import type { Source } from '../kit/source.ts';
import { CHANNELS, globeNewswireFeed, HOST } from './feeds.ts';

/** GlobeNewswire: press releases of companies, by the headlines of its feeds. It has no companies and no filings. */
export const globeNewswire: Source = {
  ...NO_REGISTRANTS,
  description: {
    registry: 'globenewswire',
    publisher: 'GlobeNewswire (Notified)',
    url: 'https://www.globenewswire.com/rss/list',
    licence:
      'Copyright of the wire and the issuers: headline, link and a short summary are kept, texts are not; https://www.globenewswire.com/en/terms-of-use',
    // No limit is published.
    requestsPerSecond: 0.5,
    hosts: [HOST],
  },
  schedule: [
    { channel: 'public-companies', host: HOST, cron: '*/2 * * * *', timeZone: 'UTC' },
    { channel: 'subjects', host: HOST, cron: '5-59/10 * * * *', timeZone: 'UTC' },
  ],
  validateResponse: faultOfFeed,
  identifyImport: (name, bytes) => urlOfLooseFeed(CHANNELS, name, bytes),
  placeImport: files => files.map(({ row, bytes }) => ({ url: urlOfLooseFeed(CHANNELS, row.path, bytes), bytes })),
  discover: (client, wanted) => discoverFeeds(globeNewswireFeed, CHANNELS, client, wanted),
  fetch: fetchFeeds,
  parse: documents => parseFeeds(globeNewswireFeed, documents),
  expectations: () => ({ published: { min: 1, max: MOST_RELEASES } }),
};

/** Its feeds hold twenty. */
const MOST_RELEASES = 200;
