import { z } from 'zod';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';
import { PLANS, SCOPES } from '../account.ts';
import type { AccountKey } from '../keys/account-keys.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../sign-in/passwords.ts';

/** Shared schemas of the account operations. */

export const plan = z.enum(PLANS).meta({ id: 'Plan' });
export const scope = z.enum(SCOPES).meta({ id: 'Scope', description: 'A permission of a key or token.' });

/** A current password. Not validated against the rules for new ones, which may have changed. */
export const password = text(MAX_PASSWORD_LENGTH * 4).describe(
  'The account password; a key or token alone is not sufficient.',
);

export const newPassword = text(MAX_PASSWORD_LENGTH * 4)
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .describe(`The new password: ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, and not a common one.`);

export const code = z
  .string()
  .min(6)
  .max(32)
  .regex(/^[0-9A-Za-z -]+$/)
  .describe('A code of the authenticator app, or a recovery code; required if two-step sign-in is enabled.');

export const userKey = z
  .object({
    key_id: z.string(),
    name: z.string(),
    hint: z.string().describe('The first characters, which distinguish the key.'),
    scopes: z.array(scope),
    client_id: z.string().nullable().describe('The connected app that created it; null if none did.'),
    created_at: instant,
    last_used_at: instant.nullable().describe('To the minute; null = never.'),
    expires_at: instant.nullable().describe('Null = never.'),
  })
  .meta({ id: 'UserKey' });

/** The wire shape of a key. */
export function toUserKey(key: AccountKey) {
  return {
    key_id: key.keyId,
    name: key.name,
    hint: key.hint,
    scopes: [...key.scopes],
    client_id: key.clientId,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
  };
}
