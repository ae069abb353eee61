import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  companyFactsOf,
  dataSetOf,
  fictionalCompanies,
  memberOf,
  mirrorOf,
  submissionsOf,
  writeFiles,
} from '../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { exportText, ingest, startTestWorker } from '../../test/worker.ts';
import { makeZip } from '../../test/write-zip.ts';
import { type Database, sql } from '../db/database.ts';
import { listDeadLetters } from '../jobs/job-system.ts';
import { archiveBulk, type IngestResult } from './runs/ingest.ts';
import type { Worker } from './worker.ts';
import type { WorkerOptions } from './worker-options.ts';

const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;
const companies = fictionalCompanies(4);
const [first, second, third, fourth] = companies;
if (!first || !second || !third || !fourth) throw new Error('four companies are needed');
const FACTS = `data.sec.gov/api/xbrl/companyfacts/${memberOf(second)}`;
const HISTORY = `data.sec.gov/submissions/${memberOf(second)}`;

let database: TestDatabase;
let worker: Worker;
let count = 0;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await worker.stop();
  await database.drop();
});

async function start(options: Partial<WorkerOptions> = {}): Promise<void> {
  worker = await startTestWorker(database.connection, join(folder.path, `data-${count++}`), { workers: 1, ...options });
}

function mirrorWith(files: Record<string, string | Buffer | null>): string {
  const mirror = join(folder.path, `mirror-${count}-${Object.keys(files).join('+').length}-${Math.random()}`);
  const all: Record<string, string | Buffer> = mirrorOf(companies);
  for (const [path, content] of Object.entries(files)) {
    delete all[path];
    if (content !== null) all[path] = content;
  }
  writeFiles(mirror, all);
  return mirror;
}

async function anomalyKinds(db: Database): Promise<string[]> {
  const rows = await db.query<{ kind: string }>(sql`
    select distinct kind from anomalies where source not like 'normalise/%' order by kind`);
  return rows.map(row => row.kind);
}

async function factsBy(db: Database): Promise<Record<string, string>> {
  const rows = await db.query<{ key: string; facts: string }>(sql`
    select canonical_key as key, facts_count::text as facts from fact_sources join issuers using (issuer_id)`);
  return Object.fromEntries(rows.map(row => [row.key, row.facts]));
}

async function reasonOf(db: Database, result: IngestResult): Promise<string> {
  const rows = await db.query<{ reason: string }>(sql`
    select reason from run_tasks where run_id = ${result.runId} and state = 'failed'`);
  return rows.map(row => row.reason).join(' | ');
}

const WHOLE = { 'cik:9000001': '70', 'cik:9000003': '70', 'cik:9000004': '70' };

describe('one damaged document among good ones', () => {
  beforeEach(() => start());

  const facts = companyFactsOf(second);
  const faults: { fault: string; files: Record<string, string | Buffer | null>; kind: string; reason: RegExp }[] = [
    {
      fault: 'truncated JSON',
      files: { [FACTS]: facts.slice(0, facts.lastIndexOf('"accn"')) },
      kind: 'truncated_json',
      reason: /truncated_json/,
    },
    {
      fault: 'JSON overwritten in places',
      files: { [FACTS]: facts.replace('},{', '}#~§{') },
      kind: 'corrupt_json',
      reason: /corrupt_json/,
    },
    {
      fault: 'a page of HTML',
      files: { [FACTS]: '<!DOCTYPE html><html><body>Try later</body></html>' },
      kind: 'html_instead_of_json',
      reason: /html_instead_of_json|empty_answer/,
    },
    { fault: 'nothing at all', files: { [FACTS]: '' }, kind: 'truncated_json', reason: /truncated_json|empty_answer/ },
    { fault: 'an empty object', files: { [FACTS]: '{}' }, kind: 'empty_answer', reason: /empty_answer/ },
    { fault: 'another type', files: { [FACTS]: '[1,2,3]' }, kind: 'wrong_type', reason: /wrong_type|empty_answer/ },
    {
      fault: 'a truncated gzip',
      files: { [FACTS]: null, [`${FACTS}.gz`]: gzipSync(facts).subarray(0, 300) },
      kind: 'upstream_error',
      reason: /damaged/,
    },
    {
      fault: 'bytes that are no gzip',
      files: { [FACTS]: null, [`${FACTS}.gz`]: Buffer.from('not gzip at all') },
      kind: 'upstream_error',
      reason: /damaged/,
    },
    {
      fault: 'the facts of somebody else',
      files: { [FACTS]: companyFactsOf({ ...second, cik: 9_999_999 }), [HISTORY]: null },
      kind: 'issuer_mismatch',
      reason: /is about cik:9999999, not cik:9000002/,
    },
    {
      fault: 'a truncated history',
      files: { [HISTORY]: submissionsOf(second).slice(0, 900) },
      kind: 'truncated_json',
      reason: /truncated_json/,
    },
  ];

  test.each(faults)('reports and records $fault, and continues with the rest', async ({ files, kind, reason }) => {
    const result = await ingest(worker, everything, { mirror: mirrorWith(files) });
    expect(result).toMatchObject({ failure: null, tasks: 5, done: 4, failed: 1 });
    expect(await reasonOf(database.db, result)).toMatch(reason);
    expect(await anomalyKinds(database.db)).toContain(kind);
    expect(await factsBy(database.db)).toMatchObject(WHOLE);
    const [letter] = await listDeadLetters(database.db, 10);
    expect(letter?.queue).toBe('sec-edgar.tasks');
    expect(letter?.reason).toMatch(reason);
  });

  test('keeps fault was intact before; an intact document repairs the damage', async () => {
    await ingest(worker, everything, { mirror: mirrorWith({}) });
    const text = await exportText(database.db);
    await ingest(worker, everything, { mirror: mirrorWith({ [FACTS]: facts.slice(0, 3_000) }) });
    expect(await factsBy(database.db)).toEqual({ ...WHOLE, 'cik:9000002': '70' });
    const healed = await ingest(worker, everything, { mirror: mirrorWith({}) });
    expect(healed.failed).toBe(0);
    const anomaliesLeft = (await exportText(database.db)).replaceAll(/^\{"table":"anomalies".*companyfacts.*\n/gm, '');
    expect(anomaliesLeft).toBe(text);
  });

  test('a response without its earlier filings is an anomaly, and the filings stay', async () => {
    await ingest(worker, everything, { mirror: mirrorWith({}) });
    const emptied = submissionsOf(second).replaceAll(/(:)\[("|1)[^\]]*\]/g, '$1[]');
    const result = await ingest(worker, everything, { mirror: mirrorWith({ [HISTORY]: emptied }) });
    expect(await reasonOf(database.db, result)).toMatch(/emptied_answer|column_length/);
    const filings = await database.db.query(sql`
      select 1 from filings join issuers using (issuer_id) where canonical_key = 'cik:9000002'`);
    expect(filings).toHaveLength(5);
  });

  test('contradictory, absurd and unknown facts are kept or reported one by one', async () => {
    const root = JSON.parse(facts);
    const rows = root.facts['us-gaap'].Assets.units.USD;
    rows.push({ ...rows[0], val: 1 }, { ...rows[1], end: '0201-13-45' }, { ...rows[2], val: 'many' });
    rows.push({ ...rows[3], val: 1e300, end: '2018-12-30' }, { ...rows[4], val: '\u0000' });
    root.facts['us-gaap'].Assets.units.XYZ = [rows[0]];
    root.facts.martian = { Rock: { units: { pebbles: [rows[0]] } } };
    const result = await ingest(worker, everything, { mirror: mirrorWith({ [FACTS]: JSON.stringify(root) }) });
    expect(result.failed).toBe(0);
    const kinds = await anomalyKinds(database.db);
    for (const kind of ['inconsistent_duplicate', 'impossible_date', 'bad_value', 'unknown_unit', 'unknown_taxonomy']) {
      expect(kinds).toContain(kind);
    }
    const stored = await database.db.query<{ observations: string }>(sql`
      select observations from fact_series join issuers using (issuer_id)
      where canonical_key = 'cik:9000002' and concept = 'us-gaap:Assets' and unit = 'USD'`);
    expect(stored[0]?.observations).toContain('1e+300');
  });
});

describe('bulk files', () => {
  beforeEach(() => start());

  const facts = Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company)]));

  async function load(name: string, bytes: Buffer): Promise<IngestResult> {
    writeFiles(folder.path, { [name]: bytes });
    return ingest(worker, await archiveBulk(worker.tools, [join(folder.path, name)]));
  }

  test('a member that does not inflate fails alone', async () => {
    const zip = makeZip(facts);
    const at = zip.indexOf(memberOf(second)) + 200;
    zip.fill(0xff, at, at + 100);
    const result = await load('corrupt-member.zip', zip);
    expect(result).toMatchObject({ done: 3, failed: 1 });
    expect(await reasonOf(database.db, result)).toMatch(/corrupt_member: CIK0009000002.json/);
    expect(await anomalyKinds(database.db)).toEqual(['corrupt_member']);
    expect(await factsBy(database.db)).toEqual(WHOLE);
  });

  test('a truncated archive yields its intact members and is reported as truncated', async () => {
    const zip = makeZip(facts);
    const result = await load('cut.zip', zip.subarray(0, Math.floor(zip.length * 0.6)));
    expect(result.done).toBeGreaterThan(0);
    expect(await reasonOf(database.db, result)).toMatch(/truncated_zip/);
    expect(await anomalyKinds(database.db)).toContain('truncated_zip');
  });

  test('an invalid archive, or one of other content, is rejected by name', async () => {
    const none = await load('none.zip', Buffer.from('this is no zip'));
    expect(await reasonOf(database.db, none)).toMatch(/not_a_zip/);
    const other = await load('other.zip', makeZip({ 'holiday.txt': 'sun' }));
    expect(await reasonOf(database.db, other)).toMatch(/unknown_bulk_file: .*other.zip/);
    expect(none.done + other.done).toBe(0);
  });

  test('a data set with invalid rows loses those rows only and reports them', async () => {
    const tables = dataSetOf(companies);
    const lines = tables['num.txt']?.split('\n') ?? [];
    lines.splice(2, 0, 'too\tfew\tcells', lines[1]?.replace('20201231', '20209999') ?? '');
    const result = await load('rows.zip', makeZip({ ...tables, 'num.txt': lines.join('\n') }));
    expect(result).toMatchObject({ done: 4, failed: 0, facts: 12 });
    expect(await anomalyKinds(database.db)).toEqual(['bad_row', 'unknown_filing']);
  });

  test('anomalies in the shares of a table are kept for each issuer', async () => {
    const tables = dataSetOf(companies);
    const [header = '', ...lines] = tables['num.txt']?.split('\n') ?? [];
    const bad = lines.map(line => (line.includes('Revenues') ? line.replace('20201231', '20209999') : line));
    await load('bad-dates.zip', makeZip({ ...tables, 'num.txt': [header, ...bad].join('\n') }));
    const rows = await database.db.query<{ source: string }>(
      sql`select distinct source from anomalies where kind = 'bad_row' order by source`,
    );
    expect(rows.map(row => row.source.replace(/^.*#/, ''))).toEqual(
      companies.map(company => `cik:${company.cik}`).toSorted(),
    );
  });
});

describe('a registry', () => {
  let server: Server;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const files = mirrorOf(companies);
  const requested: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const body = files[(request.url ?? '').slice(1)];
    if (body === undefined) response.writeHead(404).end();
    else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', 'content-type': 'application/json' }).end(body);
  }

  async function startLive(): Promise<void> {
    const originOverrides = {
      'https://data.sec.gov': `${origin}/data.sec.gov`,
      'https://www.sec.gov': `${origin}/www.sec.gov`,
    };
    await start({ contact: 'Test test@example.com', originOverrides });
  }

  const ids = companies.map(company => String(company.cik));
  const named = { kind: 'named' as const, tickers: [], ids, since: null };

  test('is read, recorded on request, and requested conditionally the second time', async () => {
    answer = serve;
    await startLive();
    const record = join(folder.path, `record-${count}`);
    expect(await ingest(worker, named, { record })).toMatchObject({ done: 4, failed: 0 });
    const text = await exportText(database.db);
    expect(await ingest(worker, named)).toMatchObject({ unchanged: 4, done: 0, failed: 0 });
    expect(await ingest(worker, everything, { mirror: record })).toMatchObject({ unchanged: 4, failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    const fetches = await database.db.query(sql`select etag from fetches`);
    expect(fetches).toHaveLength(8);
  });

  const bad: { fault: string; reason: RegExp; answer(response: ServerResponse): void }[] = [
    { fault: '503', reason: /status 503/, answer: response => response.writeHead(503).end('busy') },
    {
      fault: '429 for good',
      reason: /status 429/,
      answer: response => response.writeHead(429, { 'retry-after': '0' }).end('slow down'),
    },
    {
      fault: '403 against automated tools',
      reason: /refuses automated requests/,
      answer: response =>
        response.writeHead(403).end('<html>Your Request Originates from an Undeclared Automated Tool</html>'),
    },
    {
      fault: 'HTML instead of JSON',
      reason: /HTML where JSON/,
      answer: response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>'),
    },
    { fault: 'nothing, and hangs', reason: /returned no valid response/, answer: () => undefined },
    { fault: 'half an answer and hangs up', reason: /returned no valid response/, answer: cutOff },
    {
      fault: '404',
      reason: /empty_answer: the registry has no document/,
      answer: response => response.writeHead(404).end(),
    },
  ];

  function cutOff(response: ServerResponse): void {
    response.writeHead(200, { 'content-length': '100000' });
    response.write('{"cik": 1', () => response.destroy());
  }

  test.each(bad)(
    'fails only the company whose response is $fault, and reports it',
    async ({ answer: fault, reason }) => {
      answer = (request, response) => {
        if (request.url?.includes(memberOf(second))) fault(response);
        else serve(request, response);
      };
      await startLive();
      const result = await ingest(worker, named);
      expect(result).toMatchObject({ done: 3, failed: 1, failure: null });
      expect(await reasonOf(database.db, result)).toMatch(reason);
      expect(await factsBy(database.db)).toEqual(WHOLE);
    },
  );

  test('is a success if it recovers between attempts', async () => {
    let refusals = 0;
    answer = (request, response) => {
      if (request.url?.includes(memberOf(second)) && refusals++ === 0) response.writeHead(503).end();
      else serve(request, response);
    };
    await startLive();
    expect(await ingest(worker, named)).toMatchObject({ done: 4, failed: 0 });
    expect(refusals).toBeGreaterThan(1);
  });

  test('receives no request without a contact, and none for everything', async () => {
    requested.length = 0;
    await start();
    const result = await ingest(worker, named);
    expect(await reasonOf(database.db, result)).toMatch(/set ASFILED_CONTACT/);
    await worker.stop();
    await startLive();
    expect((await ingest(worker, everything)).failure).toMatch(/too large to read whole/);
    expect(requested).toEqual([]);
  });
});
