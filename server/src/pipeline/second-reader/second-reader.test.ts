import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { submissionText } from '../../../test/fictional/filing.ts';
import {
  fictionalCompany,
  placeOf as placeInMirror,
  tickerList,
  writeFiles,
} from '../../../test/fictional/registry.ts';
import {
  type ModelRequest,
  propose,
  type StandInModel,
  say,
  startStandInModel,
} from '../../../test/stand-ins/stand-in-model.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { exportText, ingest, startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { countReadings } from '../../domain/filings/proposals/store.ts';
import { createLog } from '../../kernel/log.ts';
import { hasOpenRun } from '../store/runs.ts';
import type { Worker } from '../worker.ts';
import type { ModelSettings } from './model-client.ts';
import { SecondReader, type SecondReaderOptions } from './second-reader.ts';

const folder = useTemporaryFolder();
const database = useTestDatabase();
const company = fictionalCompany();
const everything = { kind: 'everything', since: null } as const;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);
const EVENT_DAY = daysAgo(12);
const STATED_DAY = EVENT_DAY.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
const SUIT = `On ${STATED_DAY}, Acme Corp. lodged a complaint against the Company in the District Court of Delaware.`;
const BREACH = `On ${STATED_DAY}, the Company overstepped the leverage covenant of its credit facility.`;
const THREAT = 'If the Company overstepped the interest covenant, the lenders could demand repayment of the loan.';

function submission(accession: string, filed: Date, ...paragraphs: string[]): string {
  const day = isoDay(filed).replaceAll('-', '');
  const text = `<html><body><p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 8-K</p><p><b>Item 8.01 Other Events.</b></p>${paragraphs
    .map(paragraph => `<p>${paragraph}</p>`)
    .join('')}<p><b>SIGNATURES</b></p><p>Date: ${STATED_DAY}</p></body></html>`;
  const documents = [{ type: '8-K', name: 'current.htm', text }];
  return submissionText({
    company,
    accession,
    form: '8-K',
    filed: day,
    period: day,
    items: ['Other Events'],
    documents,
  });
}

const placeOf = (accession: string) => placeInMirror(company, accession);

const RECENT = '0009000001-26-000001';
const COPY = '0009000001-26-000002';
const OLD = '0009000001-24-000001';

let model: StandInModel;
let worker: Worker;
const api = useTestApi(database);
let mirror: string;

function settings(): ModelSettings {
  return { url: model.url, name: 'example-1', key: null, dailyTokens: 10_000_000, allowPrivate: true };
}

/** A second reader whose rounds only the test starts. */
function startReader(given: Partial<SecondReaderOptions> = {}): SecondReader {
  const { jobs } = worker;
  const log = createLog('silent');
  const everyMs = 3_600_000;
  return new SecondReader({
    db: database.db,
    jobs,
    log,
    settings: settings(),
    registries: ['sec-edgar'],
    everyMs,
    ...given,
  });
}

async function inRound<Result>(given: Partial<SecondReaderOptions>, use: (reader: SecondReader) => Promise<Result>) {
  const reader = startReader(given);
  try {
    return await use(reader);
  } finally {
    await reader.stop();
  }
}

const round = (given: Partial<SecondReaderOptions> = {}) => inRound(given, reader => reader.round());

/** Waits until no run of the second reader is open. */
async function readAgain(): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; await sleep(50)) {
    await worker.closeRuns();
    if (!(await hasOpenRun(database.db, 'sec-edgar', 'second reader'))) return;
  }
  throw new Error('The run of the second reader did not end.');
}

const readings = () =>
  database.db.query(
    sql`select state, passage is null as is_settled, attempts, reason from model_readings order by digest`,
  );

/** Asks about every passage again. */
async function forget(): Promise<void> {
  await database.db.execute(sql`delete from model_readings`);
  await database.db.execute(sql`delete from model_days`);
  await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
}

async function eventsOf(query = '') {
  const { json } = await api.get(`/api/v1/tickers/${company.ticker}/corporate-events${query}`);
  return (json.items as { kind: string; read_by: string[]; filing: { filing_id: string } }[]).map(event => [
    event.kind,
    event.read_by.join(' '),
    event.filing.filing_id,
  ]);
}

async function flagsOf(query = '') {
  const path = `/api/v1/filings/sec-edgar:${RECENT}/kpis?include_red_flags=true${query}`;
  const flags = (await api.get(path)).json.red_flags as Record<string, unknown>[];
  return flags.map(({ rule_id, severity, method, read_by }) => [rule_id, severity, method, read_by]);
}

/** Tells the truth and lies about every passage. */
function tell({ passage }: ModelRequest, response: ServerResponse): void {
  const assertions = [
    { subject: 'event', kind: 'litigation', variant: 'filed', word: 'lodged', quote: SUIT },
    { subject: 'red_flag', rule_id: 'covenant_breach', word: 'overstepped', quote: BREACH, severity: 'CRITICAL' },
    { subject: 'red_flag', rule_id: 'covenant_breach', word: 'overstepped', quote: THREAT },
    {
      subject: 'event',
      kind: 'bankruptcy',
      variant: 'ch11',
      word: 'filed',
      quote: 'The Company filed for Chapter 11.',
    },
    { subject: 'red_flag', rule_id: ['bankruptcy'], word: null },
    'The moon is made of \u0000 cheese \ud800.',
    null,
  ];
  propose(response, ...(passage.includes('Acme') ? assertions : []));
}

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  const text = [SUIT, BREACH, `${THREAT} ${'The Company makes pumps for the mills of the region. '.repeat(8)}`];
  writeFiles(mirror, {
    ...tickerList([company]),
    [placeOf(RECENT)]: submission(RECENT, daysAgo(10), ...text),
    [placeOf(COPY)]: submission(COPY, daysAgo(5), ...text),
    [placeOf(OLD)]: submission(
      OLD,
      daysAgo(600),
      'The Company moved to another town, and the people of the mill went with it.'.repeat(3),
    ),
  });
  model = await startStandInModel();
  worker = await startTestWorker(database.connection, join(folder.path, 'data'), { model: settings() });
  expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, failed: 0, filings: 3 });
});
afterAll(async () => {
  await worker?.stop();
  await model?.close();
});
beforeEach(() => {
  model.requests.length = 0;
  model.answer = tell;
});

describe('the second reader', () => {
  it('requests readings of recent filings, each text once, and none during ingest', async () => {
    expect(model.requests).toEqual([]);
    expect(await eventsOf()).toEqual([]);
    const waiting = await readings();
    expect(waiting).toEqual([{ state: 'waiting', is_settled: false, attempts: 0, reason: null }]);
    const filings = await database.db.query(sql`select native_id from model_passages order by native_id`);
    expect(filings).toEqual([{ native_id: OLD }, { native_id: RECENT }, { native_id: COPY }]);
    expect(await round()).toMatchObject({ answered: 1, asked: 1, runs: 1 });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.passage).toContain(SUIT);
    expect(model.requests[0]?.body.messages[0]?.content).toContain('covenant_breach');
    expect(await readings()).toEqual([{ state: 'answered', is_settled: true, attempts: 1, reason: null }]);
    await readAgain();
  });

  it('reads the filings again with the proposals that pass the tests of the rules', async () => {
    expect(await eventsOf()).toEqual([
      ['litigation', 'model:example-1', `sec-edgar:${COPY}`],
      ['litigation', 'model:example-1', `sec-edgar:${RECENT}`],
    ]);
    expect(await flagsOf()).toEqual([['covenant_breach', 'HIGH', 'model', ['model:example-1']]]);
  });

  it('filters records by their reader', async () => {
    expect(await eventsOf('?read_by=rules')).toEqual([]);
    expect(await eventsOf('?read_by=model')).toHaveLength(2);
    expect(await eventsOf('?read_by=model:example-1')).toHaveLength(2);
    expect(await eventsOf('?read_by=model:example-2')).toEqual([]);
    expect(await flagsOf('&read_by=rules')).toEqual([]);
    expect(await flagsOf('&read_by=model')).toHaveLength(1);
    const events = await api.get('/api/v1/lifecycle-events?read_by=model&page_by=event');
    expect(events.json).toMatchObject({ total: 2 });
    expect((await api.get('/api/v1/lifecycle-events?read_by=rules')).json).toMatchObject({ total: 0 });
    const screen = (reader: string) => api.get(`/api/v1/red-flags/screen?read_by=${reader}&window=1y`);
    expect((await screen('model')).json.items).toHaveLength(1);
    expect((await screen('rules')).json.items).toEqual([]);
    expect((await api.get('/api/v1/lifecycle-events?read_by=astrology')).status).toBe(422);
  });

  it('keeps the records of a model out of signals and screens of events', async () => {
    const signals = await api.get(`/api/v1/tickers/${company.ticker}/signals`);
    expect(signals.json).toMatchObject({ cases: [] });
  });

  it('sends no request when filings are reprocessed, and builds the same store', async () => {
    const text = await exportText(database.db);
    expect(text).toContain('model:example-1');
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    expect(await round()).toEqual({ answered: 0, asked: 0, runs: 0 });
    expect(model.requests).toEqual([]);
  });

  it('keeps the readings when the model is disabled', async () => {
    const text = await exportText(database.db);
    const plain = await startTestWorker(database.connection, join(folder.path, 'data'));
    try {
      await ingest(plain, { kind: 'replay', from: 'parse' }, { force: true });
    } finally {
      await plain.stop();
    }
    expect(await exportText(database.db)).toBe(text);
  });

  it('returns to the records of the rules once the readings are deleted', async () => {
    await forget();
    expect(await eventsOf()).toEqual([]);
    expect(await flagsOf()).toEqual([]);
  });

  it.each([
    ['junk', (_request: ModelRequest, response: ServerResponse) => say(response, 'It burned.')],
    ['HTTP 400', (_request: ModelRequest, response: ServerResponse) => void response.writeHead(400).end()],
  ])('marks a passage as failed after four responses of %s', async (_kind, answer) => {
    await forget();
    model.answer = answer;
    for (let attempt = 1; attempt <= 4; attempt++) {
      await database.db.execute(sql`update model_readings set due_at = now()`);
      expect(await round()).toMatchObject({ answered: 0, asked: 1 });
    }
    expect(await readings()).toMatchObject([{ state: 'failed', is_settled: true, attempts: 4 }]);
    await database.db.execute(sql`update model_readings set due_at = now()`);
    expect(await round()).toMatchObject({ asked: 0 });
    expect(model.requests).toHaveLength(4);
  });

  it.each([
    ['is overloaded', 429, 1],
    ['fails', 500, 1],
    ['refuses the key', 401, 0],
    ['redirects', 302, 0],
  ])('pauses all requests to an address that %s', async (_kind, status, attempts) => {
    await forget();
    model.answer = (_request, response) => void response.writeHead(status, { location: 'http://10.0.0.1/' }).end();
    await inRound({}, async reader => {
      expect(await reader.round()).toMatchObject({ answered: 0, asked: 1 });
      await database.db.execute(sql`update model_readings set due_at = now()`);
      expect(await reader.round()).toMatchObject({ asked: 0 });
    });
    expect(model.requests).toHaveLength(1);
    expect(await readings()).toMatchObject([{ state: 'waiting', attempts, reason: `HTTP ${status}` }]);
  });

  it.each([
    ['as long as the address asks for', '900', 900],
    ['an hour at most', '86400', 3_600],
    ['its own pause at least', '1', 30],
  ])('retries a passage after %s', async (_kind, header, seconds) => {
    await forget();
    model.answer = (_request, response) => void response.writeHead(429, { 'retry-after': header }).end();
    expect(await round()).toMatchObject({ answered: 0, asked: 1 });
    const rows = await database.db.query<{ wait: number }>(
      sql`select extract(epoch from due_at - now())::int as wait from model_readings`,
    );
    expect(Math.abs((rows[0]?.wait ?? 0) - seconds)).toBeLessThan(10);
  });

  it('retries a passage later if the address stalls', async () => {
    await forget();
    model.answer = () => undefined;
    expect(await round({ timeoutMs: 200 })).toMatchObject({ answered: 0, asked: 1 });
    expect(await readings()).toMatchObject([{ state: 'waiting', is_settled: false, reason: 'timeout' }]);
  });

  it('counts passages by state, and the tokens of the day', async () => {
    expect(await countReadings(database.db, isoDay(new Date()))).toEqual({
      tokensToday: expect.any(Number),
      models: [{ model: 'example-1', waiting: 1, answered: 0, failed: 0, lastReason: 'timeout' }],
    });
  });

  it('sends nothing beyond the budget of the day, and continues the next day', async () => {
    await forget();
    const small = { settings: { ...settings(), dailyTokens: 100 } };
    expect(await round(small)).toMatchObject({ asked: 0 });
    expect(await readings()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await database.db.execute(sql`update model_readings set due_at = now()`);
    await database.db.execute(sql`insert into model_days (day, tokens) values (current_date, 10000000)`);
    expect(await round()).toMatchObject({ asked: 0 });
    expect(model.requests).toEqual([]);
    await database.db.execute(sql`update model_readings set due_at = now()`);
    expect(await round({ now: () => daysAgo(-1) })).toMatchObject({ answered: 1 });
    const days = await database.db.query<{ tokens: string }>(sql`select tokens from model_days order by day`);
    expect(days.map(({ tokens }) => Number(tokens))).toEqual([10_000_000, expect.any(Number)]);
    expect(Number(days[1]?.tokens)).toBeGreaterThan(1_000);
    await readAgain();
  });

  it('returns the passage of an open request when it stops', async () => {
    await forget();
    let received = () => {};
    const asked = new Promise<void>(done => {
      received = done;
    });
    model.answer = () => received();
    const reader = startReader();
    const running = reader.round();
    await asked;
    await reader.stop();
    await running;
    expect(await readings()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });
});
