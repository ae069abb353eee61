import { Argument, Command, Option } from 'commander';
import { PLANS } from '../../accounts/account.ts';
import { noteTo, readEmail, wholeNumberTo } from '../arguments.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import {
  runCreate,
  runDelete,
  runDisableTotp,
  runExport,
  runGive,
  runList,
  runResetLink,
  runSetPassword,
  runSetPlan,
  runShow,
} from './user-runs.ts';

const MOST_LISTED = 10_000;
const MOST_CREDITS = 1_000_000_000;
const LONGEST_NOTE = 200;

const SHOWS_JSON = 'Prints JSON on the last line.';

/** `asfiled user …`: accounts, as an operator looks after them. */
export function userCommand(): Command {
  const user = new Command('user').description('Make, show, change and delete accounts');
  one(user, 'create', 'Make an account')
    .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).default('free'))
    .option('--password-stdin', 'read its password from standard input; without one, send a reset-link')
    .action(runCreate);
  user
    .command('list')
    .description('List accounts in the order of their addresses, a JSON object a line')
    .addOption(new Option('--plan <plan>', 'those of one plan').choices(PLANS))
    .option('--after <email>', 'those behind this address', '')
    .option('--limit <n>', 'as many at most', wholeNumberTo(MOST_LISTED), 100)
    .addHelpText('after', examples('user list --plan business'))
    .action(runList);
  one(user, 'show', 'Show an account, its windows and its keys').action(runShow);
  one(user, 'set-plan', 'Give an account a plan; running services follow within a second')
    .addArgument(new Argument('<plan>', 'the plan from now on').choices(PLANS))
    .action(runSetPlan);
  one(user, 'set-password', 'Set a password, read from standard input; ends all sessions and connected apps').action(
    runSetPassword,
  );
  one(user, 'reset-link', 'Print a link that sets a password within the hour').action(runResetLink);
  one(user, 'disable-totp', 'Turn two-step sign-in off, for somebody who lost the app and the recovery codes').action(
    runDisableTotp,
  );
  gift(one(user, 'refund', 'Give back credits that this month has used')).action((email, options) =>
    runGive('refund', email, options),
  );
  gift(one(user, 'grant', 'Give credits beyond the plan, for this day and month')).action((email, options) =>
    runGive('grant', email, options),
  );
  one(user, 'export', 'Print everything that an account owns, without secrets, as JSON').action(runExport);
  one(user, 'delete', 'Delete an account and everything it owns, at once and for good')
    .option('--yes', 'without this nothing is deleted')
    .action(runDelete);
  return user;
}

/** A command about one account. */
function one(user: Command, name: string, description: string): Command {
  return user
    .command(name)
    .description(`${description}. ${SHOWS_JSON}`)
    .argument('<email>', 'the address of the account', readEmail)
    .addHelpText('after', examples(EXAMPLES[name] ?? `user ${name} you@example.com`));
}

const EXAMPLES: Record<string, string> = {
  create: 'user create you@example.com --plan pro --password-stdin < password.txt',
  'set-plan': 'user set-plan you@example.com business',
  'set-password': 'user set-password you@example.com < password.txt',
  refund: 'user refund you@example.com --credits 50 --note "the export of 3 May failed"',
  grant: 'user grant you@example.com --credits 5000 --note "trial"',
  delete: 'user delete you@example.com --yes',
};

function gift(command: Command): Command {
  return command
    .requiredOption('--credits <n>', 'how many', wholeNumberTo(MOST_CREDITS))
    .option('--note <text>', 'why; the holder of the account reads it in the ledger', noteTo(LONGEST_NOTE));
}

function examples(line: string): string {
  return `
Example:
  npm run --silent asfiled -- ${line}
${EXIT_HELP}`;
}
