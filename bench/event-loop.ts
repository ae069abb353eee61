import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { HEAVY_ISSUERS, HEAVY_YEAR } from './heavy-store.ts';
import type { BenchReport } from './report.ts';
import type { LoopReport, ServingStage } from './serving-server.ts';
import { accessionOf, issuerTicker } from './serving-store.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
const ISSUERS = 40;

const HOW =
  'Delay of the event loop of the service while 32 connections request the heaviest responses of one route, five seconds each; client, service and PostgreSQL share the machine. Responses marked “new” are rendered for each request, the others come from the cache of the process. The share is the part of the time in which the main thread was busy, and what one request used of it. The first row is a service without requests, which the machine’s other load delays too. Issuers and figures are fictional.';

interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const tickers = Array.from({ length: ISSUERS }, (_, at) => issuerTicker(at));
/** Years without figures. Each is a different request with the same response, which is rendered again. */
const FIRST_YEARS = Array.from({ length: 100 }, (_, at) => 1901 + at);

function financials(query: string): Request[] {
  return FIRST_YEARS.flatMap(year =>
    tickers.map(ticker => ({
      path: `/api/v1/companies/financials?ticker=${ticker}&fiscal_year_from=${year}${query}`,
    })),
  );
}

function toolCall(name: string, args: object, id: number): Request {
  return {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
  };
}

const heavyIds = Array.from({ length: HEAVY_ISSUERS }, (_, at) => `sec-edgar:${accessionOf(at, HEAVY_YEAR)}`);
const PARTS = 40;

function sections(format: string): Request[] {
  return Array.from({ length: PARTS }, (_, at) => at + 1).flatMap(part =>
    heavyIds.map(id => ({ path: `/api/v1/filings/${id}/sections/item_1a?content_format=${format}&part=${part}` })),
  );
}

function facts(query: string): Request[] {
  return Array.from({ length: 12 }, (_, page) => page * 1_000).flatMap(offset =>
    heavyIds.map(id => ({ path: `/api/v1/filings/${id}/facts?limit=1000&offset=${offset}${query}` })),
  );
}

/** The heaviest requests of each route for which this store has data. */
const ROUTES: Record<string, () => Request[]> = {
  'companies/financials, all lines, 16 years, new': () => financials(''),
  'companies/financials, all lines, TTM, new': () => financials('&fiscal_period=ttm'),
  'companies/financials, all lines, 16 years, compact, new': () => financials('&view=compact'),
  'companies/financials, all lines, 16 years': () =>
    tickers.map(ticker => ({ path: `/api/v1/companies/financials?ticker=${ticker}` })),
  'filings/kpis with groups': () =>
    tickers.map((_, at) => ({ path: `/api/v1/filings/sec-edgar:${accessionOf(at, 2022)}/kpis?include_groups=true` })),
  'financials/screen, 200 rows': () => [{ path: '/api/v1/financials/screen?limit=200' }],
  'filings/facts, 1,000 of 12,000': () => facts(''),
  'filings/facts, 1,000 of 12,000, compact': () => facts('&view=compact'),
  'filings/facts, one concept of 12,000': () =>
    heavyIds.map(id => ({ path: `/api/v1/filings/${id}/facts?concept=concept77` })),
  'filings/statements': () => heavyIds.map(id => ({ path: `/api/v1/filings/${id}/statements` })),
  'filings/sections, 1.6 MB, Markdown, new': () => sections('markdown'),
  'filings/sections, 1.6 MB, HTML, new': () => sections('html'),
  'filings/sections, 1.6 MB, text, new': () => sections('text'),
  'companies/people, 400 mandates': () =>
    tickers.slice(0, HEAVY_ISSUERS).map(ticker => ({ path: `/api/v1/companies/us/${ticker}/people` })),
  'people, 100 rows': () => [{ path: '/api/v1/people?limit=100' }],
  'people/facets': () => [{ path: '/api/v1/people/facets' }],
  'feeds/filings, 100 rows': () => [{ path: '/api/v1/feeds/filings?limit=100' }],
  'feeds/filings.xml, 100 rows': () => [{ path: '/api/v1/feeds/filings.xml?limit=100' }],
  'feeds/filings, 100 rows of a page': () =>
    Array.from({ length: 20 }, (_, page) => ({ path: `/api/v1/feeds/filings?limit=100&offset=${page * 100}` })),
  'tickers/filings, 100 rows': () => tickers.map(ticker => ({ path: `/api/v1/tickers/${ticker}/filings?limit=100` })),
  'entities/search, misspelt': () => tickers.map((_, at) => ({ path: `/api/v1/entities/search?query=compny%20${at}` })),
  'kpi-taxonomy': () => [{ path: '/api/v1/kpi-taxonomy' }],
  'get_company_financials (MCP), view=full, new': () =>
    financials('').map(({ path }, at) => {
      const { searchParams } = new URL(path, 'http://localhost');
      const args = {
        ticker: searchParams.get('ticker'),
        fiscal_year_from: Number(searchParams.get('fiscal_year_from')),
      };
      return toolCall('get_company_financials', { ...args, view: 'full' }, at);
    }),
  'get_company_financials (MCP)': () => tickers.map((ticker, at) => toolCall('get_company_financials', { ticker }, at)),
};

/** Measures how late the event loop is under the heaviest requests of each route. */
export async function benchEventLoop(): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-bench-'));
  const child = fork(join(import.meta.dirname, 'serving-server.ts'), [folder], { execPath: process.execPath });
  try {
    await nextMessage(child);
    const stage = (await ask(child, 'next')) as ServingStage;
    await ask(child, 'heavy');
    const rows: BenchReport['rows'] = [await measureIdle(child)];
    for (const [name, requests] of Object.entries(ROUTES))
      rows.push(await measureRoute(child, stage, name, requests()));
    child.send('stop');
    await once(child, 'exit');
    return { title: 'Event loop', how: HOW, rows };
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The part of the measurement that its resolution and other load on the machine cause. */
async function measureIdle(child: ChildProcess): Promise<BenchReport['rows'][number]> {
  await ask(child, 'watch');
  await sleep(SECONDS * 1_000);
  const { p50Ms, p99Ms, maxMs } = (await ask(child, 'report')) as LoopReport;
  return { name: 'no requests', figure: delayOf({ p50Ms, p99Ms, maxMs }) };
}

function delayOf({ p50Ms, p99Ms, maxMs }: Pick<LoopReport, 'p50Ms' | 'p99Ms' | 'maxMs'>): string {
  return `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, at most ${maxMs.toFixed(0)} ms`;
}

async function measureRoute(child: ChildProcess, { service, key }: ServingStage, name: string, requests: Request[]) {
  await ask(child, 'watch');
  let answered = 0;
  let bytes = 0;
  const running = autocannon({
    url: service,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: requests.map(request => ({
      method: 'GET',
      ...request,
      headers: { 'x-api-key': key, ...request.headers },
    })),
  });
  running.on('response', (_client, status, length) => {
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    answered += 1;
    bytes += length;
  });
  const { duration } = await running;
  const report = (await ask(child, 'report')) as LoopReport;
  const { activeMs, utilization } = report;
  const kilobytes = Math.round(bytes / Math.max(1, answered) / 1000);
  return {
    name: `${name} (${kilobytes.toLocaleString('en-US')} kB)`,
    figure: `${delayOf(report)}; ${Math.round(answered / duration).toLocaleString('en-US')} requests/s; share ${Math.round(utilization * 100)} %, ${(activeMs / Math.max(1, answered)).toFixed(1)} ms a request`,
    aim: 'p99 < 50 ms',
  };
}

async function ask(child: ChildProcess, message: string): Promise<unknown> {
  child.send(message);
  return nextMessage(child);
}

/** The next message of the measured process; throws if it ends. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number | null) => reject(new Error(`The measured process ended with ${code}.`));
  child.once('message', resolve);
  child.once('exit', onExit);
  return promise.finally(() => {
    child.off('message', resolve);
    child.off('exit', onExit);
  });
}
