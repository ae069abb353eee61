import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { BROWSER_ARGUMENTS, CHROMIUM } from '../../server/test/service/browser.ts';

/** Repeats a measurement up to a number of rounds or a time limit, at least once. */
export async function rounds<Result>(
  { wanted, withinMs }: { wanted: number; withinMs: number },
  item: () => Promise<Result>,
): Promise<Result[]> {
  const startedMs = performance.now();
  const results: Result[] = [];
  do results.push(await item());
  while (results.length < wanted && performance.now() - startedMs < withinMs);
  return results;
}

/** CPU time of a page's main thread so far in milliseconds: scripts, layout, style; independent of other processes. */
export async function busyMs(metrics: CDPSession): Promise<number> {
  const { metrics: list } = await metrics.send('Performance.getMetrics');
  return 1000 * (list.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * A Chromium that loads pages without an attached debugger, since a debugger records stack traces and slows scripts. Results
 * are read afterwards.
 */
export interface LoneBrowser {
  /** Opens a URL in a new tab, waits, evaluates an expression and closes the tab. */
  visit: <Value>(address: string, waitMs: number, expression: string) => Promise<Value>;
  close: () => Promise<void>;
}

export async function openLoneBrowser({ width, height }: { width: number; height: number }): Promise<LoneBrowser> {
  if (CHROMIUM === null) throw new Error('no Chromium on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-measure-'));
  const child = spawn(
    CHROMIUM,
    [
      ...BROWSER_ARGUMENTS,
      '--headless',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      `--window-size=${width},${height}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise(resolve => child.once('exit', resolve));
  const portFile = join(folder, 'DevToolsActivePort');
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) await sleep(50);
  const base = `http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n')[0]}`;
  return {
    async visit<Value>(address: string, waitMs: number, expression: string) {
      const opened = await fetch(`${base}/json/new?${encodeURIComponent(address)}`, { method: 'PUT' });
      const tab = (await opened.json()) as { id: string; webSocketDebuggerUrl: string };
      await sleep(waitMs);
      const value = await evaluate(tab.webSocketDebuggerUrl, expression);
      await fetch(`${base}/json/close/${tab.id}`);
      return value as Value;
    },
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Evaluates an expression in a tab; returns JSON. */
async function evaluate(tab: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(tab);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`${tab} does not respond`)), { once: true });
    });
    const answered = new Promise<string>(resolve =>
      socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
    );
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }));
    const { result } = JSON.parse(await answered) as {
      result: { result: { value: unknown }; exceptionDetails?: { text: string } };
    };
    if (result.exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`);
    return result.result.value;
  } finally {
    socket.close();
  }
}
