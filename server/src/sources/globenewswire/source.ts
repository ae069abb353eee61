import { type RssItem, textsOf } from '../../formats/rss/parse-rss.ts';
import type { WireFeed } from '../kit/press/press-feed.ts';
import { wire } from '../kit/press/wire.ts';
import { registry } from '../kit/registry.ts';

const HOST = 'www.globenewswire.com';
const ROOT = `https://${HOST}/RssFeed/`;

export const PUBLIC_COMPANIES_URL = feedUrl('orgclass/1', 'News about Public Companies');

/** Subjects that move prices, by the wire's numbers. They have feeds of their own, because the main feed holds twenty releases. */
const SUBJECTS = [
  '12-Dividend Reports and Estimates',
  '13-Earnings Releases and Operating Results',
  '17-Financing Agreements',
  '21-Initial Public Offerings',
  '27-Mergers and Acquisitions',
  '86-Management Changes',
];

/** Categories with a domain are listings and ISINs, those without are subjects. */
const feed: WireFeed = {
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

/** GlobeNewswire: press releases of companies, by the headlines of its feeds (https://www.globenewswire.com/rss/list). */
export const globeNewswire = registry(
  wire({
    id: 'globenewswire',
    publisher: 'GlobeNewswire (Notified)',
    url: 'https://www.globenewswire.com/rss/list',
    licence:
      'Copyright of the wire and the issuers: headline, link and a short summary are kept, texts are not; https://www.globenewswire.com/en/terms-of-use',
    host: HOST,
    root: ROOT,
    channels: {
      'public-companies': { cron: '*/2 * * * *', feeds: [PUBLIC_COMPANIES_URL] },
      subjects: {
        cron: '5-59/10 * * * *',
        feeds: SUBJECTS.map(subject =>
          feedUrl(`subjectcode/${encodeURIComponent(subject)}`, subject.replace(/^\d+-/, '')),
        ),
      },
    },
    feed,
  }),
);

function feedUrl(selection: string, title: string): string {
  return `${ROOT}${selection}/feedTitle/${encodeURIComponent(`GlobeNewswire - ${title}`)}`;
}

/** Categories by the last word of their domain, which begins with `http:` in earlier feeds and `https:` in later ones. */
function categories(item: RssItem, wanted: string | null): string[] {
  return item.elements.flatMap(({ name, domain, text }) => {
    if (name !== 'category') return [];
    const last = domain === null ? null : (domain.split('/').at(-1) ?? '').toLowerCase();
    return last === wanted ? [text] : [];
  });
}
