import { z } from 'zod';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';
import { PLANS, SCOPES } from '../account.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../sign-in/passwords.ts';

/** What operations about the account itself share. */

export const plan = z.enum(PLANS).meta({ id: 'Plan' });
export const scope = z.enum(SCOPES).meta({ id: 'Scope', description: 'What a key or token may be allowed.' });

/** A password that is shown as proof: whatever was taken once is taken. */
export const password = text(MAX_PASSWORD_LENGTH * 4).describe(
  'The password of the account: a key or token alone is not enough.',
);

export const newPassword = text(MAX_PASSWORD_LENGTH * 4).describe(
  `The password from now on: ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, none of the most used ones.`,
);

export const code = z
  .string()
  .min(6)
  .max(32)
  .regex(/^[0-9A-Za-z -]+$/)
  .describe('A code of the authenticator app, or a recovery code; needed where two-step sign-in is on.');

export const userKey = z
  .object({
    key_id: z.string(),
    name: z.string(),
    hint: z.string().describe('Its first characters, to tell keys apart.'),
    scopes: z.array(scope),
    client_id: z.string().nullable().describe('The connected app that asked for it; null where none did.'),
    created_at: instant,
    last_used_at: instant.nullable().describe('To the minute; null = never.'),
    expires_at: instant.nullable().describe('From then on it is refused; null = never.'),
  })
  .meta({ id: 'UserKey' });
