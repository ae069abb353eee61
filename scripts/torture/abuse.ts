/**
 * One caller must not affect another: floods of MCP batches, of the heaviest responses and of bad credentials, each
 * while the response times of another caller are measured.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AttackedService } from './attacked-service.ts';
import { promise, skipped } from './promises.ts';

const service = await AttackedService.start();
try {
  const free = await service.createKey('free');
  const business = await service.createKey('business');
  const other = await service.createKey('business');
  await floodWithBatches(free, other);
  await askForHeavyResponses(business, other);
  await floodWithoutCredentials(other);
  await checkLongQuery();
  await checkMetrics();
  promise('The process survives', service.isRunning(), 'serve');
} finally {
  await service.stop();
}

/** Ten POSTs of 100 tool calls, on an account that can pay for ten of the thousand. */
async function floodWithBatches(free: string, other: string): Promise<void> {
  const batch = JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_company_financials', arguments: { ticker: 'AAPL', market_id: 'us' } },
    })),
  );
  const post = async (): Promise<number> => {
    const headers = {
      authorization: `Bearer ${free}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers,
      body: batch,
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const flood = Promise.allSettled(Array.from({ length: 10 }, post));
  const latency = await measureUntil(flood, () => timed('/healthz', other));
  const statuses = (await flood).map(result => (result.status === 'fulfilled' ? result.value : 0));
  promise('MCP batches: every POST is answered within 30 s', !statuses.includes(0), `statuses ${statuses.join(' ')}`);
  promise(
    'MCP batches: none is a fault of the server',
    statuses.every(status => status !== 500),
    'no 500',
  );
  promise('MCP batches: another caller waits less than a second', latency.worstMs < 1_000, describe(latency));
  checkMemory('MCP batches', 1_500);
}

/** 32 connections request the heaviest responses for fifteen seconds. */
async function askForHeavyResponses(key: string, other: string): Promise<void> {
  const paths = [
    '/api/v1/companies/financials?ticker=AAPL',
    '/api/v1/companies/financials?ticker=MSFT&fiscal_period=ttm',
    '/api/v1/filings/search?q=revenue',
  ];
  const until = Date.now() + 15_000;
  const statuses = new Map<number, number>();
  const lane = async (at: number): Promise<void> => {
    for (let n = at; Date.now() < until; n++) {
      const { status } = await timed(paths[n % paths.length] ?? '/', key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429 || status === 503) await sleep(50);
    }
  };
  const flood = Promise.all(Array.from({ length: 32 }, (_, at) => lane(at)));
  const latency = await measureUntil(flood, () => timed('/healthz', other));
  const counted = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  promise('Heavy responses: none is a fault of the server', !statuses.has(500) && !statuses.has(0), counted);
  promise('Heavy responses: another caller waits less than a second', latency.worstMs < 1_000, describe(latency));
  promise('Heavy responses: half of its calls take less than 100 ms', latency.medianMs < 100, describe(latency));
  checkMemory('Heavy responses', 1_500);
}

/** Requests without a key and with unknown keys, from the address of a caller with a valid one. */
async function floodWithoutCredentials(key: string): Promise<void> {
  const until = Date.now() + 10_000;
  const refused = new Map<number, number>();
  const lane = async (at: number): Promise<void> => {
    for (let n = at; Date.now() < until; n++) {
      const bad = n % 2 === 0 ? null : `afk_${String(n).padStart(40, '0')}`;
      const { status } = await timed('/api/v1/entities/search?query=microsoft', bad);
      refused.set(status, (refused.get(status) ?? 0) + 1);
    }
  };
  const flood = Promise.all(Array.from({ length: 16 }, (_, at) => lane(at)));
  const good: number[] = [];
  await measureUntil(flood, async () => {
    const call = await timed('/api/v1/entities/search?query=microsoft', key);
    good.push(call.status);
    return call;
  });
  const lost = good.filter(status => status === 429 || status === 401).length;
  promise('Bad credentials: a good key is never refused', lost === 0, `${lost} of ${good.length} calls refused`);
  const isOnlyRefusal = [...refused.keys()].every(status => status === 401 || status === 429);
  promise('Bad credentials: all are refused', isOnlyRefusal, [...refused].map(([s, n]) => `${n} × ${s}`).join(', '));
}

async function checkLongQuery(): Promise<void> {
  const query = `a${'%25'.repeat(4_600)}`;
  const { ms, status } = await timed(`/api/v1/entities/search?query=${query}`, null);
  promise('A query of 14 kB without a key is refused at once', ms < 1_000 && status >= 400, `${ms} ms, ${status}`);
}

async function checkMetrics(): Promise<void> {
  const response = await fetch(`${service.url}/metrics`, { headers: { origin: 'https://example.org' } });
  const allowed = response.headers.get('access-control-allow-origin');
  await response.arrayBuffer();
  promise('/metrics is closed to pages of other origins', allowed === null, `allow-origin ${allowed}`);
}

interface Call {
  status: number;
  ms: number;
}

interface Latency {
  calls: number;
  medianMs: number;
  worstMs: number;
}

/** Status 0 for a call that got no response. */
async function timed(path: string, key: string | null): Promise<Call> {
  const startedAt = performance.now();
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const status = await fetch(service.url + path, { headers, signal: AbortSignal.timeout(30_000) }).then(
    async response => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return { status, ms: Math.round(performance.now() - startedAt) };
}

/** Repeats a call until `work` ends. A call without a response counts as infinitely slow. */
async function measureUntil(work: Promise<unknown>, call: () => Promise<Call>): Promise<Latency> {
  const times: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { ms, status } = await call();
    times.push(status === 0 ? Number.POSITIVE_INFINITY : ms);
    await sleep(20);
  }
  times.sort((a, b) => a - b);
  return {
    calls: times.length,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    worstMs: times.at(-1) ?? 0,
  };
}

function describe({ calls, medianMs, worstMs }: Latency): string {
  return `${calls} calls, median ${medianMs} ms, worst ${worstMs} ms`;
}

function checkMemory(part: string, mostMb: number): void {
  const peak = service.peakMemoryMb();
  const text = `${part}: the process stays below ${mostMb} MB`;
  if (peak === null) skipped(text, 'no /proc on this system');
  else promise(text, peak < mostMb, `peak ${peak} MB`);
}
