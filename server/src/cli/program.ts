import { Command, CommanderError } from 'commander';
import { messageOf } from '../kernel/errors.ts';
import { DISK_FULL, isDiskFull, OperatorError } from '../kernel/operator-error.ts';
import { EXIT, EXIT_HELP, EXIT_OF_REASON } from './exit-codes.ts';
import { Interrupted } from './shutdown.ts';
import { ignoreClosedPipes, printStatus } from './terminal.ts';

/** In the order of the help. Each is imported on demand, because importing all takes longer than most commands run. */
const COMMANDS = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand()],
  ['worker', async () => (await import('./commands/worker.ts')).workerCommand()],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingestCommand()],
  ['import', async () => (await import('./commands/import.ts')).importCommand()],
  ['reprocess', async () => (await import('./commands/reprocess.ts')).reprocessCommand()],
  ['diff-rules', async () => (await import('./commands/diff-rules.ts')).diffRulesCommand()],
  ['retry', async () => (await import('./commands/retry.ts')).retryCommand()],
  ['status', async () => (await import('./commands/status.ts')).statusCommand()],
  ['identities', async () => (await import('./commands/identities.ts')).identitiesCommand()],
  ['persons', async () => (await import('./commands/persons.ts')).personsCommand()],
  ['indexes', async () => (await import('./commands/indexes.ts')).indexesCommand()],
  ['verify', async () => (await import('./commands/verify.ts')).verifyCommand()],
  ['export', async () => (await import('./commands/export.ts')).exportCommand()],
  ['panel', async () => (await import('./commands/panel.ts')).panelCommand()],
  ['sample', async () => (await import('./commands/sample.ts')).sampleCommand()],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrateCommand()],
  ['user', async () => (await import('./commands/user.ts')).userCommand()],
  ['key', async () => (await import('./commands/key.ts')).keyCommand()],
  ['oauth', async () => (await import('./commands/oauth.ts')).oauthCommand()],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcpCommand()],
]);

/**
 * Runs a command line (`process.argv`) and returns the exit code (see exit-codes.ts). Reports errors on standard error.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  try {
    const program = await readProgram(COMMANDS.get(argv[2] ?? ''));
    await program.parseAsync(argv);
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    // Commander has already printed the error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const isFull = isDiskFull(error) && !(error instanceof OperatorError);
    printStatus(`asfiled: ${isFull ? DISK_FULL : messageOf(error)}`);
    if (error instanceof OperatorError) return EXIT_OF_REASON[error.reason];
    if (error instanceof Interrupted) return EXIT.interrupted;
    for (let cause = causeOf(error); cause !== undefined; cause = causeOf(cause))
      printStatus(`  because: ${messageOf(cause)}`);
    return isFull ? EXIT.diskFull : EXIT.failed;
  }
}

/** Registers one command, or all of them. */
export async function readProgram(command?: () => Promise<Command>): Promise<Command> {
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
  for (const read of command === undefined ? COMMANDS.values() : [command]) program.addCommand(await read());
  endWithErrorsThrown(program);
  return program;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Stops Commander from ending the process itself, with 1 for wrong usage: the exit codes are ours. */
function endWithErrorsThrown(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) endWithErrorsThrown(child);
}
