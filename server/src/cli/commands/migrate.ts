import { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { print } from '../terminal.ts';
import { openLog } from '../with-store.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description("Migrate the store's schema; running it twice changes nothing")
    .addHelpText(
      'after',
      `
Every other command migrates at its start. Use this one to migrate before the new processes of a cluster start.

Example:
  DATABASE_URL=postgres://asfiled@db/asfiled npm run asfiled -- migrate
${EXIT_HELP}`,
    )
    .action(runMigrate);
}

async function runMigrate(): Promise<void> {
  const config = readConfig();
  const postgres = await openPostgres({ ...config, role: 'migrate', log: openLog(config) });
  try {
    const applied = await migrate(postgres.connection);
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The schema is up to date.');
  } finally {
    await postgres.close({ waitForOthersMs: Number.POSITIVE_INFINITY });
  }
}
