import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/** True if the recorded data that some tests read is next to the project; a clone alone does not have it. */
export function hasShared(): boolean {
  return existsSync(join(PROJECT, '../shared'));
}

/** The test files that look for ../shared, themselves or by a helper that they import. */
export function testsOnShared(): string[] {
  const files = sourceFiles().filter(path => path.endsWith('.ts'));
  const texts = new Map(files.map(path => [path, readFileSync(join(PROJECT, path), 'utf8')]));
  const looking = files.filter(path => texts.get(path)?.includes('../shared'));
  const helpers = looking.filter(path => !isTest(path)).map(path => `/${basename(path)}'`);
  return files.filter(
    path => isTest(path) && (looking.includes(path) || helpers.some(name => texts.get(path)?.includes(name))),
  );
}

/** Calls `work` with the folder of a copy of the project without ../shared next to it. */
export async function inCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'asfiled-copy-'));
  const folder = join(parent, 'clone');
  try {
    for (const path of sourceFiles()) cpSync(join(PROJECT, path), join(folder, path));
    copyPackages(folder);
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Links the installed packages, or copies them if the copy is on another file system. */
function copyPackages(folder: string): void {
  for (const workspace of ['.', 'server', 'client', 'web']) {
    const packages = join(PROJECT, workspace, 'node_modules');
    if (!existsSync(packages)) continue;
    const target = join(folder, workspace, 'node_modules');
    try {
      execFileSync('cp', ['-al', packages, target], { stdio: 'ignore' });
    } catch {
      rmSync(target, { recursive: true, force: true });
      execFileSync('cp', ['-a', packages, target]);
    }
    rmSync(join(target, '.cache'), { recursive: true, force: true });
  }
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** The files of a clone, with uncommitted changes. */
function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
  });
  return listed
    .toString()
    .split('\0')
    .filter(path => path !== '' && existsSync(join(PROJECT, path)));
}
