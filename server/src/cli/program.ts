import { Command, CommanderError } from 'commander';
import { messageOf } from '../kernel/errors.ts';
import { Refusal } from '../kernel/refusal.ts';
import { EXIT, EXIT_HELP, EXIT_OF_REFUSAL } from './exit-codes.ts';
import { exportCommand } from './export.ts';
import { identitiesCommand } from './identities.ts';
import { importCommand } from './import.ts';
import { ingestCommand } from './ingest.ts';
import { keyCommand } from './key.ts';
import { mcpCommand } from './mcp.ts';
import { migrateCommand } from './migrate.ts';
import { reprocessCommand } from './reprocess.ts';
import { serveCommand } from './serve.ts';
import { Interrupted } from './shutdown.ts';
import { statusCommand } from './status.ts';
import { say, tolerateClosedPipes } from './terminal.ts';
import { userCommand } from './user.ts';
import { verifyCommand } from './verify.ts';
import { workerCommand } from './worker.ts';

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
  identitiesCommand(),
  verifyCommand(),
  exportCommand(),
  migrateCommand(),
  userCommand(),
  keyCommand(),
  mcpCommand(),
])
  program.addCommand(command);
endWithErrorsThrown(program);

/**
 * Carries out a command line (`process.argv`) and returns the exit code (see exit-codes.ts). Says on standard error what
 * went wrong.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  tolerateClosedPipes();
  try {
    await program.parseAsync(argv);
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
