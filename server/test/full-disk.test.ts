import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DISK_FULL } from '../src/kernel/operator-error.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { companyFactsOf, fictionalCompanies, memberOf, submissionsOf, writeFiles } from './fictional/registry.ts';
import { type CommandOptions, type CommandResult, runCommand, startCommand } from './service/kill-during-load.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { makeZip } from './write-zip.ts';

const folder = useTemporaryFolder();
const companies = fictionalCompanies(300);
const EXIT_DISK_FULL = 5;
const MB = 1 << 20;
const mounted: string[] = [];
const made: TestDatabase[] = [];

afterAll(async () => {
  for (const path of mounted) spawnSync('umount', ['-l', path]);
  await Promise.all(made.map(database => database.drop()));
});

function mount(path: string, megabytes: number): boolean {
  mkdirSync(path, { recursive: true });
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status === 0;
  if (isMounted) mounted.push(path);
  return isMounted;
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = `/tmp/asfiled-mount-${process.pid}`;
  const may = mount(probe, 1);
  spawnSync('umount', ['-l', probe]);
  rmSync(probe, { recursive: true, force: true });
  mounted.length = 0;
  return may;
}

/** Leaves `megabytes` of a file system free. */
function fill(path: string, megabytes: number): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(join(path, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - megabytes * MB)));
}

function load(data: string, more: Record<string, string> = {}): CommandOptions {
  const args = ['import', 'sec-edgar', join(folder.path, 'companyfacts.zip'), join(folder.path, 'submissions.zip')];
  return { environment: { ASFILED_DATA: data, ASFILED_WORKERS: '1', ...more }, args };
}

/** A command that must end by itself. */
async function runBriefly(options: CommandOptions): Promise<CommandResult> {
  const { child, ended } = startCommand(options);
  const impatience = setTimeout(() => child.kill('SIGKILL'), 240_000);
  const result = await ended;
  clearTimeout(impatience);
  return result;
}

async function countsOf(data: string): Promise<Record<string, number>> {
  const { output } = await runCommand({ environment: { ASFILED_DATA: data }, args: ['status', '--json'] });
  return (JSON.parse(output.trim().split('\n').at(-1) ?? '') as { store: Record<string, number> }).store;
}

describe.skipIf(!mayMount())('a full disk (skipped where root cannot mount a tmpfs)', { timeout: 600_000 }, () => {
  test('of the archive ends an import with its exit code, and the same command completes it later', async () => {
    writeFiles(folder.path, {
      'companyfacts.zip': makeZip(
        Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company)])),
      ),
      'submissions.zip': makeZip(
        Object.fromEntries(companies.map(company => [memberOf(company), submissionsOf(company)])),
      ),
    });
    const data = join(folder.path, 'archive-full');
    expect(mount(data, 8)).toBe(true);
    fill(data, 0.1);
    const database = await createTestDatabase();
    made.push(database);
    const { user, database: name, host, port } = database.connection as Record<string, string>;
    const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
    const full = await runBriefly(load(data, { DATABASE_URL: url }));
    expect(full, full.output).toMatchObject({ code: EXIT_DISK_FULL });
    expect(full.output).toContain(DISK_FULL);
    rmSync(join(data, 'ballast'));
    const again = await runBriefly(load(data, { DATABASE_URL: url }));
    expect(again, again.output).toMatchObject({ code: 0 });
  });

  test('of PostgreSQL ends an import with its exit code; nothing is lost and the same command completes it', async () => {
    const data = join(folder.path, 'postgres-full');
    expect(mount(data, 400)).toBe(true);
    await runCommand({ environment: { ASFILED_DATA: data }, args: ['migrate'] });
    fill(data, 4);
    const full = await runBriefly(load(data));
    expect(full, full.output).toMatchObject({ code: EXIT_DISK_FULL, signal: null });
    expect(full.output).toContain(DISK_FULL);
    // Once for the log and once for the command, not each second.
    expect(full.output.split('No space left on device').length).toBeLessThan(8);
    rmSync(join(data, 'ballast'));
    const again = await runBriefly(load(data));
    expect(again, again.output).toMatchObject({ code: 0 });
    expect(await countsOf(data)).toMatchObject({
      issuers: 300,
      filings: 1_500,
      facts: 21_000,
      issuers_with_financials: 300,
    });
  });
});
