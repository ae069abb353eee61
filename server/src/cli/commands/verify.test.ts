import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fictionalCompanies, mirrorOf, writeFiles } from '../../../test/fictional/registry.ts';
import { cleanUpAfterEach, run, temporaryFolder, usedDataFolder } from '../../../test/service/service.ts';
import { DiskArchive } from '../../archive/disk-archive.ts';

cleanUpAfterEach();

async function end(args: string[], data: string): Promise<{ exit: number | string | null; output: string }> {
  const command = run(args, { ASFILED_DATA: data });
  const { exit } = await command.ended();
  return { exit, output: command.output() };
}

function objectsIn(archive: string): string[] {
  const names = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  return names.filter(name => name.endsWith('.zst')).map(name => join(archive, name));
}

it('reports damage, repairs it from a mirror, and exits with 0 only if everything is intact', async () => {
  const data = await usedDataFolder();
  const mirror = join(temporaryFolder(), 'mirror');
  writeFiles(mirror, mirrorOf(fictionalCompanies(2)));
  expect((await end(['ingest', 'sec-edgar', '--mirror', mirror], data)).exit).toBe(0);
  const archive = join(data, 'archive');
  const whole = await end(['verify'], data);
  expect(whole.output).toMatch(/\d+ objects: 0 missing, 0 damaged, 0 orphaned; 0 leftovers/);
  expect(whole.exit).toBe(0);

  const [missing = '', damaged = ''] = objectsIn(archive);
  rmSync(missing);
  writeFileSync(damaged, 'no zstd');
  const orphan = await new DiskArchive(archive).put(Buffer.from('of a process that was killed'));
  const orphanPath = objectsIn(archive).find(path => path.includes(orphan.sha256)) ?? '';
  const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
  utimesSync(orphanPath, hoursAgo, hoursAgo);
  mkdirSync(join(archive, 'incoming'), { recursive: true });
  writeFileSync(join(archive, 'incoming/1-elsewhere-half'), 'half');
  const daysAgo = new Date(Date.now() - 3 * 86_400_000);
  utimesSync(join(archive, 'incoming/1-elsewhere-half'), daysAgo, daysAgo);

  const found = await end(['verify'], data);
  expect(found.output).toMatch(/1 missing, 1 damaged, 1 orphaned; 1 leftovers/);
  expect(found.output).toMatch(/missing [0-9a-f]{64} \(https:\/\/\S+\)/);
  expect(found.exit).toBe(1);
  const repaired = await end(['verify', '--repair', '--mirror', mirror], data);
  expect(repaired.output).toMatch(/2 restored, 0 replaced, 0 pending again, 0 lost, 1 orphans removed/);
  expect(repaired.exit).toBe(0);
  expect(existsSync(orphanPath)).toBe(false);
  expect((await end(['verify', '--json'], data)).output).toContain('"missing":0,"damaged":0,"orphaned":0');
});
