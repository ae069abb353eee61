import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { applicationName } from '../db/connection.ts';
import { lockHolder, tryLock } from '../db/file-lock.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { openPostgres } from '../db/postgres.ts';
import { createLog } from '../kernel/log.ts';
import { Refusal } from '../kernel/refusal.ts';
import { EXIT, EXIT_HELP } from './exit-codes.ts';
import { localKey } from './local-key.ts';
import { listenForShutdown } from './shutdown.ts';
import { print } from './terminal.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run everything: PostgreSQL, the worker and the API')
    .addHelpText(
      'after',
      `
Stops on SIGTERM or Ctrl-C within ten seconds, finishing what it can.

Examples:
  npm start
  ASFILED_PORT=9000 ASFILED_DATA=/srv/asfiled npm start
  DATABASE_URL=postgres://asfiled@db/asfiled npm start
${EXIT_HELP}`,
    )
    .action(runServe);
}

/** How long other processes that use our PostgreSQL may go on before it is stopped; they start it again themselves. */
const OTHERS_MAY_FINISH_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 15_000;

async function runServe(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const shutdown = listenForShutdown(EXIT.ok);
  await using stack = new AsyncDisposableStack();
  stack.defer(shutdown.done);

  const postgres = await openPostgres({ ...config, role: 'serve', log });
  stack.defer(() => postgres.close({ waitForOthersMs: OTHERS_MAY_FINISH_MS }));
  if (config.databaseUrl === null) stack.defer(holdDataFolder(config.dataFolder));
  for (const name of await migrate(postgres.connection)) log.info({ migration: name }, 'schema brought up to date');

  const db = createPool(postgres.connection, {
    applicationName: applicationName('serve'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  stack.defer(() => db.close());

  const { key, file } = await localKey(db, config.dataFolder);
  print(`API key of this machine: ${key} (kept in ${file})`);
  await shutdown.requested;
}

/** Throws {@link Refusal} where another process serves the folder; returns what gives it up. */
function holdDataFolder(dataFolder: string): () => void {
  const path = join(dataFolder, 'run', 'serve.lock');
  const held = tryLock(path);
  if (held) return () => held.release();
  throw new Refusal(
    'in_use',
    `${dataFolder} is served already, by process ${lockHolder(path) ?? 'unknown'}. ` +
      'Stop it first, or give this one another folder and port (ASFILED_DATA, ASFILED_PORT).',
  );
}
