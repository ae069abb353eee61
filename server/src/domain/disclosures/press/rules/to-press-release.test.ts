import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wireRelease } from '../../../../../test/seeds/press.ts';
import { findExchange } from '../../../filings/markets/model/exchanges.ts';
import type { WireRelease } from '../model.ts';
import { subjectLabel, subjectOfWord } from './subjects.ts';
import { exchangeOfWords, tierOfTitle, toPressRelease } from './to-press-release.ts';

const RELEASE = wireRelease('9900001-en', '2026-07-16T15:43:00Z', {
  url: 'https://wire.example/9900001',
  title: 'Fictional Works says something',
  summary: null,
});
const release = (other: Partial<WireRelease>) => toPressRelease({ ...RELEASE, ...other });

describe('tags of a release', () => {
  test("maps exchange names to MICs of the catalogue's markets and keeps them as filed", () => {
    const { tags } = release({ listings: ['Nasdaq:FICT', 'Paris: FIP', 'TSX:FICT', 'Moon:FICT', 'NYSE:', 'FICT'] });
    expect(tags.map(({ asFiled, ticker, mic, marketId }) => [asFiled, ticker, mic, marketId])).toEqual([
      ['Nasdaq:FICT', 'FICT', 'XNAS', 'us'],
      ['Paris: FIP', 'FIP', 'XPAR', 'eu'],
      ['TSX:FICT', 'FICT', 'XTSE', null],
      ['Moon:FICT', 'FICT', null, null],
      ['NYSE:', null, null, null],
      ['FICT', null, null, null],
    ]);
  });

  test('uses listings in the text only if the newswire tags none, and only at known exchanges', () => {
    const mentions = ['NYSE: FICT', 'Source: Agency', 'OTC PINK:FICTY'];
    expect(release({ mentions }).tags).toMatchObject([
      { basis: 'text', ticker: 'FICT', mic: 'XNYS', marketId: 'us' },
      { basis: 'text', ticker: 'FICTY', mic: 'PINX', marketId: 'us' },
    ]);
    expect(release({ mentions, isins: ['US0000000002'] }).tags).toMatchObject([{ basis: 'isin' }]);
  });

  test('keeps each tag once and at most two hundred tags', () => {
    const listings = Array.from({ length: 500 }, (_, at) => `NYSE:F${at % 400}`);
    expect(release({ listings }).tags.length).toBe(200);
    expect(release({ listings: ['NYSE:A', 'NYSE:A'] }).tags.length).toBe(1);
  });

  test('maps every exchange name to one ISO 10383 code', () => {
    const rows = readFileSync(new URL('./exchanges.tsv', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    for (const row of rows) {
      const [word = '', mic = ''] = row.split('\t');
      expect(exchangeOfWords(word)?.mic ?? '', word).toBe(mic);
      if (mic !== '') expect(findExchange(mic)?.mic, word).toBe(mic);
    }
  });
});

describe('subjects and tiers of a release', () => {
  test("maps the labels of both newswires to one subject, by GlobeNewswire's number if it has one", () => {
    for (const word of ['Earnings Releases And Operating Results', 'Earnings', 'ERN']) {
      expect(subjectOfWord(word)).toMatchObject({ subjectCode: 13, tier: 1 });
    }
    expect(subjectOfWord('Product / Services Announcement')?.subjectCode).toBe(32);
    expect(subjectOfWord('Weather')).toBeNull();
    expect(subjectLabel(27)).toBe('Mergers and Acquisitions');
    expect(subjectLabel(999)).toBeNull();
  });

  test('takes the tier from the most relevant subject, not from the headline', () => {
    expect(release({ subjects: ['Contests/Awards', 'Partnerships'], title: 'Reports record results' })).toMatchObject({
      tier: 2,
      subjectCodes: [29, 88],
    });
    expect(release({ subjects: ['Trade Show', 'Dividends'] })).toMatchObject({ tier: 1, subjectCodes: [12, 41] });
  });

  test('takes the tier from the headline if the subjects have none', () => {
    const title = 'Fictional Works Reports Third Quarter 2026 Results';
    expect(release({ subjects: ['Press Releases', 'Weather'], title })).toMatchObject({ tier: 1, subjectCodes: [72] });
    expect(release({ title: 'Fictional Works Launches a Widget' }).tier).toBe(2);
    expect(release({ title: 'A day in the orchard' }).tier).toBe(3);
  });

  test.each([
    ['SHAREHOLDER ALERT: Law Firm Investigates Fictional Works After Weak Results', 3],
    ['Fictional Works to Report Third Quarter Results on November 24', 3],
    ['Fictional Works Raises Full-Year Guidance', 1],
    ['Fictional Works Appoints Jane Doe as Chief Financial Officer', 1],
    ['Fictional Works to be Acquired by Example Holdings', 1],
    ['Fictional Works Receives Nasdaq Notification on Minimum Bid Price', 1],
    ['Fictional Works Announces Quarterly Dividend', 1],
    ['Fictional Works Awarded Contract by Example City', 2],
  ])('rates the headline "%s" as tier %d', (title, tier) => {
    expect(tierOfTitle(title)).toBe(tier);
  });

  const RELEASES = new URL('../../../../../../../shared/data/market/press/offering_releases/', import.meta.url);
  test.skipIf(!existsSync(RELEASES))('rates headlines of offerings as tier 1', () => {
    const headlines = readdirSync(RELEASES).flatMap(name => {
      if (!name.endsWith('.md')) return [];
      return /^Headline: (.+)$/m.exec(readFileSync(new URL(name, RELEASES), 'utf8'))?.[1] ?? [];
    });
    const stated = headlines.filter(headline => headline !== '...');
    expect(stated.length).toBeGreaterThan(50);
    expect(stated.filter(value => tierOfTitle(value) !== 1)).toEqual([]);
  });
});
