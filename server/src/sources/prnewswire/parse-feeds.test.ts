import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import { mentionsOf } from '../kit/press/press-feed.ts';
import { fictionalFeed } from './example-responses.ts';
import { prNewswire, prNewswireFeed } from './source.ts';

// No recorded feed was available: these are fictional, in the documented form.
async function parse(text: string) {
  const url = 'https://www.prnewswire.com/rss/news-releases-list.rss';
  const { published, anomalies } = await prNewswire.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  return { releases: published?.pressReleases ?? [], anomalies };
}

const ITEM = {
  id: 309900001,
  title: 'Fictional Works Acquires Example Widgets',
  pubDate: 'Thu, 16 Jul 2026 15:43:00 +0000',
  lead: 'EXAMPLE CITY, July 16, 2026 /PRNewswire/ -- Fictional Works, Inc. (NYSE: FICT) and Example Widgets (TSX: EXW; OTCQX: EXWDF) said so.',
};

test('reads listings in headline and lead, and subjects by code and name', async () => {
  const { releases, anomalies } = await parse(
    fictionalFeed([{ ...ITEM, subjects: ['ACQ', 'Acquisitions, Mergers and Takeovers'] }]),
  );
  expect(anomalies).toEqual([]);
  expect(releases).toMatchObject([
    {
      nativeId: '309900001',
      url: 'https://www.prnewswire.com/news-releases/fictional-works-309900001.html',
      publishedAt: '2026-07-16T15:43:00Z',
      language: 'en',
      listings: [],
      isins: [],
      subjects: ['ACQ', 'Acquisitions, Mergers and Takeovers'],
      mentions: ['NYSE:FICT', 'TSX:EXW', 'OTCQX:EXWDF'],
    },
  ]);
});

test('reports an item whose link has no number', async () => {
  const feed = fictionalFeed([ITEM]).replaceAll('-309900001.html', '.html');
  const { releases, anomalies } = await parse(feed);
  expect(releases).toEqual([]);
  expect(anomalies).toMatchObject([{ kind: 'bad_item', locator: 'item 1', detail: `no id: ${ITEM.title}` }]);
});

const RELEASES = new URL('../../../../../shared/data/market/press/offering_releases/', import.meta.url);

describeWith(RELEASES)('links and texts of real releases (needs ../shared)', () => {
  const texts = readdirSync(RELEASES)
    .filter(name => /^[A-Z]+-.*\.md$/.test(name))
    .map(name => ({ ticker: name.split('-')[0] ?? '', text: readFileSync(new URL(name, RELEASES), 'utf8') }));

  test('every link of the wire ends with a number', () => {
    const links = texts.flatMap(({ text }) => text.match(/https:\/\/www\.prnewswire\.com\/news-releases\/\S+/g) ?? []);
    expect(links.length).toBeGreaterThan(10);
    const ids = links.map(link => prNewswireFeed.nativeIdOf({ position: 1, elements: [] }, link));
    expect(ids.filter(id => id === null || !/^30\d{7}$/.test(id))).toEqual([]);
  });

  test('a listing in brackets is that of the releasing company', () => {
    const named = texts.flatMap(({ ticker, text }) =>
      mentionsOf(text)
        .filter(mention => /^(?:nasdaq|nyse)/i.test(mention))
        .map(mention => [ticker, mention.slice(mention.indexOf(':') + 1)]),
    );
    expect(named.length).toBeGreaterThanOrEqual(4);
    expect(named.filter(([ticker, mentioned]) => ticker !== mentioned)).toEqual([]);
  });
});
