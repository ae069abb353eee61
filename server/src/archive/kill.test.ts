import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { DiskArchive } from './disk-archive.ts';

const folder = useTemporaryFolder();
const KILLS = 8;

/** Starts putting, kills it (SIGKILL) a moment later, and returns the digests that it said were put. */
async function putAndKill(afterMs: number): Promise<string[]> {
  const script = join(import.meta.dirname, '../../test/stand-ins/put-endlessly.ts');
  const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', chunk => (said += chunk));
  await once(child.stdout, 'data');
  await sleep(afterMs);
  child.kill('SIGKILL');
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return said.match(/[0-9a-f]{64}(?=\n)/g) ?? [];
}

it('kill -9 in the middle of puts leaves whole objects only, all that were told, and nothing incoming', async () => {
  const told: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) told.push(...(await putAndKill(kill * 7)));
  const archive = new DiskArchive(join(folder.path, 'archive'));
  await archive.sweep();
  expect(readdirSync(join(folder.path, 'archive/incoming'))).toEqual([]);
  const listed = (await Array.fromAsync(archive.list())).map(one => one.sha256);
  for (const sha256 of listed) expect((await archive.read(sha256)).length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(sha256 => !listed.includes(sha256))).toEqual([]);
});
