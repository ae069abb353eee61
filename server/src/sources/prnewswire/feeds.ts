import { textsOf } from '../../formats/rss/parse-rss.ts';
import type { WireChannels } from '../kit/press/press-channels.ts';
import type { WireFeed } from '../kit/press/press-feed.ts';

export const HOST = 'www.prnewswire.com';

/** The feeds that are read, by channel (https://www.prnewswire.com/rss/). */
export const CHANNELS: WireChannels = {
  news: [`https://${HOST}/rss/news-releases-list.rss`],
};

/** The wire tags subjects by code and by name, and no listings: those are read in headline and lead. */
export const prNewswireFeed: WireFeed = {
  registry: 'prnewswire',
  domain: 'prnewswire.com',
  nativeIdOf: (_item, link) => /-(\d{6,12})\.html$/.exec(new URL(link).pathname)?.[1] ?? null,
  tagsOf: item => ({
    subjects: [...textsOf(item, 'prn:subject'), ...textsOf(item, 'dc:subject')],
    listings: [],
    isins: [],
  }),
};
