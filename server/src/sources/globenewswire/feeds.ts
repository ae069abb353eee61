import { type RssItem, textsOf } from '../../formats/rss/parse-rss.ts';
import type { WireChannels } from '../kit/press/press-channels.ts';
import type { WireFeed } from '../kit/press/press-feed.ts';

export const HOST = 'www.globenewswire.com';

/** Subjects that move prices and get feeds of their own, by the wire's numbers: the main feed holds twenty releases. */
const SUBJECTS = [
  '12-Dividend Reports and Estimates',
  '13-Earnings Releases and Operating Results',
  '17-Financing Agreements',
  '21-Initial Public Offerings',
  '27-Mergers and Acquisitions',
  '86-Management Changes',
];

/** The feeds that are read, by channel (https://www.globenewswire.com/rss/list). */
export const CHANNELS: WireChannels = {
  'public-companies': [feedUrl('orgclass/1', 'News about Public Companies')],
  subjects: SUBJECTS.map(subject =>
    feedUrl(`subjectcode/${encodeURIComponent(subject)}`, subject.replace(/^\d+-/, '')),
  ),
};

function feedUrl(selection: string, title: string): string {
  return `https://${HOST}/RssFeed/${selection}/feedTitle/${encodeURIComponent(`GlobeNewswire - ${title}`)}`;
}

/** The wire's words: categories with a domain tag listings and ISINs, those without say what a release is about. */
export const globeNewswireFeed: WireFeed = {
  registry: 'globenewswire',
  domain: 'globenewswire.com',
  nativeIdOf(item, link) {
    const [, stated, language] = /\/news-release\/\d{4}\/\d{2}\/\d{2}\/(\d{1,12})\/\d+\/([a-z]{2})\//i.exec(link) ?? [];
    const id = textsOf(item, 'dc:identifier').find(text => /^\d{1,12}$/.test(text)) ?? stated;
    if (id === undefined) return null;
    return `${id}-${(language ?? textsOf(item, 'dc:language')[0] ?? 'und').slice(0, 3).toLowerCase()}`;
  },
  tagsOf(item) {
    return {
      subjects: [...categories(item, null), ...textsOf(item, 'dc:subject')],
      listings: categories(item, 'stock'),
      isins: categories(item, 'isin'),
    };
  },
};

/** Categories of a domain by its last word, `http:` in older feeds and `https:` in newer ones. */
function categories(item: RssItem, wanted: string | null): string[] {
  return item.elements.flatMap(({ name, domain, text }) => {
    if (name !== 'category') return [];
    const last = domain === null ? null : (domain.split('/').at(-1) ?? '').toLowerCase();
    return last === wanted ? [text] : [];
  });
}
