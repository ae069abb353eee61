import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { filedEvent } from '../../../../test/seeds/corporate-events.ts';
import { seedFilings, seedIssuer } from '../../../../test/seeds/issuers.ts';
import type { FiledEvent } from '../../disclosures/events/model.ts';
import { EVENT_READINGS, encodeEventReading, replaceEventReadings } from '../../disclosures/events/store.ts';
import { listOutdatedFilings, listRuleChanges } from './readings.ts';

const database = useTestDatabase();
const CURRENT = EVENT_READINGS.rulesVersion;
let issuer: string;

beforeAll(async () => {
  issuer = await seedIssuer(database.db, { key: 'cik:910077', name: 'Fern Pumps, Inc.', listings: [] });
  await seedFilings(database.db, issuer, [
    { nativeId: 'b-1', form: '8-K', filed: '2023-01-10', periodEnd: '2023-01-06' },
    { nativeId: 'b-2', form: '8-K', filed: '2023-06-01', periodEnd: '2023-05-30' },
  ]);
});

const read = (nativeId: string, version: string, events: FiledEvent[]) =>
  database.db.transaction(tx =>
    replaceEventReadings(tx, [
      encodeEventReading(events, { issuerId: issuer, registry: 'sec-edgar', nativeId }, 'contents', version),
    ]),
  );
const outdated = async () => [...(await listOutdatedFilings(database.db, [EVENT_READINGS], 'sec-edgar'))];
const since = (version: number, registry: string | null = null) =>
  listRuleChanges(database.db, EVENT_READINGS, version, registry);

test('filings that other rules read are outdated until the current rules read them', async () => {
  await read('b-1', '1', [filedEvent({ variant: 'dismissed' })]);
  await read('b-2', CURRENT, [filedEvent({})]);
  expect(await outdated()).toEqual(['b-1']);
  expect(await since(1)).toEqual([]);
});

test('distinguishes records that were added, are gone, or state something else, since a version', async () => {
  const sale = filedEvent({ kind: 'name_change', variant: null, caseKey: null, itemCode: '5.03' });
  await read('b-1', CURRENT, [filedEvent({ variant: 'resigned' }), sale]);
  expect(await outdated()).toEqual([]);
  const changes = await since(1);
  expect(changes).toMatchObject([
    { change: 'changed', canonical_key: 'cik:910077', native_id: 'b-1', since_version: '1' },
    { change: 'added', before: null },
  ]);
  expect(changes[0]?.before).toContain('dismissed');
  expect(changes[0]?.after).toContain('resigned');
  expect(await since(1, 'edinet')).toEqual([]);
  expect(await since(Number(CURRENT))).toEqual([]);
});

test('reading a filing twice by the same rules keeps nothing', async () => {
  await read('b-2', CURRENT, []);
  expect((await since(1)).map(change => change.native_id)).toEqual(['b-1', 'b-1']);
});
