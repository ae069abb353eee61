import { describe, expect, test } from 'vitest';
import { MAX_ITEMS, parseRss, parseRssDate, textsOf } from './parse-rss.ts';

const item = (inner: string) => `<item>${inner}</item>`;
const feed = (items: string, attributes = '') =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" ${attributes}><channel><title>Fictional wire</title>` +
  `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://wire.example/feed"/>${items}</channel></rss>`;

describe('parseRss', () => {
  test('reads items with their elements as written, and categories with their domain', () => {
    const channel = parseRss(
      feed(
        item(
          '<title>A &amp; B</title><category\n domain="https://wire.example/stock">Fictional:ABCD</category>' +
            '<description><![CDATA[<p>Lead</p>]]></description><dc:contributor>ABCD Inc.</dc:contributor>',
        ),
        'xmlns:dc="http://dublincore.org/documents/dcmi-namespace/"',
      ),
    );
    expect(channel).toEqual({
      title: 'Fictional wire',
      description: null,
      self: 'https://wire.example/feed',
      items: [
        {
          position: 1,
          elements: [
            { name: 'title', domain: null, text: 'A & B' },
            { name: 'category', domain: 'https://wire.example/stock', text: 'Fictional:ABCD' },
            { name: 'description', domain: null, text: '<p>Lead</p>' },
            { name: 'dc:contributor', domain: null, text: 'ABCD Inc.' },
          ],
        },
      ],
      unread: 0,
      faults: [],
    });
  });

  test('returns the text of unescaped markup', () => {
    const [only] = parseRss(feed(item('<description><p>One <b>two</b></p> three</description>'))).items;
    expect(only && textsOf(only, 'description')).toEqual(['One two three']);
  });

  test('keeps the items before a cut and drops the item that was cut', () => {
    const whole = feed(item('<title>First</title>') + item('<title>Second, which is cut</title>'));
    const channel = parseRss(whole.slice(0, whole.indexOf('which')));
    expect(channel.items.map(item => textsOf(item, 'title'))).toEqual([['First']]);
    expect(channel.faults).toMatchObject([{ kind: 'truncated' }]);
  });

  test('returns no items and no title for a document without a channel', () => {
    for (const text of ['', '<html><body><item>x</item></body></html>', 'plain', '<rss/>', '<feed><entry/></feed>']) {
      expect(parseRss(text)).toMatchObject({ title: null, items: [] });
    }
  });

  test('leaves an entity bomb unexpanded', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${feed(item('<title>&b;&b;</title>'))}`;
    const channel = parseRss(bomb);
    expect(channel.items.map(item => textsOf(item, 'title'))).toEqual([['&b;&b;']]);
    expect(channel.faults.map(fault => fault.kind)).toContain('document_type');
  });

  test('reads a thousand of ten thousand items and counts the rest', () => {
    const channel = parseRss(feed(item('<title>x</title>').repeat(10_000)));
    expect([channel.items.length, channel.unread]).toEqual([MAX_ITEMS, 10_000 - MAX_ITEMS]);
  });

  test('limits the length of texts and the number of elements', () => {
    const [long, many] = parseRss(
      feed(item(`<title>${'x'.repeat(200_000)}</title>`) + item('<category>x</category>'.repeat(1_000))),
    ).items;
    expect(long?.elements[0]?.text.length).toBeLessThanOrEqual(100_000);
    expect(many?.elements.length).toBe(200);
  });
});

describe('parseRssDate', () => {
  test.each([
    ['Thu, 16 Jul 2026 15:43 GMT', '2026-07-16T15:43:00Z'],
    ['Thu, 16 Jul 2026 15:43:07 GMT', '2026-07-16T15:43:07Z'],
    ['16 Jul 2026 08:30:00 EDT', '2026-07-16T12:30:00Z'],
    ['Fri, 02 Jan 2026 07:00:00 -0500', '2026-01-02T12:00:00Z'],
    ['Fri, 2 Jan 2026 07:00 +05:30', '2026-01-02T01:30:00Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseRssDate(text)).toBe(instant);
  });

  test.each([
    '',
    '2026-07-16T15:43:00Z',
    'Thu, 16 Jul 2026 15:43',
    'Thu, 16 Jul 2026 15:43 A',
    'Thu, 31 Feb 2026 15:43 GMT',
    'Thu, 16 Jul 2026 25:43 GMT',
    'Thu, 16 Jul 0000 15:43 GMT',
    'Thu, 16 Jul 2026 15:43 +2500',
    'Mon, 01 Jan 0001 00:00 +1400',
    'Fri, 31 Dec 9999 23:59 -1400',
  ])('returns null for %j', text => {
    expect(parseRssDate(text)).toBeNull();
  });
});
