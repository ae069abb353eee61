import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access } from '../../accounts/account.ts';
import { CallGate } from '../../accounts/limits/call-gate.ts';
import { DEFAULT_PLANS } from '../../accounts/plans.ts';
import type { Database } from '../../db/database.ts';
import { type AnyOperation, toJsonText } from '../../domain/kit/operation.ts';
import { LazyList, renderedOnce } from '../../domain/kit/responses/rendered-responses.ts';
import type { CallServices } from '../calls.ts';
import { ToolCaller } from './call-tool.ts';
import type { OperationTool } from './tool-list.ts';

const db = {} as Database;

function toolOf(run: AnyOperation['run']): OperationTool {
  const period = z.object({ fiscal_year: z.int(), values: z.record(z.string(), z.unknown()) });
  const operation = {
    name: 'getFictional',
    route: 'GET /fictional',
    plan: 'free',
    credits: 0,
    input: z.strictObject({ id: z.int() }),
    output: z.object({ name: z.string(), periods: z.array(period) }),
    run,
  } as unknown as AnyOperation;
  return { operation, credits: 0, description: { name: 'get_fictional', inputSchema: { type: 'object' } } };
}

const access = {
  account: { accountId: 'a', plan: 'free' },
  credential: { scopes: ['data:read'] },
} as unknown as Access;

function newCaller(): ToolCaller {
  const free = { ...DEFAULT_PLANS.free, callsAtOnce: 64 };
  return new ToolCaller({
    db,
    gate: new CallGate({ maxRunning: 64 }),
    plans: { ...DEFAULT_PLANS, free },
    now: () => new Date(),
  } as unknown as CallServices);
}

/** About 20 kB of JSON. */
function periodOf(at: number) {
  const value = { value: 41_250_000 + at, unit: 'USD', concept: 'us-gaap:Revenues', filing_id: `sec-edgar:${at}` };
  return { fiscal_year: at, values: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`code_${n}`, value])) };
}

const YEARS = Array.from({ length: 60 }, (_, at) => 2024 - at);
const PERIODS = YEARS.map(periodOf);

/** All calls in one turn take over 600 ms. Collecting garbage can take 100 ms; `npm run bench -- event-loop` is exact. */
const MAX_TURN_MS = 250;

/** The processor time of the longest uninterrupted turn of the event loop while work runs. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const before = process.threadCpuUsage();
      await new Promise(resolve => setImmediate(resolve));
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await work();
  isDone = true;
  await watching;
  return longest;
}

describe.each<[string, AnyOperation['run']]>([
  [
    'rendered once for all of them',
    async () => renderedOnce(db, ['large'], async () => ({ name: 'x', periods: new LazyList(YEARS, periodOf) })),
  ],
  ['written by the operation', async () => toJsonText({ name: 'x', periods: PERIODS })],
  ['validated by the transport', async () => ({ name: 'x', periods: PERIODS })],
])('32 concurrent calls of a tool whose large response is %s', (_what, run) => {
  it('share the event loop', async () => {
    const caller = newCaller();
    const tool = toolOf(run);
    // Compiles the code.
    await caller.call(tool, access, { id: -1 });
    const ids = Array.from({ length: 32 }, (_, id) => id);
    const longestMs = await longestTurnMs(() => Promise.all(ids.map(id => caller.call(tool, access, { id }))));
    expect(longestMs).toBeLessThan(MAX_TURN_MS);
  });

  it('return each period once over all parts', async () => {
    const caller = newCaller();
    const tool = toolOf(run);
    const years = new Map<number, Set<string>>();
    let args: Record<string, unknown> | undefined = { id: 0 };
    while (args) {
      const part = (await caller.call(tool, access, args)) as {
        periods: ReturnType<typeof periodOf>[];
        continue_with?: Record<string, unknown>;
      };
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(25_000);
      for (const { fiscal_year, values } of part.periods) {
        const codes = years.get(fiscal_year) ?? new Set();
        for (const code of Object.keys(values)) codes.add(code);
        years.set(fiscal_year, codes);
      }
      args = part.continue_with;
    }
    expect([...years.values()].every(codes => codes.size === 200)).toBe(true);
    expect([...years.keys()]).toEqual(YEARS);
  });
});
