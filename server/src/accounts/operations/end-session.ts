import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { endSession as endOneSession } from '../oauth/sessions.ts';
import { ownAccount, ownWrite } from '../views/own-account.ts';

export const endSession = operation({
  name: 'endSession',
  route: 'DELETE /api/user/sessions/{session_id}',
  tool: { none: 'sessions are for people' },
  summary: 'End a session',
  description:
    'Ends a session of the account: signs its browser out and invalidates its tokens at once. The current session can be ended too.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['not_found'],
  input: z.strictObject({ session_id: z.uuid().describe('The session_id from the list of sessions.') }),
  output: z.null(),
  example: { session_id: '3f0c2c0e-6c0a-5d2b-9d5e-0a4b6e1c7f10' },
  async run(context, { session_id }) {
    if (await endOneSession(context.db, ownAccount(context).accountId, session_id)) return null;
    throw new AsfiledError('not_found', 'Session not found.');
  },
});
