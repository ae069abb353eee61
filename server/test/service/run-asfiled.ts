import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ConnectionSettings } from '../../src/db/connection.ts';
import { databaseUrl } from '../database.ts';

const MAIN = join(import.meta.dirname, '../../src/main.js');

/** Runs a command line over a database in a process of its own, to its end. */
export function runAsfiled(
  database: { readonly connection: ConnectionSettings },
  ...words: readonly string[]
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl(database.connection) },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}
