import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { isFigi, isIsin } from '../../kernel/identifiers/check-digits.ts';
import type { Ingest, IngestResult } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';

/** Fictional LEIs, ISINs and FIGIs with valid check digits. */
const LEI = 'XXXX00FICTIONAL0LD30';
const OTHER = 'XXXX00FICTIONALNEW79';
const withDigit = (stem: string, isRight: (text: string) => boolean) =>
  Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find(isRight) ?? '';
const ISIN = withDigit('GB00FCTNL00', isIsin);
const BOND = withDigit('GB00FCTNL01', isIsin);
const LINE = withDigit('BBG0FCTNL01', isFigi);
const COMPOSITE = withDigit('BBG0FCTNL02', isFigi);
const SHARE_CLASS = withDigit('BBG0FCTNL03', isFigi);

const SHARE = {
  figi: LINE,
  compositeFIGI: COMPOSITE,
  shareClassFIGI: SHARE_CLASS,
  name: 'FICTIONAL WORKS PLC',
  ticker: 'FICT',
  exchCode: 'LN',
  marketSector: 'Equity',
  securityType: 'Common Stock',
  securityType2: 'Common Stock',
};
/** Exchanges of the United Kingdom, in the order of the catalogue. */
const EXCHANGES = ['XLON', 'AIMX'];
const JOB = { idType: 'ID_ISIN', marketSecDes: 'Equity' };
const NOT_FOUND = { warning: 'No identifier found.' };

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
let worker: Worker;
const api = useTestApi(database);
/** The result of a job; tests replace it. */
let resultOf: (isin: string, mic: string) => unknown;

interface SentJob {
  idType: string;
  idValue: string;
  micCode: string;
}

function sentJobs(): SentJob[][] {
  return registry.received.flatMap(({ address, body }) =>
    address === 'https://api.openfigi.com/v3/mapping' ? [JSON.parse(body) as SentJob[]] : [],
  );
}

/** Responses of the LEI index about two fictional companies, one of them with securities. */
function leiResponse(address: string): string | null {
  const [, lei, part] = /\/lei-records\/([A-Z0-9]{20})(\/isins)?/.exec(address) ?? [];
  if (lei === undefined) return null;
  if (part !== undefined) {
    const data = [ISIN, BOND].map(isin => ({ type: 'isins', id: isin, attributes: { lei, isin } }));
    return JSON.stringify({ meta: { pagination: { lastPage: 1 } }, data });
  }
  const name = lei === LEI ? 'FICTIONAL WORKS PLC' : 'FICTIONAL HOLDINGS PLC';
  const entity = { legalName: { name, language: 'en' }, jurisdiction: 'GB', status: 'ACTIVE' };
  const attributes = { lei, entity, registration: { status: 'ISSUED' } };
  const relationships = lei === LEI ? { isins: { links: { related: 'x' } } } : {};
  return JSON.stringify({ data: { type: 'lei-records', id: lei, attributes, relationships } });
}

const ingest = (name: string, wanted: Ingest['wanted'], options: Partial<Ingest['options']> = {}) =>
  ingestFrom(name)(worker, wanted, options);

const UNLISTED: Ingest['wanted'] = { kind: 'channel', channel: 'unlisted', position: null };

function named(...ids: string[]): Ingest['wanted'] {
  return { kind: 'named', tickers: [], ids, since: null };
}

beforeEach(async () => {
  resultOf = (isin, mic) => (isin === ISIN && mic === 'XLON' ? { data: [SHARE] } : NOT_FOUND);
  registry.received.length = 0;
  registry.answer(({ address, body }) => {
    if (!address.includes('openfigi')) {
      const bytes = leiResponse(address);
      return bytes === null ? { status: 404 } : { bytes };
    }
    const jobs = JSON.parse(body) as SentJob[];
    return { bytes: JSON.stringify(jobs.map(job => resultOf(job.idValue, job.micCode))) };
  });
});

beforeAll(async () => {
  worker = await startTestWorker(database.connection, join(folder.path, 'data'), {
    registries: ['gleif', 'openfigi'],
    contact: 'Test test@example.com',
    originOverrides: registry.originOverrides,
  });
});
afterAll(() => worker.stop());

async function stateOf(result: IngestResult) {
  return database.db.query<{ key: string; state: string; reason: string | null }>(sql`
    select task_key as key, state, reason from run_tasks where run_id = ${result.runId} order by task_key`);
}

test('an issuer with ISINs and no listing gets its listing, and its ticker finds it', async () => {
  expect(await ingest('gleif', named(LEI, OTHER))).toMatchObject({ failure: null, failed: 0, done: 2 });
  const missing = await api.get('/api/v1/entities/lookup?ticker=FICT&market_id=uk');
  expect(missing.status).toBe(404);
  registry.received.length = 0;
  expect(await ingest('openfigi', UNLISTED)).toMatchObject({ failure: null, tasks: 1, done: 1, failed: 0 });
  const requested = [ISIN, BOND].sort().flatMap(isin => EXCHANGES.map(micCode => ({ ...JOB, idValue: isin, micCode })));
  expect(sentJobs()).toEqual([requested]);
  const response = await api.get('/api/v1/entities/lookup?ticker=FICT&market_id=uk');
  expect(response.json.entity).toMatchObject({
    canonical_key: `lei:${LEI}`,
    company_name: 'FICTIONAL WORKS PLC',
    listings: [{ ticker: 'FICT', market_id: 'uk', mic: 'XLON', isin: ISIN, figi: LINE, is_home: true }],
  });
  for (const figi of [COMPOSITE, SHARE_CLASS]) {
    const found = await api.get(`/api/v1/entities/search?query=${figi}`);
    expect(JSON.stringify(found.json)).toContain(`lei:${LEI}`);
  }
  const numbers = await database.db.query(sql`
    select scheme, identifier from issuer_identifiers where scheme like '%figi' order by scheme`);
  expect(numbers).toEqual([
    { scheme: 'composite_figi', identifier: COMPOSITE },
    { scheme: 'share_class_figi', identifier: SHARE_CLASS },
  ]);
});

test('a statement names its response, whose address names the issuer and the jobs', async () => {
  const statement = await database.db.queryOne<{ documents: { url: string }[]; source: string }>(sql`
    select source, documents::json as documents from issuer_statements where registry = 'openfigi'`);
  expect(statement?.source).toBe('mapping');
  expect(statement?.documents.map(document => decodeURIComponent(document.url))).toEqual([
    `https://api.openfigi.com/v3/mapping@@issuer=lei:${LEI}&jobs=${[ISIN, BOND]
      .sort()
      .flatMap(isin => EXCHANGES.map(mic => `${isin}-${mic}`))
      .join('.')}`,
  ]);
});

test('the channel requests each issuer once, and a replay sends no request', async () => {
  const listings = () => database.db.query(sql`select ticker, mic, figi, is_home from listings order by ticker`);
  const before = await listings();
  expect(await ingest('openfigi', UNLISTED)).toMatchObject({ failure: null, tasks: 0 });
  expect(await ingest('openfigi', { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
  expect(await listings()).toEqual(before);
  expect(registry.received).toEqual([]);
});

test('an issuer named by LEI, key or ISIN is requested again, and a new ticker replaces the old one', async () => {
  resultOf = (isin, mic) => (isin === ISIN && mic === 'XLON' ? { data: [{ ...SHARE, ticker: 'FICW' }] } : NOT_FOUND);
  expect(await ingest('openfigi', named(LEI))).toMatchObject({ tasks: 1, done: 1 });
  expect(await database.db.query(sql`select ticker from listings`)).toEqual([{ ticker: 'FICW' }]);
  resultOf = (isin, mic) => (isin === ISIN && mic === 'XLON' ? { data: [SHARE] } : NOT_FOUND);
  expect(await ingest('openfigi', named(ISIN))).toMatchObject({ tasks: 1, done: 1 });
  expect(await database.db.query(sql`select ticker from listings`)).toEqual([{ ticker: 'FICT' }]);
  expect(await stateOf(await ingest('openfigi', named(`lei:${LEI}`, 'ABCD')))).toMatchObject([
    { key: 'ABCD', state: 'failed', reason: expect.stringMatching(/names no issuer of the store that has an ISIN/) },
    { key: `lei:${LEI}`, state: 'unchanged' },
  ]);
});

test('two tickers of one security at one exchange give an anomaly and no listing; refused jobs give an anomaly', async () => {
  resultOf = (isin, mic) => {
    if (isin === BOND) return { error: 'Invalid idValue format.' };
    return mic === 'XLON' ? { data: [SHARE, { ...SHARE, ticker: 'FIC2' }] } : NOT_FOUND;
  };
  expect(await ingest('openfigi', named(LEI))).toMatchObject({ done: 1 });
  expect(await database.db.query(sql`select ticker from listings`)).toEqual([]);
  const anomalies = await database.db.query(sql`
    select kind, detail from anomalies where registry = 'openfigi' order by kind, locator`);
  expect(anomalies).toEqual([
    { kind: 'ambiguous_listing', detail: 'FIC2, FICT' },
    { kind: 'refused_job', detail: 'Invalid idValue format.' },
    { kind: 'refused_job', detail: 'Invalid idValue format.' },
  ]);
});

test("a registry's own listing wins over that of the service", async () => {
  await ingest('openfigi', named(LEI));
  const listing = { ticker: 'OWN', marketId: 'uk', mic: 'XLON', exchange: null, currency: 'GBP', isHome: true };
  const bare = { canonicalKey: `lei:${LEI}`, countryCode: null, legalForm: null, status: 'active', industry: null };
  const issuer = {
    ...bare,
    companyName: 'X',
    fiscalYearEnd: null,
    identifiers: [],
    formerNames: [],
    listings: [listing],
  };
  await database.db.execute(sql`
    insert into issuer_statements (issuer_id, source, registry, precedence, issuer, documents)
    select issuer_id, 'index', 'esef', 0, ${JSON.stringify(issuer)}, '[]' from issuers where canonical_key = ${`lei:${LEI}`}`);
  await ingest('openfigi', { kind: 'replay', from: 'parse' }, { force: true });
  expect(await database.db.query(sql`select ticker, currency from listings`)).toEqual([
    { ticker: 'OWN', currency: 'GBP' },
  ]);
});

test('a key is sent as a header, and recordings are read from a mirror', async () => {
  const recorded = join(folder.path, 'recorded');
  await ingest('openfigi', named(LEI), { record: recorded });
  expect(registry.received.map(request => request.headers['x-openfigi-apikey'])).toEqual([undefined]);
  const requested = registry.received.length;
  expect(await ingest('openfigi', named(LEI), { mirror: recorded })).toMatchObject({ tasks: 1, failed: 0 });
  expect(registry.received.length).toBe(requested);
  const other = await startTestWorker(database.connection, join(folder.path, 'with-key'), {
    registries: ['openfigi'],
    contact: 'Test test@example.com',
    keys: { ASFILED_OPENFIGI_KEY: 'figi-secret' },
    originOverrides: registry.originOverrides,
  });
  await worker.stop();
  worker = other;
  await ingest('openfigi', named(LEI));
  expect(registry.received.at(-1)?.headers['x-openfigi-apikey']).toBe('figi-secret');
});
