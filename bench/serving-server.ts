import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { createKey } from '../server/src/accounts/keys/api-keys.ts';
import { DEFAULT_PLANS } from '../server/src/accounts/plans.ts';
import { applicationName } from '../server/src/db/connection.ts';
import type { Database, Sql } from '../server/src/db/database.ts';
import { openEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { JsonText } from '../server/src/domain/kit/operation.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { createHttpServer } from '../server/src/transports/http/create-http-server.ts';
import { OPERATIONS } from '../server/src/transports/operations.ts';
import { fillHeavy } from './heavy-store.ts';
import { accessionOf, fillReferences, fillStore, issuerName, issuerTicker, referenceName } from './serving-store.ts';

/**
 * The measured process: the service, and bare Fastify handlers that run the same prepared statements and send the same
 * bytes. It communicates with bench/serving.ts over IPC.
 */

export interface ServingCase {
  name: string;
  /** Paths of the service, called in turn. */
  paths: string[];
  /** The bare handler's paths, in the same order. */
  barePaths: string[];
  /** Average bytes of a response. */
  bytes: number;
  /** Median milliseconds of the first, unrendered response over all paths. */
  firstMs: number;
}

export interface ServingStage {
  /** Entities in the store; those known only by name are counted separately. */
  issuers: number;
  references: number;
  service: string;
  bare: string;
  key: string;
  cases: ServingCase[];
}

/** How late the event loop was since 'watch', and how busy. The resolution of 5 ms is part of each delay. */
export interface LoopReport {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  activeMs: number;
  /** From 0 to 1. */
  utilization: number;
}

const VARIANTS = 40;

const dataFolder = process.argv[2];
if (dataFolder === undefined || !process.send) throw new Error('Start this process with bench/serving.ts.');

const log = createLog('error');
const postgres = await openEmbeddedPostgres({ dataFolder, role: 'bench', log, durable: true });
const connection = postgres.connection('postgres');
await migrate(connection);
const db = createPool(connection, { applicationName: applicationName('bench'), plansOnce: true });
const ample = {
  downloadsPerDay: 1_000,
  webhooks: 0,
  watchlistEntries: 0,
  savedScreens: 0,
  screenAlerts: 0,
  creditsPerDay: 2e9,
  creditsPerMonth: 2e9,
  requestsPerSecond: 1e9,
  burst: 1e9,
  callsAtOnce: 64,
  analysesPerMinute: 1e9,
};
const plans = { ...DEFAULT_PLANS, business: ample };
const { key } = await createKey(db, { email: 'bench@example.org', plan: 'business', name: 'bench' });

const stages = [
  { issuers: 100, references: 0 },
  { issuers: 20_000, references: 0 },
  { issuers: 20_000, references: 300_000 },
];
const filled = { issuers: 0, references: 0 };
let closing: (() => Promise<void>)[] = [];

const loopDelay = monitorEventLoopDelay({ resolution: 5 });
let busySince = performance.eventLoopUtilization();

process.on('message', async message => {
  if (message === 'watch') {
    loopDelay.reset();
    loopDelay.enable();
    busySince = performance.eventLoopUtilization();
    process.send?.('watching');
  }
  if (message === 'report') {
    loopDelay.disable();
    const { active, utilization } = performance.eventLoopUtilization(busySince);
    const report: LoopReport = {
      p50Ms: loopDelay.percentile(50) / 1e6,
      p99Ms: loopDelay.percentile(99) / 1e6,
      maxMs: loopDelay.max / 1e6,
      activeMs: active,
      utilization,
    };
    process.send?.(report);
  }
  if (message === 'heavy') {
    await fillHeavy(db, new Date());
    process.send?.('filled');
  }
  if (message === 'next') process.send?.(await nextStage());
  if (message === 'stop') {
    await closeServers();
    await db.close();
    await postgres.close({ waitForOthersMs: 0 });
    process.exit(0);
  }
});
// The parent has ended: PostgreSQL ends with this process.
process.on('disconnect', () => process.exit(1));
process.send('ready');

async function nextStage(): Promise<ServingStage | null> {
  await closeServers();
  const stage = stages.shift();
  if (stage === undefined) return null;
  const { issuers, references } = stage;
  if (issuers > filled.issuers) await fillStore(db, filled.issuers, issuers, VARIANTS);
  if (references > filled.references) await fillReferences(db, filled.references, references);
  Object.assign(filled, stage);
  const server = await createHttpServer({ db, operations: OPERATIONS, log: createLog('silent'), plans });
  const service = await server.listen({ host: '127.0.0.1', port: 0 });
  const bareApp = Fastify();
  const cases: ServingCase[] = [];
  for (const [name, pathOf] of Object.entries(references > 0 ? SEARCHES : CASES)) {
    cases.push(await prepareCase(name, pathOf, server.app.inject.bind(server.app), bareApp));
  }
  const bare = await bareApp.listen({ host: '127.0.0.1', port: 0 });
  closing = [() => server.close(), () => bareApp.close()];
  return { ...stage, service, bare, key, cases };
}

async function closeServers(): Promise<void> {
  for (const close of closing) await close();
  closing = [];
}

const SIX = 'revenue,net_income,total_assets,equity,operating_cash_flow,operating_income';

const search = (query: string) => `/api/v1/entities/search?query=${encodeURIComponent(query)}`;
/** Without the legal form. */
const nameOf = (index: number) => issuerName(index).replace(/ \S+$/, '');

/** Routes whose cost depends on the number of entities known only by name. */
const SEARCHES: Record<string, (variant: number) => string> = {
  'entities/search, a name': variant => search(nameOf(variant * 2)),
  'entities/search, a misspelt name': variant => search(nameOf(variant * 2).replace(/[aeiou]/, '')),
  'entities/search, a ticker': variant => search(issuerTicker(variant)),
  'entities/search, a body that is only named': variant => search(referenceName(variant * 5 + 1)),
  'entities/search, the beginning of its name': variant => search(referenceName(variant * 5 + 1).slice(0, 9)),
  'entities/search, the middle of an Asian name': variant => search(referenceName(variant * 5).slice(1, 4)),
};

const CASES: Record<string, (variant: number) => string> = {
  'companies/financials, 6 lines, 5 years': variant =>
    `/api/v1/companies/financials?ticker=${issuerTicker(variant)}&line_items=${SIX}&fiscal_year_from=2019`,
  'companies/financials, all lines, one year': variant =>
    `/api/v1/companies/financials?ticker=${issuerTicker(variant)}&fiscal_year=2022`,
  'companies/financials, all lines, 16 years': variant =>
    `/api/v1/companies/financials?ticker=${issuerTicker(variant)}`,
  'companies/financials, all lines, 16 years, compact': variant =>
    `/api/v1/companies/financials?ticker=${issuerTicker(variant)}&view=compact`,
  'filings/kpis, compact': variant => `/api/v1/filings/sec-edgar:${accessionOf(variant, 2022)}/kpis?view=compact`,
  'filings/kpis': variant => `/api/v1/filings/sec-edgar:${accessionOf(variant, 2022)}/kpis`,
  'entities/search, a name': variant => search(nameOf(variant * 2)),
  'entities/search, a misspelt name': variant => search(nameOf(variant * 2).replace(/[aeiou]/, '')),
  'entities/search, a ticker': variant => search(issuerTicker(variant)),
  'tickers/filings': variant => `/api/v1/tickers/${issuerTicker(variant)}/filings`,
};

type Inject = (request: {
  url: string;
  headers: Record<string, string>;
}) => Promise<{ body: string; statusCode: number }>;

async function prepareCase(
  name: string,
  pathOf: (variant: number) => string,
  inject: Inject,
  bareApp: FastifyInstance,
): Promise<ServingCase> {
  const paths = Array.from({ length: VARIANTS }, (_, variant) => pathOf(variant));
  const prefix = `/${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  const responses: { body: string; statements: Sql[] }[] = [];
  const times: number[] = [];
  let bytes = 0;
  for (const url of paths) {
    const startedMs = performance.now();
    const first = await inject({ url, headers: { 'x-api-key': key } });
    times.push(performance.now() - startedMs);
    if (first.statusCode !== 200) throw new Error(`${url} answered ${first.statusCode}: ${first.body.slice(0, 200)}`);
    bytes += Buffer.byteLength(first.body);
    responses.push({ body: first.body, statements: await statementsOf(url) });
  }
  bareApp.get(`${prefix}/:variant`, async (request, reply) => {
    const { variant } = request.params as { variant: string };
    const response = responses[Number(variant)];
    for (const statement of response?.statements ?? []) await db.query(statement);
    return reply.header('content-type', 'application/json; charset=utf-8').send(response?.body);
  });
  return {
    name,
    paths,
    barePaths: paths.map((_, variant) => `${prefix}/${variant}`),
    bytes: Math.round(bytes / VARIANTS),
    firstMs: times.toSorted((a, b) => a - b)[VARIANTS / 2] ?? 0,
  };
}

/** The statements of an operation whose response is already rendered. */
async function statementsOf(url: string): Promise<Sql[]> {
  const statements: Sql[] = [];
  const recording: Database = {
    ...db,
    query: statement => {
      statements.push(statement);
      return db.query(statement);
    },
    queryOne: statement => {
      statements.push(statement);
      return db.queryOne(statement);
    },
  };
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  for (const operation of OPERATIONS) {
    const [, route = ''] = operation.route.split(' ');
    const names = [...route.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
    const match = new RegExp(`^${route.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname);
    if (!match) continue;
    const given: Record<string, unknown> = Object.fromEntries(searchParams);
    for (const [place, name] of names.entries()) given[name] = decodeURIComponent(match[place + 1] ?? '');
    for (const name of ['fiscal_year', 'fiscal_year_from']) if (name in given) given[name] = Number(given[name]);
    const context = { db: recording, account: null, now: new Date() };
    const input = operation.input.parse(given);
    await operation.run(context, input);
    const isRendered = (await operation.run(context, input)) instanceof JsonText;
    // The service repeats the second run of a rendered response; other responses run the same statements each time.
    return isRendered ? statements.slice(-1) : statements.slice(statements.length / 2);
  }
  throw new Error(`No operation serves ${url}.`);
}
