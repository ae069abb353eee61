import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { describeBrowser } from '../audit/visitor.ts';
import { listSessions as readSessions } from '../oauth/sessions.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';

const session = z
  .object({
    session_id: z.string(),
    signed_in_at: z.string().describe('When the user signed in.'),
    last_used_at: z.string().nullable().describe('When the web app last used it, to the minute.'),
    expires_at: z.string(),
    address: z.string().nullable().describe('The IP address that it was last used from.'),
    browser: z
      .string()
      .nullable()
      .describe('The browser and operating system, such as Firefox on Windows; null if unknown.'),
    is_current: z.boolean().describe('Whether the calling token belongs to it.'),
  })
  .meta({ id: 'UserSession' });

export const listSessions = operation({
  name: 'listSessions',
  route: 'GET /api/user/sessions',
  tool: { none: 'sessions are for people' },
  summary: 'List sessions',
  description:
    'The sessions of the account, newest first, with sign-in time, IP address and browser, and whether it is the current one. Connected apps are listed separately.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(session) }).meta({ id: 'UserSessionListResponse' }),
  example: {},
  async run(context) {
    const { db, credential, now } = context;
    const sessions = await readSessions(db, ownAccount(context).accountId, credential?.id ?? null, now);
    return {
      items: sessions.map(({ sessionId, signedInAt, lastUsedAt, expiresAt, address, userAgent, isCurrent }) => ({
        session_id: sessionId,
        signed_in_at: signedInAt,
        last_used_at: lastUsedAt,
        expires_at: expiresAt,
        address,
        browser: describeBrowser(userAgent),
        is_current: isCurrent,
      })),
    };
  },
});
