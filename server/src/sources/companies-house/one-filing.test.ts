import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, startTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments, archiveManifest, type Ingest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { FICTIONAL_ENTRY, fictionalAccounts } from './fictional-accounts.ts';
import { filingHistory } from './filing-history.ts';
import { profile } from './profile.ts';
import { companiesHouse } from './source.ts';

const NUMBER = '99000001';
const DOCUMENT = `Prod223_3384_${NUMBER}_20251231`;
const ACCOUNTS = fictionalAccounts(NUMBER, { approvedOn: '2026-05-04' });
const AMENDED = fictionalAccounts(NUMBER, { approvedOn: '2026-11-02', netAssets: 4321 });
const AMENDMENT = { ...FICTIONAL_ENTRY, transaction_id: 'MzEy', date: '2026-11-20', type: 'AAMD' };

/** How accounts arrive; each returns what is ingested. */
type Arrival = (worker: Worker, folder: string) => Promise<Ingest['wanted']>;

const folder = useTemporaryFolder();
const registry = useStandInRegistry();

const history: Arrival = async () => ({ kind: 'named', tickers: [], ids: [NUMBER], since: null });

/** The zip of a day with the accounts, as a document or in a zip of their own. */
const zipOfDay =
  (member: string, bytes: string | Buffer): Arrival =>
  (worker, at) => {
    const path = join(at, 'Accounts_Bulk_Data-2026-09-15.zip');
    writeFileSync(path, makeZip({ [member]: bytes }));
    return archiveBulk(worker.tools, [path]);
  };

const loose =
  (name: string, text = ACCOUNTS): Arrival =>
  (worker, at) => {
    writeFileSync(join(at, name), text);
    return archiveDocuments(worker.tools, companiesHouse, [join(at, name)]);
  };

const withManifest =
  (filed: string, text = ACCOUNTS): Arrival =>
  async (worker, at) => {
    const row = ['report.html', 'AA', NUMBER, filed, '2025-12-31'];
    writeFileSync(join(at, 'report.html'), text);
    writeFileSync(join(at, 'MANIFEST.tsv'), `path\tform\tcik\tfiled\tperiod\n${row.join('\t')}\n`);
    return (await archiveManifest(worker.tools, companiesHouse, join(at, 'MANIFEST.tsv'))).wanted;
  };

/** The export of a new store after arrivals, in order; those of one step come at the same time. */
async function storeAfter(
  steps: readonly (readonly Arrival[])[],
  entries: readonly object[],
  read: (database: TestDatabase) => Promise<void> = async () => undefined,
): Promise<string> {
  const database = await createTestDatabase();
  const data = mkdtempSync(join(folder.path, 'store-'));
  const worker = await startTestWorker(database.connection, data, {
    workers: 2,
    registries: ['companies-house'],
    contact: 'Test test@example.com',
    keys: { ASFILED_COMPANIES_HOUSE_KEY: 'secret' },
    originOverrides: registry.originOverrides,
    now: () => new Date('2026-12-16T12:00:00Z'),
  });
  const responses: Record<string, object> = {
    [profile.url({ number: NUMBER })]: { company_number: NUMBER, company_name: 'FICTIONAL LIMITED' },
    [filingHistory.url(NUMBER, 0)]: { items: entries, total_count: entries.length },
  };
  registry.answer(({ address }) => {
    const response = responses[address];
    return response === undefined ? { status: 404 } : { bytes: JSON.stringify(response) };
  });
  try {
    for (const step of steps) {
      const wanted: Ingest['wanted'][] = [];
      for (const [at, arrival] of step.entries()) {
        const own = join(data, `arrival-${at}`);
        mkdirSync(own, { recursive: true });
        wanted.push(await arrival(worker, own));
      }
      const results = await Promise.all(wanted.map(given => ingestFrom('companies-house')(worker, given)));
      for (const result of results) expect(result).toMatchObject({ failure: null, failed: 0 });
    }
    await read(database);
    return await exportText(database.db);
  } finally {
    await worker.stop();
    await database.drop();
  }
}

/** `ASFILED_ORDERS=all` tries every order; otherwise each two items come in both orders. */
function ordersOf<T>(items: readonly T[]): T[][] {
  return process.env.ASFILED_ORDERS === 'all' ? permutations(items) : rotations(items);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]));
}

function rotations<T>(items: readonly T[]): T[][] {
  return items.map((_item, at) => [...items.slice(at), ...items.slice(0, at)]);
}

/** Reads the accounts in a store, and expects the day that they were known to be that of their figures. */
function expectAccounts(accounts: readonly object[]) {
  return async ({ db }: TestDatabase): Promise<void> => {
    const rows = await db.query(sql`
      select native_id, form_type, filing_date, known_at, f.newest_known as figures_known
      from filings left join fact_sources f using (issuer_id, registry)
      where f.source is null or f.source = 'filing/' || native_id order by known_at, native_id`);
    expect(rows).toEqual(accounts);
  };
}

/** Expects orders of arrivals, and all at once, to end in one store. */
async function expectOneStore(
  arrivals: readonly Arrival[],
  entries: readonly object[],
  accounts: readonly object[],
): Promise<void> {
  const [first = [], ...others] = ordersOf(arrivals);
  const text = await storeAfter(
    first.map(arrival => [arrival]),
    entries,
    expectAccounts(accounts),
  );
  const orders = [[[...arrivals]], ...others.map(order => order.map(arrival => [arrival]))];
  for (const order of orders) expect(await storeAfter(order, entries)).toBe(text);
}

/** As the zip of a day dates accounts. */
const PUBLISHED = {
  form_type: 'AA',
  filing_date: '2026-09-14',
  known_at: '2026-09-15T23:00:00Z',
  figures_known: '2026-09-15T23:00:00Z',
};
/** As only the entry dates them. */
const FILED = { ...PUBLISHED, known_at: '2026-09-14T23:00:00Z', figures_known: '2026-09-14T23:00:00Z' };

test('accounts of a daily zip, loose without a name, with a manifest and of the filing history are one filing in every order', async () => {
  const arrivals = [
    history,
    zipOfDay(`${DOCUMENT}.html`, ACCOUNTS),
    loose('accounts.html'),
    withManifest('2026-09-15'),
  ];
  await expectOneStore(arrivals, [FICTIONAL_ENTRY], [{ native_id: DOCUMENT, ...PUBLISHED }]);
}, 300_000);

test('accounts in a zip of a daily zip, loose under their name and without one are one filing in every order', async () => {
  const arrivals = [
    history,
    zipOfDay(`${DOCUMENT}.zip`, makeZip({ 'accounts.html': ACCOUNTS })),
    loose(`${NUMBER}_20251231.html`),
  ];
  await expectOneStore(arrivals, [FICTIONAL_ENTRY], [{ native_id: DOCUMENT, ...PUBLISHED }]);
}, 300_000);

test('loose accounts that state no day of publication are known when their entry is, in every order', async () => {
  const made = expect.stringMatching(new RegExp(`^${NUMBER}_20251231_[0-9a-f]{12}$`));
  await expectOneStore([history, loose('accounts.html')], [FICTIONAL_ENTRY], [{ native_id: made, ...FILED }]);
  await expectOneStore([history, loose(`${DOCUMENT}.html`)], [FICTIONAL_ENTRY], [{ native_id: DOCUMENT, ...FILED }]);
}, 300_000);

test('amended accounts of one company and period stay a second filing in every order', async () => {
  const arrivals = [history, withManifest('2026-09-15'), withManifest('2026-11-23', AMENDED)];
  const made = expect.stringMatching(new RegExp(`^${NUMBER}_20251231_[0-9a-f]{12}$`));
  const late = '2026-11-24T00:00:00Z';
  await expectOneStore(
    arrivals,
    [FICTIONAL_ENTRY, AMENDMENT],
    [
      { native_id: made, ...PUBLISHED },
      { native_id: made, form_type: 'AAMD', filing_date: '2026-11-20', known_at: late, figures_known: late },
    ],
  );
}, 300_000);
