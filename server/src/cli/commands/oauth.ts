import { Command } from 'commander';
import { rotateOAuthKeys } from '../../accounts/oauth/oauth-keys.ts';
import { loadOrCreateKey } from '../../kernel/secrets/load-or-create-key.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { print } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** `asfiled oauth rotate-keys`. */
export function oauthCommand(): Command {
  const oauth = new Command('oauth').description('Manage the authorization server');
  oauth
    .command('rotate-keys')
    .description('Replace the keys that sign ID tokens and cookies; running services use them at once')
    .option('--retire-old', 'reject what old keys signed: signs everybody out. Use it if a key has leaked')
    .addHelpText(
      'after',
      `
Without --retire-old, the two previous keys still verify, so nobody is signed out. Prints JSON on the last line.

Example:
  npm run --silent asfiled -- oauth rotate-keys
${EXIT_HELP}`,
    )
    .action(runRotate);
  return oauth;
}

async function runRotate({ retireOld }: { retireOld?: true }): Promise<void> {
  const rotated = await withStore('oauth', async ({ db, config }) => {
    const box = new SecretBox(await loadOrCreateKey(config.dataFolder, 'secrets', config.secretKey));
    return rotateOAuthKeys(db, box, { retiresOld: retireOld === true });
  });
  print(JSON.stringify({ kid: rotated.kid, old_keys: rotated.oldKeys }));
}
