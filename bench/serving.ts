import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type BenchReport, median } from './report.ts';
import type { ServingCase, ServingStage } from './serving-server.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 3;

/** One route at one size of the store, service against bare handler, medians over the rounds. */
export interface ServingResult {
  issuers: number;
  references: number;
  route: string;
  answerBytes: number;
  /** The first response, before it is cached. */
  firstMs: number;
  serviceRequestsPerSecond: number;
  bareRequestsPerSecond: number;
  /** Median ratio of service to bare handler over the rounds; other load affects both. */
  ratio: number;
  p50Ms: number;
  p99Ms: number;
  bareP50Ms: number;
  bareP99Ms: number;
}

const HOW =
  'Requests per second of the service, with keys, metering, validation and headers, against bare Fastify handlers in the same process that run the same prepared statements and send the same bytes. 32 connections; client, service and PostgreSQL share the machine; median of three rounds in turns. Issuers and figures are fictional.';

/** The measurements of {@link measureServing} as a report. */
export async function benchServing(): Promise<BenchReport> {
  const results = await measureServing();
  return {
    title: 'Serving',
    how: HOW,
    rows: results.flatMap(result => [
      {
        name: `${result.route} (${kilobytes(result.answerBytes)}), ${sizeOf(result)}`,
        figure: `${Math.round(result.serviceRequestsPerSecond).toLocaleString('en-US')} requests/s; first answer ${result.firstMs.toFixed(1)} ms`,
        ratio: result.ratio,
        aim: '≥ 0.70',
      },
      {
        name: '– its p99 to p50',
        figure: `${result.p99Ms.toFixed(1)} to ${result.p50Ms.toFixed(1)} ms (bare ${result.bareP99Ms.toFixed(1)} to ${result.bareP50Ms.toFixed(1)})`,
        ratio: result.p99Ms / result.p50Ms,
        aim: '< 5',
      },
    ]),
  };
}

function sizeOf({ issuers, references }: ServingResult): string {
  const named = references === 0 ? '' : ` and ${references.toLocaleString('en-US')} bodies that are only named`;
  return `${issuers.toLocaleString('en-US')} issuers${named}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Measures every route over 100 and 20,000 issuers, and searches among 300,000 more entities known only by name. */
async function measureServing(report: (result: ServingResult) => void = () => undefined): Promise<ServingResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-bench-'));
  const child = fork(join(import.meta.dirname, 'serving-server.ts'), [folder], { execPath: process.execPath });
  try {
    await nextMessage(child);
    const results: ServingResult[] = [];
    for (let stage = await ask(child, 'next'); stage !== null; stage = await ask(child, 'next')) {
      for (const one of stage.cases) {
        const result = await measureCase(stage, one);
        report(result);
        results.push(result);
      }
    }
    child.send('stop');
    await once(child, 'exit');
    return results;
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(child: ChildProcess, message: 'next'): Promise<ServingStage | null> {
  child.send(message);
  return (await nextMessage(child)) as ServingStage | null;
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

async function measureCase(stage: ServingStage, servingCase: ServingCase): Promise<ServingResult> {
  const service = () => load(stage.service, servingCase.paths, { 'x-api-key': stage.key });
  const bare = () => load(stage.bare, servingCase.barePaths, {});
  await service();
  await bare();
  const rounds: { service: Load; bare: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Alternates the order, so that a machine that slows down does not bias the ratio.
    const [first, second] = round % 2 === 0 ? [await service(), await bare()] : [await bare(), await service()];
    rounds.push(round % 2 === 0 ? { service: first, bare: second } : { service: second, bare: first });
  }
  const of = (value: (round: { service: Load; bare: Load }) => number) => median(rounds.map(value));
  return {
    issuers: stage.issuers,
    references: stage.references,
    route: servingCase.name,
    answerBytes: servingCase.bytes,
    firstMs: servingCase.firstMs,
    serviceRequestsPerSecond: of(round => round.service.requestsPerSecond),
    bareRequestsPerSecond: of(round => round.bare.requestsPerSecond),
    ratio: of(round => round.service.requestsPerSecond / round.bare.requestsPerSecond),
    p50Ms: of(round => round.service.p50Ms),
    p99Ms: of(round => round.service.p99Ms),
    bareP50Ms: of(round => round.bare.p50Ms),
    bareP99Ms: of(round => round.bare.p99Ms),
  };
}

interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

async function load(base: string, paths: readonly string[], headers: Record<string, string>): Promise<Load> {
  const times: number[] = [];
  const running = autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map(path => ({ method: 'GET', path, headers })),
  });
  running.on('response', (_client, status, _bytes, timeMs) => {
    if (status !== 200) throw new Error(`${base} answered ${status}`);
    times.push(timeMs);
  });
  const { duration } = await running;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { requestsPerSecond: times.length / duration, p50Ms: at(0.5), p99Ms: at(0.99) };
}
