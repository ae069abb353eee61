import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const MAIN = join(import.meta.dirname, '../../server/src/main.js');

/** A service with the sample pack, on loopback, in its own folder. */
export class AttackedService {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(): Promise<AttackedService> {
    const folder = await mkdtemp(join(tmpdir(), 'asfiled-torture-'));
    const child = spawn(process.execPath, [MAIN, 'serve'], {
      env: environmentOf(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const isReady = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', chunk => {
        output += chunk;
        if (/API key {5}afk_/.test(output)) resolve();
      });
      child.once('exit', code => reject(new Error(`serve ended with ${code}: ${output}`)));
    });
    await isReady;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url === undefined) throw new Error(`serve states no address: ${output}`);
    return new AttackedService(url, child, folder);
  }

  /** A key of a new account on a plan. */
  async createKey(plan: string): Promise<string> {
    const email = `${plan}-${Math.random().toString(36).slice(2)}@example.org`;
    const args = [MAIN, 'key', 'create', '--email', email, '--plan', plan];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: environmentOf(this.#folder) });
    return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { key: string }).key;
  }

  /** Peak memory of the process in megabytes; null on systems without /proc. */
  peakMemoryMb(): number | null {
    try {
      const kB = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1];
      return kB === undefined ? null : Math.round(Number(kB) / 1_024);
    } catch {
      return null;
    }
  }

  isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (this.isRunning()) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? '',
    ASFILED_DATA: join(folder, 'data'),
    ASFILED_PORT: '0',
    ASFILED_LOG_LEVEL: 'fatal',
  };
}
