import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../server/test/service/free-port.ts';

const MAIN = join(import.meta.dirname, '../../server/src/main.js');
const CLOCK = pathToFileURL(join(import.meta.dirname, 'fixed-clock.ts')).href;
const START_TIMEOUT_MS = 120_000;

/** A data folder and the clock that all its processes show. */
export interface Place {
  dataFolder: string;
  clockOffsetMs: number;
}

export interface Service {
  url: string;
  key: string;
  stop(): Promise<void>;
}

export function environmentOf({ dataFolder, clockOffsetMs }: Place): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--import=${CLOCK}`,
    RECORD_CLOCK_OFFSET_MS: String(clockOffsetMs),
    ASFILED_DATA: dataFolder,
    ASFILED_SAMPLE: '0',
    ASFILED_SCHEDULE: '0',
    // A single thread makes serial numbers reproducible, which order ties in some lists.
    ASFILED_WORKERS: '1',
    ASFILED_LOG_LEVEL: 'error',
  };
}

/** The arguments of Node.js for a command of asfiled. */
export function commandOf(...args: string[]): string[] {
  return [MAIN, ...args];
}

/** Runs a command to its end and returns its exit code. */
export async function runCommand(place: Place, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, commandOf(...args), {
    env: environmentOf(place),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Starts `serve` and returns when it accepts requests. */
export async function startService(place: Place): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, commandOf('serve'), {
    env: { ...environmentOf(place), ASFILED_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const keyFile = join(place.dataFolder, 'local-key');
  await untilReady(child, `${url}/readyz`, keyFile);
  return {
    url,
    key: readFileSync(keyFile, 'utf8').trim(),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The service writes its key after it accepts requests. */
async function untilReady(child: ChildProcess, url: string, keyFile: string): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`serve ended with exit code ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok && existsSync(keyFile)) return;
  }
  throw new Error(`serve was not ready after ${START_TIMEOUT_MS / 1_000} s`);
}
