import { expect, test } from 'vitest';
import { fictionalFeed } from './fictional-feeds.ts';
import { prNewswire } from './source.ts';

// No feed as served was at hand: these are fictional, in the documented form.
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

test('listings are read in headline and lead, subjects come by code and name', async () => {
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

test('an item whose link has no number is told', async () => {
  const feed = fictionalFeed([ITEM]).replaceAll('-309900001.html', '.html');
  const { releases, anomalies } = await parse(feed);
  expect(releases).toEqual([]);
  expect(anomalies).toMatchObject([{ kind: 'bad_item', locator: 'item 1', detail: `no id: ${ITEM.title}` }]);
});
