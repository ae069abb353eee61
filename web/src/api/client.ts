import { createClient, OPERATIONS, type OperationName } from '@asfiled/client';
import { currentCredential } from '../session/session.ts';
import { noteCredits } from './credits.ts';

/** The service that this page came from, called as whoever is signed in. */
export const client = createClient({
  credential: currentCredential,
  // Somebody waits: a longer pause is told, not waited for.
  longestWaitMs: 4_000,
  onAnswer: ({ creditsRemaining }) => {
    if (creditsRemaining !== null) noteCredits(creditsRemaining);
  },
});

/** Whether whoever is signed out may call it. */
export function isPublic(name: OperationName): boolean {
  return (OPERATIONS[name].plan as string) === 'public';
}
