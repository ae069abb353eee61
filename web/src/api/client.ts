import { createClient, OPERATIONS, type OperationName } from '@asfiled/client';
import { currentCredential } from '../session/session.ts';
import { setCredits } from './credits.ts';

/** The client of this page's origin, with the credential of the signed-in user. */
export const client = createClient({
  credential: currentCredential,
  // The user is waiting: a longer `Retry-After` is shown instead.
  maxWaitMs: 4_000,
  onResponse: ({ creditsRemaining }) => {
    if (creditsRemaining !== null) setCredits(creditsRemaining);
  },
});

/** Whether the operation needs no credential. */
export function isPublic(name: OperationName): boolean {
  return (OPERATIONS[name].plan as string) === 'public';
}
