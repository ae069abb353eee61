import type { Inputs, OperationName } from '@asfiled/client';
import { QueryClient } from '@tanstack/react-query';
import { isSignedIn, onSessionChange } from '../session/session.ts';
import { isPublic } from './client.ts';
import { askedBeforehand } from './preloaded-calls.ts';
import { apiQuery, QUERY_DEFAULTS } from './use-api.ts';

/** All that the app has asked. */
export const queries = new QueryClient({ defaultOptions: QUERY_DEFAULTS });

for (const { name, input, answer } of askedBeforehand) {
  void queries.prefetchQuery({ queryKey: [name, input], queryFn: () => answer });
}

// What one person was shown is not the next one's.
onSessionChange(() => queries.resetQueries());

/** Asks what a page is about to ask with `useApi`, which then finds the answer or waits for it. Failures are told there. */
export function askAhead<Name extends OperationName>(name: Name, input: Inputs[Name]): void {
  if (isSignedIn() || isPublic(name)) void queries.prefetchQuery(apiQuery(name, input));
}
