import { describe, expect, test } from 'vitest';
import { fictionalFeed } from './example-responses.ts';
import { globeNewswire } from './source.ts';

// No recorded feed was available: these are fictional, in the documented form.
const URL_OF_FEED = 'https://www.globenewswire.com/RssFeed/orgclass/1/feedTitle/x';

async function parse(text: string | Buffer) {
  const { published, anomalies, records } = await globeNewswire.parse([
    { url: URL_OF_FEED, sha256: '', bytes: Buffer.from(text) },
  ]);
  expect(records).toEqual([]);
  return { releases: published?.pressReleases ?? [], kinds: anomalies.map(anomaly => anomaly.kind), anomalies };
}

const ITEM = { id: 9900001, title: 'Fictional Works Reports Results', pubDate: 'Thu, 16 Jul 2026 15:43 GMT' };

describe('a feed of GlobeNewswire', () => {
  test('gives headline, link, the beginning of the lead, and tags', async () => {
    const { releases, anomalies } = await parse(
      fictionalFeed([
        {
          ...ITEM,
          title: 'Fictional Works &amp; Sons Reports Results',
          listings: ['Nasdaq:FICT', 'Paris:FIP'],
          isins: ['US0378331005', 'US0378331006'],
          subjects: ['Earnings Releases And Operating Results'],
          lead: '<p align="left">EXAMPLE CITY, July 16, 2026 (GLOBE NEWSWIRE) -- Fictional Works <b>(Nasdaq: FICT)</b> said&nbsp;so.</p><script>alert(1)</script>',
        },
      ]),
    );
    expect(anomalies).toEqual([]);
    expect(releases).toEqual([
      {
        nativeId: '9900001-en',
        url: 'https://www.globenewswire.com/news-release/2026/07/16/9900001/0/en/Fictional.html',
        title: 'Fictional Works & Sons Reports Results',
        summary: 'EXAMPLE CITY, July 16, 2026 (GLOBE NEWSWIRE) -- Fictional Works (Nasdaq: FICT) said so.',
        publishedAt: '2026-07-16T15:43:00Z',
        language: 'en',
        contributor: 'Fictional Works, Inc.',
        subjects: ['Earnings Releases And Operating Results'],
        listings: ['Nasdaq:FICT', 'Paris:FIP'],
        // The second has a wrong check digit.
        isins: ['US0378331005'],
        mentions: ['Nasdaq:FICT'],
      },
    ]);
  });

  test('is stored with a short summary of a long lead', async () => {
    const lead = `<p>${'Fictional words of a long lead. '.repeat(400)}(NYSE: LATE)</p>`;
    const { releases } = await parse(fictionalFeed([{ ...ITEM, lead }]));
    expect(releases[0]?.summary?.length).toBeLessThanOrEqual(400);
    expect(releases[0]?.summary).toMatch(/…$/);
    expect(releases[0]?.mentions).toEqual(['NYSE:LATE']);
  });

  test('has one release for each language, and one for repeated items', async () => {
    const feed = fictionalFeed([ITEM, { ...ITEM, language: 'fr' }, ITEM]);
    expect((await parse(feed)).releases.map(release => release.nativeId)).toEqual(['9900001-en', '9900001-fr']);
  });
});

describe('reports an item and keeps the others if it has', () => {
  test.each([
    [
      'no headline',
      fictionalFeed([
        { ...ITEM, title: '' },
        { ...ITEM, id: 2 },
      ]),
    ],
    ['no date', fictionalFeed([ITEM, { ...ITEM, id: 2 }]).replace(ITEM.pubDate, 'yesterday')],
    [
      'a link to somewhere else',
      fictionalFeed([ITEM, { ...ITEM, id: 2 }]).replace(
        'https://www.globenewswire.com/news-release/2026/07/16/9900001/0/en/Fictional.html</link>',
        'https://globenewswire.com.example/x</link>',
      ),
    ],
    [
      'a script for a link',
      fictionalFeed([ITEM, { ...ITEM, id: 2 }]).replace(
        /<link>[^<]*9900001[^<]*<\/link>/,
        '<link>javascript:alert(1)</link>',
      ),
    ],
  ])('%s', async (_, feed) => {
    const { releases, kinds } = await parse(feed);
    expect(releases.map(release => release.nativeId)).toEqual(['2-en']);
    expect(kinds).toEqual(['bad_item']);
  });

  test('gives the complete items of a truncated feed', async () => {
    const whole = fictionalFeed([ITEM, { ...ITEM, id: 2 }]);
    const { releases, kinds } = await parse(whole.slice(0, whole.lastIndexOf('<pubDate>')));
    expect(releases.map(release => release.nativeId)).toEqual(['9900001-en']);
    expect(kinds).toEqual(['truncated']);
  });

  test('never throws on entity bombs, ten thousand items, NULs and other formats', async () => {
    const bomb = fictionalFeed([{ ...ITEM, title: '&b;' }]).replace(
      '<rss',
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><rss',
    );
    expect((await parse(bomb)).releases[0]?.title).toBe('&b;');
    const many = fictionalFeed(Array.from({ length: 10_000 }, (_, id) => ({ ...ITEM, id: id + 1 })));
    const read = await parse(many);
    expect([read.releases.length, read.kinds]).toEqual([1_000, ['too_many_items']]);
    expect((await parse(fictionalFeed([{ ...ITEM, title: 'a\u0000b' }]))).releases[0]?.title).not.toContain('\u0000');
    for (const bytes of ['', '{}', '<html></html>', Buffer.from([0xff, 0xfe, 0x00])]) {
      expect((await parse(bytes)).releases).toEqual([]);
    }
  });
});

test('rejects an empty channel with a current date', () => {
  const empty =
    '<rss version="2.0"><channel><title>x</title><description>channel x not available</description><pubDate>Thu, 16 Jul 2026 15:43 GMT</pubDate></channel></rss>';
  expect(globeNewswire.validateResponse(URL_OF_FEED, Buffer.from(empty))).toEqual({
    kind: 'empty_feed',
    detail: 'no items in "x": channel x not available',
    action: 'retry',
  });
});
