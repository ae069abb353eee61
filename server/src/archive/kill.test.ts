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
const FIRST_ROUND_BEGUN = /[.]/;
const OBJECT_REPORTED = /[0-9a-f]{64}\n/;

/**
 * Starts writing objects, kills the process (SIGKILL) a moment after its output matches, and returns the digests that it
 * reported as written.
 */
async function putAndKill(ready: RegExp, afterMs: number): Promise<string[]> {
  const script = join(import.meta.dirname, '../../test/stand-ins/write-until-killed.ts');
  const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', chunk => (said += chunk));
  while (!ready.test(said)) await once(child.stdout, 'data');
  await sleep(afterMs);
  child.kill('SIGKILL');
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return said.match(/[0-9a-f]{64}(?=\n)/g) ?? [];
}

it('kill -9 during writes leaves only complete objects, every reported one, and no incoming file', async () => {
  const reported: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) reported.push(...(await putAndKill(FIRST_ROUND_BEGUN, kill * 7)));
  // However slow the machine is, one process is killed after it has reported an object.
  reported.push(...(await putAndKill(OBJECT_REPORTED, 0)));
  const archive = new DiskArchive(join(folder.path, 'archive'));
  await archive.sweep();
  expect(readdirSync(join(folder.path, 'archive/incoming'))).toEqual([]);
  const listed = (await Array.fromAsync(archive.list())).map(listedObject => listedObject.sha256);
  for (const sha256 of listed) expect((await archive.read(sha256)).length).toBeGreaterThan(0);
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.filter(sha256 => !listed.includes(sha256))).toEqual([]);
});
