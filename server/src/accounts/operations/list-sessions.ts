import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { describeBrowser } from '../oauth/browser-in-words.ts';
import { listSessions as readSessions } from '../oauth/sessions.ts';
import { ownAccount } from '../views/own-account.ts';

const session = z
  .object({
    session_id: z.string(),
    signed_in_at: z.string().describe('When its holder signed in.'),
    last_used_at: z.string().nullable().describe('When the web app last called with it, to the minute.'),
    expires_at: z.string(),
    address: z.string().nullable().describe('The internet address that it was last used from.'),
    browser: z.string().nullable().describe('What the browser calls itself, in words.'),
    is_current: z.boolean().describe('Whether the token that asks belongs to it.'),
  })
  .meta({ id: 'UserSession' });

export const listSessions = operation({
  name: 'listSessions',
  route: 'GET /api/user/sessions',
  tool: { none: 'who is signed in where concerns people, not agents' },
  summary: 'Where the account is signed in',
  description:
    'The sessions of the account, the newest first: since when, from which address and browser, and which of them asks. Apps that were let in are no sessions; they have a list of their own.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(session) }).meta({ id: 'UserSessionListResponse' }),
  example: {},
  async run(context) {
    const { db, credential, now } = context;
    const sessions = await readSessions(db, ownAccount(context).accountId, credential?.id ?? null, now);
    return {
      items: sessions.map(one => ({
        session_id: one.sessionId,
        signed_in_at: one.signedInAt,
        last_used_at: one.lastUsedAt,
        expires_at: one.expiresAt,
        address: one.address,
        browser: one.userAgent === null ? null : describeBrowser(one.userAgent),
        is_current: one.isCurrent,
      })),
    };
  },
});
