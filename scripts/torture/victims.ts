import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../server/src/main.js');
const READY_WITHIN_MS = 60_000;
export const VICTIMS = ['server', 'worker', 'postgres'] as const;
export type Victim = (typeof VICTIMS)[number];

/** A service, a worker and their embedded PostgreSQL, which the test kills and restarts. */
export class Victims {
  readonly kills: Record<Victim, number> = { server: 0, worker: 0, postgres: 0 };
  readonly #dataFolder: string;
  readonly #children = new Map<'server' | 'worker', ChildProcess>();
  #isOver = false;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Resolves when the service is ready. */
  async start(): Promise<void> {
    await this.#keep('server', 'serve', /API key {5}afk_/);
    await this.#keep('worker', 'worker', /worker is running/);
  }

  /** Kills one with SIGKILL; false if it is not running. A killed server or worker restarts at once; they restart PostgreSQL. */
  kill(victim: Victim): boolean {
    const pid = victim === 'postgres' ? this.#postmaster() : this.#children.get(victim)?.pid;
    if (pid === undefined) return false;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
    this.kills[victim]++;
    return true;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const children = [...this.#children.values()].filter(child => child.exitCode === null && child.signalCode === null);
    for (const child of children.toReversed()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }

  async #keep(name: 'server' | 'worker', command: string, ready: RegExp): Promise<void> {
    const child = spawn(process.execPath, [MAIN, command], {
      env: {
        PATH: process.env.PATH ?? '',
        ASFILED_DATA: this.#dataFolder,
        ASFILED_SAMPLE: '0',
        ASFILED_PORT: '0',
        ASFILED_WORKERS: '1',
        ASFILED_LOG_LEVEL: 'fatal',
        ASFILED_WEBHOOK_ALLOW_PRIVATE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.set(name, child);
    let output = '';
    const isReady = new Promise<void>(done => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', chunk => {
          output = `${output}${chunk}`.slice(-10_000);
          if (ready.test(output)) done();
        });
      }
    });
    const ended = once(child, 'exit');
    void ended.then(() => {
      if (!this.#isOver) void this.#keep(name, command, ready).catch(() => undefined);
    });
    const isLate = sleep(READY_WITHIN_MS, null, { ref: false }).then(() => {
      throw new Error(`${command} was not ready within ${READY_WITHIN_MS / 1_000} s; it printed:\n${output}`);
    });
    await Promise.race([isReady, ended, isLate]);
  }

  #postmaster(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.#dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
      return pid > 1 ? pid : undefined;
    } catch {
      return undefined;
    }
  }
}
