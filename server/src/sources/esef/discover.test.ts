import { describe, expect, test } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import {
  FICTIONAL_LEI,
  fictionalId,
  fictionalInline,
  fictionalJson,
  fictionalPage,
  OTHER_LEI,
} from './fictional-reports.ts';
import { entityFilingsUrl, filingAddressOf, newestFilingsUrl } from './filing-address.ts';
import { esef } from './source.ts';

const { discover, issuerOf, sourceOf } = esef;

const registry = (responses: Readonly<Record<string, string>>) =>
  clientWith(esef, responses, { now: () => new Date('2026-11-20T00:00:00Z') });

const PAGE = fictionalPage(
  [
    ['2023-12-31', FICTIONAL_LEI],
    ['2022-12-31', FICTIONAL_LEI],
  ],
  'FICT',
);

describe('the registry', () => {
  test('gives the filings of an LEI, with report packages unless other forms are requested', async () => {
    const client = registry({ [entityFilingsUrl(FICTIONAL_LEI, 1)]: PAGE });
    const wanted = { kind: 'named', tickers: ['FICT'], ids: [FICTIONAL_LEI, 'NOLEI'], since: '2024-01-01' } as const;
    const request = { ...wanted, tickers: ['FICT'], ids: [...wanted.ids] };
    const found = await discover(client, { ...request, forms: [] });
    expect(found.tasks).toHaveLength(1);
    expect(found.tasks[0]).toMatchObject({
      kind: 'filing',
      key: fictionalId('2023-12-31'),
      issuerKey: `lei:${FICTIONAL_LEI}`,
    });
    expect(found.tasks[0]?.urls?.map(url => url.slice(url.lastIndexOf('.')))).toEqual([
      expect.stringContaining('api/filings'),
      '.json',
    ]);
    expect(found.missing.map(item => item.key)).toEqual(['FICT', 'NOLEI']);
    const whole = await discover(client, {
      kind: 'named',
      tickers: [],
      ids: [FICTIONAL_LEI],
      since: null,
      forms: ['ANNUAL_REPORT'],
    });
    expect(whole.tasks.map(task => task.urls?.length)).toEqual([3, 3]);
    const byDefault = await discover(client, request);
    expect(byDefault.tasks.map(task => task.urls?.length)).toEqual([3]);
  });

  test('is reported if it responds with an error or does not know an entity', async () => {
    const error = '{"errors":[{"detail":"FilingSchema has no attribute","status":"400"}]}';
    const broken = registry({ [entityFilingsUrl(FICTIONAL_LEI, 1)]: error });
    const asking = discover(broken, { kind: 'named', tickers: [], ids: [FICTIONAL_LEI], since: null });
    await expect(asking).rejects.toThrow(/registry_error/);
    const found = await discover(registry({}), { kind: 'named', tickers: [], ids: [OTHER_LEI], since: null });
    expect(found.tasks).toEqual([]);
    expect(found.missing.map(item => item.kind)).toEqual(['entity']);
  });

  test('is read for new filings back to the last run, page by page', async () => {
    const rows = (from: number): (readonly [string, string])[] =>
      Array.from({ length: 100 }, (_, index) => [
        `${2023 - from}-${String((index % 12) + 1).padStart(2, '0')}-${String(Math.floor(index / 12) + 1).padStart(2, '0')}`,
        FICTIONAL_LEI,
      ]);
    const page = (from: number) => fictionalPage(rows(from), 'F').replace('"count":100', '"count":300');
    const client = registry({
      [newestFilingsUrl(1)]: page(0),
      [newestFilingsUrl(2)]: page(1),
      [newestFilingsUrl(3)]: page(2),
    });
    const first = await discover(client, { kind: 'channel', channel: 'new-filings', position: null });
    expect(first.position).toBe('2024-04-28T16:05:09Z');
    expect(client.requested).toHaveLength(1);
    const later = await discover(client, {
      kind: 'channel',
      channel: 'new-filings',
      position: '2023-04-28T16:05:09Z',
    });
    expect(later.tasks).toHaveLength(200);
    expect(later.position).toBe('2024-04-28T16:05:09Z');
  });
});

describe('URLs', () => {
  test('state the filing and the entity of a document', () => {
    expect(
      filingAddressOf('https://filings.xbrl.org/EDRPOU-31242924/2020-12-31/UAIFRS/UA/0/31242924-2020-12-31.json'),
    ).toEqual({
      nativeId: 'EDRPOU-31242924-2020-12-31-UAIFRS-UA-0',
      canonicalKey: 'edrpou:31242924',
      name: '31242924-2020-12-31.json',
    });
    const row = `https://filings.xbrl.org/api/filings?page%5Bsize%5D=5#${fictionalId('2023-12-31')}`;
    expect(sourceOf(row)).toBe(`filing/${fictionalId('2023-12-31')}`);
    expect(issuerOf(row)).toBe(`lei:${FICTIONAL_LEI}`);
    expect(sourceOf('https://filings.xbrl.org/api/filings?sort=date_added&page%5Bsize%5D=5')).toBe(
      'index/page[size]=5&sort=date_added',
    );
    expect(sourceOf('https://elsewhere.example/api/filings?x=1')).toBeNull();
  });
});

describe('imported files', () => {
  const row = { path: 'a/fict.json', form: '', cik: '', accession: '', filed: '', period: '' };

  test('are placed by their entity and period', () => {
    const bytes = Buffer.from(fictionalJson(2023, 1_000));
    const url = esef.identifyImport('fict.json', bytes);
    expect(url).toMatch(new RegExp(`/loose/lei-${FICTIONAL_LEI}/2023-12-31/[0-9a-f]{12}/fict\\.json$`));
    expect(issuerOf(url)).toBe(`lei:${FICTIONAL_LEI}`);
    const report = fictionalInline(2023, '1');
    const inUtf16 = Buffer.from(`\ufeff${report.replace(/^<\?xml[^>]*\?>/, '')}`, 'utf16le');
    expect(esef.identifyImport('fict.xhtml', inUtf16)).toMatch(/fict\.xhtml$/);
    expect(esef.identifyImport('fict.xhtml', Buffer.from(report))).toContain(`lei-${FICTIONAL_LEI}/2023-12-31`);
  });

  test('of a template are distinguished by the name of the filer, because their number is a placeholder', () => {
    const template = fictionalInline(2023, '1')
      .replace('http://standards.iso.org/iso/17442', 'http://www.kvk.nl/kvk-id')
      .replace(FICTIONAL_LEI, '12345678');
    expect(issuerOf(esef.identifyImport('a.xhtml', Buffer.from(template)))).toBe('name:kvk-fictieve-werken');
    const wrongDigits = fictionalInline(2023, '1', '999900FICTIONAL00055');
    expect(issuerOf(esef.identifyImport('a.xhtml', Buffer.from(wrongDigits)))).toBe('name:lei-fictieve-werken');
  });

  test('are placed by the id of a manifest, with its dates', () => {
    const bytes = Buffer.from(fictionalJson(2023, 1_000));
    const filed = esef.placeImport([
      { row: { ...row, accession: fictionalId('2023-12-31'), filed: '2024-04-02' }, bytes },
    ]);
    expect(filed.map(item => sourceOf(item.url))).toEqual([
      `filing/${fictionalId('2023-12-31')}`,
      `filing/${fictionalId('2023-12-31')}`,
    ]);
    expect(filed[1]?.bytes.toString()).toContain('2024-04-02');
  });

  test('of an unknown kind are rejected', () => {
    const refused = (name: string, content: string | Buffer) =>
      expect(() => esef.identifyImport(name, Buffer.from(content))).toThrow(/esef|no fact|no identifier/);
    refused('a.json', '{"cik":320193}');
    refused('a.html', '<html>Director dealings</html>');
    refused('a.zip', makeZip({ 'a/META-INF/taxonomyPackage.xml': 'x' }));
    refused('a.json', fictionalJson(2023, 1).replaceAll('lei:', 'nothing:'));
  });
});
