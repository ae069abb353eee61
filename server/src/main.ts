import { Command, CommanderError } from 'commander';
import { EXIT, EXIT_HELP, EXIT_OF_REFUSAL } from './cli/exit-codes.ts';
import { exportCommand } from './cli/export.ts';
import { importCommand } from './cli/import.ts';
import { ingestCommand } from './cli/ingest.ts';
import { keyCommand } from './cli/key.ts';
import { migrateCommand } from './cli/migrate.ts';
import { reprocessCommand } from './cli/reprocess.ts';
import { serveCommand } from './cli/serve.ts';
import { Interrupted } from './cli/shutdown.ts';
import { statusCommand } from './cli/status.ts';
import { say } from './cli/terminal.ts';
import { workerCommand } from './cli/worker.ts';
import { messageOf } from './kernel/errors.ts';
import { Refusal } from './kernel/refusal.ts';

const program = new Command('asfiled')
  .description('Company filings, as-filed financials and canonical KPIs, each number traceable to its source')
  .usage('<command> [options]')
  .addHelpText(
    'after',
    `
Examples:
  npm start
  npm run asfiled -- ingest sec-edgar --ticker AAPL,MSFT
  npm run asfiled -- key create --email you@example.com --plan pro
${EXIT_HELP}`,
  );

for (const command of [
  serveCommand(),
  workerCommand(),
  ingestCommand(),
  importCommand(),
  reprocessCommand(),
  statusCommand(),
  exportCommand(),
  migrateCommand(),
  keyCommand(),
])
  program.addCommand(command);
endWithErrorsThrown(program);

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    await program.parseAsync(process.argv);
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    // Commander has said what was wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    say(`asfiled: ${messageOf(error)}`);
    if (error instanceof Refusal) return EXIT_OF_REFUSAL[error.reason];
    if (error instanceof Interrupted) return EXIT.interrupted;
    for (let cause = causeOf(error); cause !== undefined; cause = causeOf(cause)) say(`  because: ${messageOf(cause)}`);
    return EXIT.failed;
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Commander would end the process by itself, with 1 for wrong usage; the exit code is ours to give. */
function endWithErrorsThrown(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) endWithErrorsThrown(child);
}
