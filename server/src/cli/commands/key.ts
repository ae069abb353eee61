import { Command, InvalidArgumentError, Option } from 'commander';
import { PLANS, type Plan } from '../../accounts/account.ts';
import { createKey, revokeKey } from '../../accounts/keys/api-keys.ts';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';
import { parseEmail } from '../arguments.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { print, printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** `asfiled key create` and `asfiled key revoke`. */
export function keyCommand(): Command {
  const key = new Command('key').description('Create and revoke API keys');
  key
    .command('create')
    .description('Create an API key and print it once, as JSON on the last line')
    .requiredOption('--email <address>', "the owner's email address; creates the account if there is none", parseEmail)
    .addOption(new Option('--plan <plan>', 'change the account to this plan').choices(PLANS).makeOptionMandatory())
    .option('--name <name>', 'a name that distinguishes the keys of one account', readName, 'cli')
    .option('--expires <date>', 'last day (UTC) on which the key is valid, YYYY-MM-DD', readLastDay)
    .addHelpText(
      'after',
      `
Examples:
  npm run asfiled -- key create --email you@example.com --plan pro
  npm run --silent asfiled -- key create --email ci@example.com --plan free --name ci --expires 2027-06-30
${EXIT_HELP}`,
    )
    .action(runCreate);
  key
    .command('revoke')
    .description('Revoke a key; running services reject it at once')
    .argument('<key_id>', 'the key_id that `key create` printed', readKeyId)
    .addHelpText('after', EXIT_HELP)
    .action(runRevoke);
  return key;
}

interface CreateOptions {
  email: string;
  plan: Plan;
  name: string;
  expires?: string;
}

async function runCreate({ email, plan, name, expires }: CreateOptions): Promise<void> {
  const created = await withStore('key', ({ db }) => createKey(db, { email, plan, name, expiresAt: expires ?? null }));
  print(
    JSON.stringify({
      key: created.key,
      key_id: created.keyId,
      account_id: created.accountId,
      email,
      plan,
      name,
      expires_at: created.expiresAt,
    }),
  );
}

async function runRevoke(keyId: string): Promise<void> {
  const isRevoked = await withStore('key', ({ db }) => revokeKey(db, keyId, new Date()));
  if (isRevoked) {
    print(JSON.stringify({ key_id: keyId, revoked: true }));
    return;
  }
  printStatus(`asfiled: ${keyId} is not an active key`);
  process.exitCode = EXIT.failed;
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 100 && !name.includes('\u0000')) return name;
  throw new InvalidArgumentError('A name must have 1 to 100 characters.');
}

/** The start (UTC) of the day after the last valid day. */
function readLastDay(text: string): string {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError('It is not a date of the form YYYY-MM-DD.');
  const endsAt = `${toIsoDate(day + 1)}T00:00:00Z`;
  if (Date.parse(endsAt) <= Date.now())
    throw new InvalidArgumentError('The date is in the past: the key would never be valid.');
  return endsAt;
}

function readKeyId(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new InvalidArgumentError('It is not a key_id, which is a UUID and not the key itself.');
}
