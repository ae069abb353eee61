import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPress, wireRelease } from '../../../../../test/seeds/press.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { listFilingPressReleases } from './list-filing-press-releases.ts';

const database = useTestDatabase();
const FILING = 'sec-edgar:0000990001-26-000001';
const PATH = `/api/v1/filings/${FILING}/press-releases`;
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990001', name: 'Fictional Works', listings: [{ ticker: 'FICT' }] });
  await seedIssuer(db, { key: 'cik:990002', name: 'Other Works', listings: [{ ticker: 'OTHR' }] });
  const filed = (nativeId: string, day: string) => ({ nativeId, form: '8-K', filed: day });
  await seedFilings(db, issuerId, [
    filed('0000990001-26-000001', '2026-03-15'),
    filed('0000990001-20-000001', '2020-01-01'),
  ]);
  const about = { listings: ['Nasdaq:FICT'] };
  await seedPress(db, [
    wireRelease('1-en', '2026-02-28T23:59:59Z', about),
    wireRelease('2-en', '2026-03-01T00:00:00Z', about),
    wireRelease('3-en', '2026-03-15T12:00:00Z', about),
    wireRelease('4-en', '2026-03-29T23:59:59Z', about),
    wireRelease('5-en', '2026-03-30T00:00:00Z', about),
    wireRelease('6-en', '2026-03-15T12:00:00Z', { listings: ['Nasdaq:OTHR'] }),
  ]);
});

describe('GET /api/v1/filings/{filing_id}/press-releases', () => {
  it('lists releases within 14 days of the filing date, with the distance in days', async () => {
    const { json, headers } = await api.read(listFilingPressReleases, PATH);
    expect(headers['x-credits-cost']).toBe('3');
    const items = json.items as { press_release_id: string; days_from_filing: number }[];
    expect(items.map(item => [item.press_release_id, item.days_from_filing])).toEqual([
      ['globenewswire:4-en', 14],
      ['globenewswire:3-en', 0],
      ['globenewswire:2-en', -14],
    ]);
    expect(json).toMatchObject({
      canonical_key: 'cik:990001',
      filing: { filing_id: FILING, form_type: '8-K' },
      has_more: false,
      preview: null,
    });
  });

  it('accepts the UUID of a filing and a limit', async () => {
    const { json } = await api.get(`/api/v1/filings/${uuidV5(FILING)}/press-releases?limit=1`);
    expect(json).toMatchObject({ has_more: true, items: [{ press_release_id: 'globenewswire:4-en' }] });
  });

  it('returns a preview to free plans', async () => {
    const free = await createTestApi(database.db, {}, 'free');
    const { json } = await free.get(PATH);
    expect(json).toMatchObject({ preview: { shown: 3, total: 3 }, items: [{ days_from_filing: 14 }, {}, {}] });
    expect(JSON.stringify(json)).not.toContain('The beginning of');
  });

  it('returns a reason for an empty list, and 404 for an unknown filing', async () => {
    const none = await api.get('/api/v1/filings/sec-edgar:0000990001-20-000001/press-releases');
    expect(none.json).toMatchObject({ items: [], empty_reason: 'not_covered', data_as_of: '2020-01-01T21:00:00Z' });
    expect((await api.get('/api/v1/filings/sec-edgar:nope/press-releases')).status).toBe(404);
  });
});
