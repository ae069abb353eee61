import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { atomFaults } from '../../../../../test/checks/atom-faults.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { FEED_NOW, seedFeed } from '../../../../../test/seeds/feed.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';

const database = useTestDatabase();
const ROUTE = '/api/v1/feeds/filings.xml';
const api = useTestApi(database, { now: () => FEED_NOW });

const contentOf = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, text]) => text);

describe(`GET ${ROUTE}`, () => {
  it('returns a valid feed of an empty store', async () => {
    const { status, text, headers } = await api.get(ROUTE);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atomFaults(text)).toEqual([]);
    expect(atomFaults(text.replace(/<id>.*<\/id>\n/, ''))).not.toEqual([]);
  });

  it('returns the filings of the JSON feed, valid by the schema of RFC 4287', async () => {
    await seedFeed(database.db);
    const { text } = await api.get(ROUTE);
    expect(atomFaults(text)).toEqual([]);
    expect(contentOf(text, /<title>(.*)<\/title>/g)).toEqual([
      'Filings',
      'WDGS SC 13G 2026-05-28 – Widgets &amp; Sons &lt;Inc.&gt;',
      '9043 030000 2026-05-25 – Motors KK',
      'WDGS 10-K 2026-03-31 – Widgets &amp; Sons &lt;Inc.&gt;',
    ]);
    expect(contentOf(text, /<id>(.*)<\/id>/g).slice(1)).toEqual(
      ['sec-edgar:holding', 'edinet:report', 'sec-edgar:annual'].map(id => `urn:uuid:${uuidV5(id)}`),
    );
    expect(text).toContain('<updated>2026-05-28T21:00:00Z</updated>');
    expect(text).toContain('<category scheme="form" term="SC 13G"/>');
    expect(text).toContain('<category scheme="category" term="large_holding"/>');
    expect(text).toContain('<category scheme="market" term="us"/>');
    expect(text).toContain('<link rel="alternate" href="https://registry.example/holding"/>');
    const [related = ''] = contentOf(text, /<link rel="related" href="([^"]*)"/g);
    const address = new URL((related ?? '').replaceAll('&amp;', '&'));
    expect((await api.get(address.pathname + address.search)).status).toBe(200);
  });

  it('states its own URL whatever the parameters, and keeps its id', async () => {
    const first = await api.get(`${ROUTE}?form_types=10-K&limit=10`, { host: 'filings.example' });
    expect(first.text).toContain(
      '<link rel="self" href="http://filings.example/api/v1/feeds/filings.xml?form_types=10-K&amp;limit=10" type="application/atom+xml"/>',
    );
    expect(first.text).toContain(
      '<link rel="alternate" href="http://filings.example/api/v1/feeds/filings?form_types=10-K&amp;limit=10" type="application/json"/>',
    );
    const other = await api.get(`${ROUTE}?limit=10&form_types=10-K`, { host: 'elsewhere.example' });
    const idOf = (xml: string) => contentOf(xml, /<id>(.*)<\/id>/g)[0];
    expect(idOf(other.text)).toBe(idOf(first.text));
    expect(idOf(first.text)).not.toBe(idOf((await api.get(ROUTE)).text));
  });

  it('links its pages as one feed', async () => {
    const linkTo = (xml: string, relation: string) =>
      contentOf(xml, new RegExp(`<link rel="${relation}" href="([^"]*)"`, 'g'))[0]?.replaceAll('&amp;', '&');
    const whole = await api.get(ROUTE);
    const entryIds = (xml: string) => contentOf(xml, /<id>(.*)<\/id>/g).slice(1);
    const seen: string[] = [];
    let page = await api.get(`${ROUTE}?limit=2`);
    const first = page.text;
    expect([linkTo(first, 'previous'), linkTo(first, 'first')]).toEqual([undefined, linkTo(first, 'self')]);
    for (let pages = 1; ; pages++) {
      expect(atomFaults(page.text)).toEqual([]);
      expect(contentOf(page.text, /<id>(.*)<\/id>/g)[0]).toBe(contentOf(first, /<id>(.*)<\/id>/g)[0]);
      seen.push(...entryIds(page.text).map(String));
      const next = linkTo(page.text, 'next');
      if (next === undefined) {
        expect(pages).toBe(2);
        break;
      }
      const { pathname, search } = new URL(next);
      page = await api.get(pathname + search);
    }
    expect(seen).toEqual(entryIds(whole.text));
    expect(linkTo(page.text, 'previous')).toBe(linkTo(first, 'self'));
    expect(linkTo(page.text, 'first')).toBe(linkTo(first, 'self'));
  });

  it('returns 304 free of charge while nothing is new', async () => {
    const { headers } = await api.get(ROUTE);
    const again = await api.get(ROUTE, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.headers['x-credits-cost']).toBe('0');
    expect((await api.get(`${ROUTE}?limit=1`, { 'if-none-match': String(headers.etag) })).status).toBe(200);
  });

  it('accepts the key as a Basic password from readers without custom headers, on this route only', async () => {
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`,
    });
    expect((await api.ask({ url: ROUTE, headers: basic(api.key) })).status).toBe(200);
    const unknown = await api.ask({ url: ROUTE });
    expect(unknown.status).toBe(401);
    expect(String(unknown.headers['www-authenticate'])).toMatch(/Bearer.*Basic realm="asfiled"/);
    expect((await api.ask({ url: ROUTE, headers: basic('afk_wrong') })).status).toBe(401);
    const json = await api.ask({ url: '/api/v1/feeds/filings', headers: basic(api.key) });
    expect(json.status).toBe(401);
    expect(String(json.headers['www-authenticate'])).not.toContain('Basic');
  });
});
