/**
 * `npm run record -- FOLDER` records the behaviour of the service over the sample and the recorded responses in
 * ../shared/data: the digest of its export, its OpenAPI document, its MCP tools and the responses to calls.tsv, all
 * without wording. Two recordings of the same behaviour are equal; `npm run record -- --compare BEFORE AFTER` lists the
 * differences.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compareRecordings, FILES } from './record-behaviour/compare.ts';
import { type Json, normaliseResponse, normaliseText, type Span, withoutWords } from './record-behaviour/normalise.ts';
import {
  commandOf,
  environmentOf,
  type Place,
  runCommand,
  type Service,
  startService,
} from './record-behaviour/service.ts';

const PROJECT = join(import.meta.dirname, '..');
const CALLS = join(import.meta.dirname, 'record-behaviour/calls.tsv');
/** What all clocks show when a recording starts. */
const STARTS_AT = '2027-01-04T06:00:00Z';

/** Mirrors with the registries that they have responses of, in the order in which they are read. */
const MIRRORS: readonly [folder: string, registries: string][] = [
  [
    'sample',
    'sec-edgar edinet companies-house esef opendart ecb earningscall globenewswire yahoo us-treasury fred imf sbti',
  ],
  ['../shared/data/us/mirror', 'sec-edgar'],
  ['../shared/data/intl/mirror', 'gleif edinet companies-house cvm esef opendart cninfo tdnet hkexnews'],
  ['../shared/data/market/mirror', 'ecb bank-of-canada us-treasury fred yahoo stooq alphavantage earningscall sbti'],
];

const { values, positionals } = parseArgs({ options: { compare: { type: 'boolean' } }, allowPositionals: true });
const [first, second] = positionals;
if (first === undefined || (values.compare && second === undefined)) {
  console.error('usage: npm run record -- FOLDER, or npm run record -- --compare BEFORE AFTER');
  process.exit(2);
}
if (values.compare && second !== undefined) showDifferences(first, second);
else await record(first);

function showDifferences(before: string, after: string): void {
  const differences = compareRecordings(before, after);
  for (const line of differences) console.log(line);
  console.log(differences.length === 0 ? 'No difference.' : `${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function record(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const parent = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'asfiled-record-'));
  const startedMs = Date.now();
  const place = { dataFolder: join(parent, 'data'), clockOffsetMs: Date.parse(STARTS_AT) - startedMs };
  const write = (name: (typeof FILES)[number], value: unknown): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
  try {
    await fillStore(place);
    write('export.json', await recordExport(place, join(parent, 'export.jsonl')));
    const service = await startService(place);
    try {
      write('openapi.json', await recordOpenApi(service));
      write('mcp-tools.json', await recordTools(place));
      write('answers.json', await recordResponses(service, spansSince(startedMs)));
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  for (const name of FILES) console.log(`${sha256(readFileSync(join(folder, name), 'utf8'))}  ${name}`);
  console.log(`Recorded in ${Math.round((Date.now() - startedMs) / 1_000)} s.`);
}

async function fillStore(place: Place): Promise<void> {
  for (const [mirror, registries] of MIRRORS) {
    for (const registry of registries.split(' ')) {
      const code = await runCommand(place, 'ingest', registry, '--mirror', join(PROJECT, mirror));
      if (code > 1) throw new Error(`ingest ${registry} --mirror ${mirror} ended with exit code ${code}`);
    }
  }
}

interface ExportedTable {
  rows: number;
  sha256: string;
}

async function recordExport(
  place: Place,
  path: string,
): Promise<{ sha256: string; tables: Record<string, ExportedTable> }> {
  const code = await runCommand(place, 'export', '--out', path);
  if (code !== 0) throw new Error(`export ended with exit code ${code}`);
  const whole = createHash('sha256');
  const tables = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const name = /^\{"table":"(\w+)"/.exec(line)?.[1] ?? '';
    const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
    tables.set(name, table);
    table.rows++;
    table.hash.update(`${line}\n`);
    whole.update(`${line}\n`);
  }
  const shown = [...tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }]);
  return { sha256: whole.digest('hex'), tables: Object.fromEntries(shown) };
}

async function recordOpenApi({ url }: Service): Promise<Json> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  return withoutWords((await response.json()) as Json);
}

async function recordTools(place: Place): Promise<Json> {
  const client = new Client({ name: 'record', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: commandOf('mcp'), env: environmentOf(place) }),
  );
  const { tools } = await client.listTools();
  await client.close();
  const shown = tools.map(({ name, inputSchema }) => [name, withoutWords(inputSchema as Json)] as const);
  return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Instants of this recording: of the clocks of the service, and of PostgreSQL. */
function spansSince(startedMs: number): Span[] {
  const hoursMs = 6 * 3_600_000;
  return [Date.parse(STARTS_AT), startedMs].map(fromMs => ({ fromMs: fromMs - 60_000, toMs: fromMs + hoursMs }));
}

async function recordResponses(service: Service, spans: readonly Span[]): Promise<Json> {
  const responses: Json[] = [];
  for (const line of readFileSync(CALLS, 'utf8').trimEnd().split('\n')) {
    responses.push({ call: line, ...(await responseTo(service, line, spans)) });
  }
  return responses;
}

async function responseTo({ url, key }: Service, line: string, spans: readonly Span[]): Promise<Record<string, Json>> {
  const [method = '', path = '', body] = line.split('\t');
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get('content-type');
  const text = (await response.text()).replaceAll(url, '<url>');
  return {
    status: response.status,
    type,
    credits: response.headers.get('x-credits-cost'),
    location: response.headers.get('location')?.replace(url, '<url>').replace(/\?.*/, '?…') ?? null,
    body: type?.includes('json') ? normaliseResponse(JSON.parse(text), path, spans) : normaliseText(text, path, spans),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
