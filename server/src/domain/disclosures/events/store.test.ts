import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { filedEvent, seedEvents } from '../../../../test/seeds/corporate-events.ts';
import { seedFilings, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { sql } from '../../../db/database.ts';
import type { FiledEvent } from './model.ts';
import { encodeEventReading, replaceEventReadings, resolveEvents } from './store.ts';

const database = useTestDatabase();
let issuer: string;

beforeAll(async () => {
  issuer = await seedIssuer(database.db, {
    key: 'cik:910001',
    name: 'Fern Pumps, Inc.',
    listings: [{ ticker: 'FRNP' }],
  });
  await seedFilings(database.db, issuer, [
    { nativeId: 'a-1', form: '8-K', filed: '2023-01-10', periodEnd: '2023-01-06' },
    { nativeId: 'a-2', form: '8-K/A', filed: '2023-01-20', periodEnd: '2023-01-06' },
    { nativeId: 'a-3', form: '8-K', filed: '2023-06-01', periodEnd: '2023-05-30' },
    { nativeId: 'a-4', form: '8-K', filed: '2024-06-01', periodEnd: '2024-05-30' },
    { nativeId: 'n-1', form: 'NT 10-K', filed: '2023-04-01', periodEnd: '2022-12-31' },
    { nativeId: 'n-2', form: 'NT 10-Q', filed: '2024-11-12', periodEnd: '2024-09-30' },
  ]);
});

const read = (nativeId: string, events: FiledEvent[], from: 'list' | 'contents', version = '1') =>
  database.db.transaction(async tx => {
    const key = { issuerId: issuer, registry: 'sec-edgar', nativeId };
    const changed = await replaceEventReadings(tx, [encodeEventReading(events, key, from, version)]);
    await resolveEvents(tx, [issuer]);
    return changed;
  });

const stored = () =>
  database.db.query<Record<string, unknown>>(sql`
    select native_id, kind, variant, is_current, status, is_notable, event_id, case_id, first_known_at
    from corporate_events order by known_at, native_id, place`);

describe('replaceEventReadings', () => {
  it('stores a reading once; documents replace lists, but lists never replace documents', async () => {
    const listed = filedEvent({ variant: null, evidence: [] });
    expect(await read('a-1', [], 'list')).toBe(0);
    expect(await read('a-1', [listed], 'list')).toBe(1);
    expect(await read('a-1', [listed], 'list')).toBe(0);
    expect(await read('a-1', [filedEvent({ title: 'Au\u0000ditor' })], 'contents')).toBe(1);
    expect(await read('a-1', [listed], 'list', '2')).toBe(0);
    expect(await read('a-1', [filedEvent({ title: 'Au\u0000ditor' })], 'contents')).toBe(0);
    expect(await stored()).toMatchObject([
      { native_id: 'a-1', variant: 'dismissed', is_current: true, status: 'open' },
    ]);
    const words = await database.db.queryOne<{ words: string }>(sql`select words from corporate_events`);
    expect(JSON.parse(words?.words ?? '')).toMatchObject({ title: 'Au\ufffdditor', rulesVersion: '1' });
  });

  it('attaches an amendment to the event of its original filing and keeps the original date', async () => {
    await read('a-2', [filedEvent({ variant: 'resigned' })], 'contents');
    const [original, amendment] = await stored();
    expect(original).toMatchObject({ native_id: 'a-1', is_current: false });
    expect(amendment).toMatchObject({ native_id: 'a-2', is_current: true, status: 'updated' });
    expect(amendment?.event_id).toBe(original?.event_id);
    expect(amendment?.first_known_at).toBe('2023-01-10T21:00:00Z');
  });

  it('groups events no more than 180 days apart into one case', async () => {
    await seedEvents(database.db, issuer, 'a-3', [filedEvent({})]);
    await seedEvents(database.db, issuer, 'a-4', [
      filedEvent({}),
      filedEvent({ kind: 'name_change', variant: null, caseKey: null, itemCode: '5.03' }),
    ]);
    const rows = (await stored()).filter(row => row.is_current);
    const [first, second, third, alone] = rows;
    expect(first?.case_id).toBe(`case-${first?.event_id}`);
    expect(second?.case_id).toBe(first?.case_id);
    expect(third?.case_id).toBe(`case-${third?.event_id}`);
    expect(alone).toMatchObject({ kind: 'name_change', case_id: null });
  });

  it('resolves lasting events and marks a second late notice within two years as notable', async () => {
    const late = (form: string) =>
      filedEvent({
        kind: 'late_filing_notice',
        variant: null,
        itemCode: null,
        caseKey: 'reporting',
        fields: { lateFormType: form },
      });
    await read('n-1', [late('10-K')], 'list');
    await read('n-2', [late('10-Q')], 'list');
    await seedEvents(database.db, issuer, 'a-3', [
      filedEvent({ kind: 'listing_deficiency', variant: 'bid_price', itemCode: '3.01', caseKey: 'distress' }),
    ]);
    await seedEvents(database.db, issuer, 'a-4', [
      filedEvent({
        kind: 'listing_deficiency',
        variant: 'regained',
        isResolving: true,
        itemCode: '3.01',
        caseKey: 'distress',
      }),
    ]);
    const rows = await stored();
    const of = (nativeId: string) => rows.find(row => row.native_id === nativeId);
    expect(of('n-1')).toMatchObject({ is_notable: false });
    expect(of('n-2')).toMatchObject({ is_notable: true });
    expect(of('a-3')).toMatchObject({ variant: 'bid_price', status: 'resolved' });
    expect(of('a-4')).toMatchObject({ variant: 'regained', status: 'resolved' });
  });

  it('keeps events apart that a filing states of one party', async () => {
    const suit = { kind: 'litigation', itemCode: null, subject: 'moss valves', caseKey: 'legal' } as const;
    await seedEvents(database.db, issuer, 'a-4', [
      filedEvent({ ...suit, variant: 'filed', eventDate: '2024-01-05' }),
      filedEvent({ ...suit, variant: 'settled', eventDate: '2024-05-01', datePrecision: 'month' }),
    ]);
    const rows = (await stored()).filter(row => row.native_id === 'a-4');
    expect(rows.map(row => [row.variant, row.is_current])).toEqual([
      ['filed', true],
      ['settled', true],
    ]);
    const words = await database.db.query<{ words: string }>(sql`
      select words from corporate_events where native_id = 'a-4' order by place`);
    expect(words.map(row => JSON.parse(row.words).datePrecision ?? null)).toEqual([null, 'month']);
  });
});
