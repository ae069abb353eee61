import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/**
 * Content that marks a file as more than a unit test: PostgreSQL, another process, a browser, or files outside the
 * project.
 */
const MARKS = [
  /\binject\('postgres'\)/,
  /from '(?:node:child_process|node:worker_threads|playwright-core)'/,
  /['"`](?:\.\.\/)+shared\b/,
];

/**
 * The unit tests: test files in `src` folders that neither contain a mark nor import a test helper that does. Only test
 * files and the helpers in `test` folders count, not the code under test.
 */
export function unitTests(): string[] {
  return globSync('{server,client,web}/src/**/*.test.ts', { cwd: PROJECT })
    .filter(file => !needsMore(join(PROJECT, file), new Set()))
    .sort();
}

function needsMore(file: string, visited: Set<string>): boolean {
  if (visited.has(file)) return false;
  visited.add(file);
  const text = readFileSync(file, 'utf8');
  return MARKS.some(mark => mark.test(text)) || helpersOf(file, text).some(helper => needsMore(helper, visited));
}

function helpersOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import) '(\.[^']+\.tsx?)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter(path => /^\w+\/test\/|\.test\.ts$/.test(relative(PROJECT, path)));
}
