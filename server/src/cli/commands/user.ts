import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { PLANS } from '../../accounts/account.ts';
import { noteUpTo, parseEmail, wholeNumberUpTo } from '../arguments.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import {
  runAdjustCredits,
  runAudit,
  runCreate,
  runDelete,
  runDisableTotp,
  runExport,
  runList,
  runResetLink,
  runSetPassword,
  runSetPlan,
  runShow,
} from './user-runs.ts';

const MAX_LISTED = 10_000;
const MAX_CREDITS = 1_000_000_000;
const MAX_NOTE_CHARS = 200;

const SHOWS_JSON = 'Prints JSON on the last line.';

/** `asfiled user …`: an operator's commands for accounts. */
export function userCommand(): Command {
  const user = new Command('user').description('Create, show, change and delete accounts');
  accountCommand(user, 'create', 'Create an account')
    .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).default('free'))
    .option('--password-stdin', 'read its password from standard input; without it, send a reset link')
    .action(runCreate);
  user
    .command('list')
    .description('List accounts in the order of their email addresses, one JSON object per line')
    .addOption(new Option('--plan <plan>', 'only accounts with this plan').choices(PLANS))
    .option('--after <email>', 'only accounts after this email address', '')
    .option('--limit <n>', 'how many to list', wholeNumberUpTo(MAX_LISTED), 100)
    .addHelpText('after', examples('user list --plan business'))
    .action(runList);
  accountCommand(user, 'show', 'Show an account, the credits of its day and month, and its keys').action(runShow);
  accountCommand(user, 'set-plan', 'Change the plan of an account; running services apply it at once')
    .addArgument(new Argument('<plan>', 'the new plan').choices(PLANS))
    .action(runSetPlan);
  accountCommand(
    user,
    'set-password',
    'Set a password, read from standard input; ends all sessions and connected apps',
  ).action(runSetPassword);
  accountCommand(user, 'reset-link', 'Print a link that sets a password, valid for an hour').action(runResetLink);
  accountCommand(
    user,
    'disable-totp',
    'Turn two-step sign-in off, for a user who lost the app and the recovery codes',
  ).action(runDisableTotp);
  withCreditOptions(accountCommand(user, 'refund', 'Refund credits that were used this month')).action(
    (email, options) => runAdjustCredits('refund', email, options),
  );
  withCreditOptions(
    accountCommand(user, 'grant', 'Grant credits beyond the plan, for the current day and month'),
  ).action((email, options) => runAdjustCredits('grant', email, options));
  accountCommand(user, 'export', 'Print everything that an account owns, without secrets, as JSON').action(runExport);
  user
    .command('audit')
    .description('List sign-ins, keys, connected apps and plan changes, newest first, one JSON object per line')
    .argument('[email]', 'the email address of an account; without it, all accounts', parseEmail)
    .option('--before <event_id>', 'only events before this one', readEventId)
    .option('--limit <n>', 'how many to list', wholeNumberUpTo(MAX_LISTED), 100)
    .addHelpText('after', examples('user audit you@example.com --limit 20'))
    .action(runAudit);
  accountCommand(user, 'delete', 'Delete an account and everything it owns, permanently')
    .option('--yes', 'confirm the deletion; without this nothing is deleted')
    .action(runDelete);
  return user;
}

/** A command for one account. */
function accountCommand(user: Command, name: string, description: string): Command {
  return user
    .command(name)
    .description(`${description}. ${SHOWS_JSON}`)
    .argument('<email>', 'the email address of the account', parseEmail)
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

function readEventId(text: string): string {
  if (/^\d{1,18}$/.test(text)) return text;
  throw new InvalidArgumentError('It is not an event_id, which is a whole number.');
}

function withCreditOptions(command: Command): Command {
  return command
    .requiredOption('--credits <n>', 'number of credits', wholeNumberUpTo(MAX_CREDITS))
    .option('--note <text>', "the reason, which the account's owner sees in the ledger", noteUpTo(MAX_NOTE_CHARS));
}

function examples(line: string): string {
  return `
Example:
  npm run --silent asfiled -- ${line}
${EXIT_HELP}`;
}
