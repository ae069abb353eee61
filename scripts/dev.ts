/**
 * `npm run dev` runs the service and Vite's development server for the web app; each reloads when its sources change.
 * Both stop on Ctrl-C, or when either of them ends. Vite forwards API calls to the service (web/vite.config.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
/** Where the browser opens the app: sign-in accepts requests from the origin of `ASFILED_PUBLIC_URL` only. */
const WEB_URL = 'http://127.0.0.1:5173';

const children = [
  run(['--watch', '--watch-preserve-output', 'server/src/main.js', 'serve']),
  run(['node_modules/vite/bin/vite.js', 'web', '--configLoader', 'native']),
];
// Ctrl-C reaches the children too; this process waits until both have ended.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', endChildren);
await Promise.race(children.map(child => once(child, 'exit')));
endChildren();
await Promise.all(children.map(ended));

function run(args: readonly string[]): ChildProcess {
  const env = { ASFILED_PUBLIC_URL: WEB_URL, ...process.env };
  return spawn(process.execPath, args, { cwd: PROJECT, env, stdio: 'inherit' });
}

function endChildren(): void {
  for (const child of children) child.kill('SIGTERM');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
