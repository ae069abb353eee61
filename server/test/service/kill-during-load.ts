import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An `asfiled` command in a separate process. */
export interface CommandOptions {
  /** ASFILED_DATA, DATABASE_URL … */
  environment: Readonly<Record<string, string>>;
  args: readonly string[];
}

/** Exit code and output of a command. */
export interface CommandResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

const MAIN = join(import.meta.dirname, '../../src/main.js');

export function startCommand({ environment, args }: CommandOptions): {
  child: ChildProcess;
  ended: Promise<CommandResult>;
} {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', ASFILED_LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const ended = once(child, 'close').then(([code, signal]): CommandResult => ({ code, signal, output }));
  return { child, ended };
}

export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  return startCommand(options).ended;
}

/**
 * Starts the command repeatedly and kills it (SIGKILL) each time as soon as `isTime` holds; the last run ends by itself.
 * Returns how it ended and how many kills hit a running process.
 */
export async function runWithKills(
  options: CommandOptions,
  kills: number,
  isTime: (kill: number, elapsedMs: number) => Promise<boolean> | boolean,
): Promise<CommandResult & { killed: number }> {
  let killed = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { child, ended } = startCommand(options);
    const startedAt = performance.now();
    const watch = { isOver: false };
    void ended.then(() => {
      watch.isOver = true;
    });
    while (!watch.isOver && !(await isTime(kill, performance.now() - startedAt))) await sleep(LOOK_EVERY_MS);
    child.kill('SIGKILL');
    const end = await ended;
    if (end.signal === 'SIGKILL') killed++;
  }
  return { ...(await runCommand(options)), killed };
}

const LOOK_EVERY_MS = 10;
