import { textsOf } from '../../formats/rss/parse-rss.ts';
import type { WireFeed } from '../kit/press/press-feed.ts';
import { wire } from '../kit/press/wire.ts';
import { registry } from '../kit/registry.ts';

const HOST = 'www.prnewswire.com';
const ROOT = `https://${HOST}/rss/`;

export const NEWS_URL = `${ROOT}news-releases-list.rss`;

/** Releases are tagged with subjects, by code and by name, but not with listings: these are read in headline and lead. */
export const prNewswireFeed: WireFeed = {
  domain: 'prnewswire.com',
  nativeIdOf: (_item, link) => /-(\d{6,12})\.html$/.exec(new URL(link).pathname)?.[1] ?? null,
  tagsOf: item => ({
    subjects: [...textsOf(item, 'prn:subject'), ...textsOf(item, 'dc:subject')],
    listings: [],
    isins: [],
  }),
};

/** PR Newswire: press releases of companies, by the headlines of its feed (https://www.prnewswire.com/rss/). */
export const prNewswire = registry(
  wire({
    id: 'prnewswire',
    publisher: 'PR Newswire (Cision)',
    url: 'https://www.prnewswire.com/rss/',
    licence:
      'Copyright of the wire and the issuers: headline, link and a short summary are kept, texts are not; https://www.prnewswire.com/terms-of-use/',
    host: HOST,
    root: ROOT,
    channels: { news: { cron: '1-59/2 * * * *', feeds: [NEWS_URL] } },
    feed: prNewswireFeed,
  }),
);
