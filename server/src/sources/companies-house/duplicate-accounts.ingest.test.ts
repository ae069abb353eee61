import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { startTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { uuidV5 } from '../../kernel/ids.ts';
import { archiveDocuments, type Ingest, runIngest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { FICTIONAL_ENTRY, fictionalAccounts } from './fictional-accounts.ts';
import { filingHistory } from './filing-history.ts';
import { profile } from './profile.ts';
import { companiesHouse } from './source.ts';

const NUMBER = '99000001';
const DOCUMENT = `Prod223_3384_${NUMBER}_20251231`;
const ADDRESS = {
  ...FICTIONAL_ENTRY,
  transaction_id: 'MzEy',
  type: 'AD01',
  category: 'address',
  description_values: {},
};

const RESPONSES: Record<string, string | Buffer> = {
  [profile.url({ number: NUMBER })]: JSON.stringify({ company_number: NUMBER, company_name: 'FICTIONAL LIMITED' }),
  [filingHistory.url(NUMBER, 0)]: JSON.stringify({ items: [FICTIONAL_ENTRY, ADDRESS], total_count: 2 }),
  'https://download.companieshouse.gov.uk/Accounts_Bulk_Data-2026-09-15.zip': makeZip({
    [`${DOCUMENT}.html`]: fictionalAccounts(NUMBER),
  }),
};
const COMPANY: Ingest['wanted'] = { kind: 'named', tickers: [], ids: [NUMBER], since: null };
const DAYS: Ingest['wanted'] = { kind: 'channel', channel: 'accounts-daily', position: null };

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const opened: { worker: Worker; database: TestDatabase }[] = [];
let worker: Worker;
let database: TestDatabase;
let api: TestApi;

async function open(): Promise<{ worker: Worker; database: TestDatabase }> {
  const made = await createTestDatabase();
  const started = await startTestWorker(made.connection, join(folder.path, `data-${opened.length}`), {
    workers: 1,
    registries: ['companies-house'],
    contact: 'Test test@example.com',
    keys: { ASFILED_COMPANIES_HOUSE_KEY: 'secret' },
    originOverrides: registry.originOverrides,
    now: () => new Date('2026-09-16T12:00:00Z'),
    announcesForHours: 1_000_000,
  });
  opened.push({ worker: started, database: made });
  return { worker: started, database: made };
}

async function ingest(by: Worker, wanted: Ingest['wanted'], force = false) {
  const options = { mirror: null, record: null, force };
  const run = { registry: 'companies-house', command: 'test', options, wanted };
  expect(await runIngest(by, run, () => undefined, new AbortController().signal)).toMatchObject({ failed: 0 });
}

/** What both sources gave, without what depends on the order in which they were read. */
async function stored({ db }: TestDatabase) {
  return {
    filings: await db.query(sql`
      select native_id, form_type, category, filing_date, known_at, period_end, title, url, has_xbrl, primary_document
      from filings order by native_id`),
    aliases: await db.query(sql`select alias_id, native_id, evidence from filing_aliases`),
    periods: await db.query(sql`select native_id, period_end from kpi_periods order by period_end`),
  };
}

beforeAll(async () => {
  registry.answer(({ address }) => {
    const bytes = RESPONSES[address];
    return bytes === undefined ? { status: 404 } : { bytes };
  });
  ({ worker, database } = await open());
  api = await createTestApi(database.db);
  await ingest(worker, COMPANY);
  await ingest(worker, DAYS);
});
afterAll(async () => {
  for (const one of opened) {
    await one.worker.stop();
    await one.database.drop();
  }
});

test('accounts in the history and in the bulk file are one filing, with the title of one and the figures of the other', async () => {
  const { filings, aliases } = await stored(database);
  expect(filings).toMatchObject([
    { native_id: 'MzEy', form_type: 'AD01' },
    {
      native_id: DOCUMENT,
      form_type: 'AA',
      filing_date: '2026-09-14',
      known_at: '2026-09-15T23:00:00Z',
      period_end: '2025-12-31',
      title: 'Accounts with accounts type micro entity',
      url: `https://find-and-update.company-information.service.gov.uk/company/${NUMBER}/filing-history/MzEx/document`,
      has_xbrl: true,
      primary_document: `${DOCUMENT}.html`,
    },
  ]);
  expect(aliases).toMatchObject([
    { alias_id: 'MzEx', native_id: DOCUMENT, evidence: { entry_filed: '2026-09-14', days: 1 } },
  ]);
});

test('both ids find the filing, in both spellings, and no list has it twice', async () => {
  const [uuid, alias] = [DOCUMENT, 'MzEx'].map(id => uuidV5(`companies-house:${id}`));
  const id = `companies-house:${DOCUMENT}`;
  for (const spelling of [id, 'companies-house:MzEx', uuid, alias]) {
    const response = await api.get(`/api/v1/filings/${encodeURIComponent(spelling ?? '')}/facts`);
    expect([spelling, response.status]).toEqual([spelling, 200]);
    expect(JSON.stringify(response.json)).toContain('NetAssetsLiabilities');
  }
  expect((await api.get('/api/v1/filings/companies-house%3AMzEz/facts')).status).toBe(404);
});

test('the document of an announced entry is not announced', async () => {
  const events = await database.db.query(
    sql`select event_key from events where event_type = 'filing.discovered' order by event_key`,
  );
  expect(events).toEqual([{ event_key: 'companies-house:MzEx' }, { event_key: 'companies-house:MzEy' }]);
});

test('reading either source again or reprocessing changes nothing', async () => {
  const before = await stored(database);
  await ingest(worker, COMPANY, true);
  expect(await stored(database)).toEqual(before);
  await ingest(worker, DAYS, true);
  expect(await stored(database)).toEqual(before);
  await ingest(worker, { kind: 'replay', from: 'parse' }, true);
  expect(await stored(database)).toEqual(before);
});

test('the store does not depend on which source is read first', async () => {
  const other = await open();
  await ingest(other.worker, DAYS);
  await ingest(other.worker, COMPANY);
  expect(await stored(other.database)).toEqual(await stored(database));
});

test('filings that an earlier version merged are separated and merged again', async () => {
  const before = await stored(database);
  await database.run(`
    alter table filing_aliases drop column entry, drop column document;
    alter table filing_aliases add constraint filing_aliases_issuer_id_registry_native_id_key
      unique (issuer_id, registry, native_id);`);
  await database.run(
    readFileSync(new URL('../../db/migrations/0064_separable_duplicates.sql', import.meta.url), 'utf8'),
  );
  await ingest(worker, COMPANY, true);
  expect(await stored(database)).toEqual(before);
  await ingest(worker, DAYS, true);
  expect(await stored(database)).toEqual(before);
});

test('a deleted entry withdraws the document: its figures are no longer used', async () => {
  expect((await stored(database)).periods).not.toEqual([]);
  const line = JSON.stringify({
    resource_kind: 'filing-history',
    resource_uri: `/company/${NUMBER}/filing-history/MzEx`,
    resource_id: 'MzEx',
    event: { timepoint: 5, type: 'deleted', published_at: '2026-09-20T10:00:00' },
  });
  const path = join(folder.path, 'deleted.jsonl');
  writeFileSync(path, `${line}\n`);
  await ingest(worker, await archiveDocuments(worker.tools, companiesHouse, [path]));
  expect(await database.db.query(sql`select native_id, status, since from filing_standings`)).toEqual([
    { native_id: DOCUMENT, status: 'withdrawn', since: '2026-09-20T10:00:00Z' },
  ]);
  expect((await stored(database)).periods).toEqual([]);
});
