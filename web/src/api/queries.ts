import type { Inputs, OperationName } from '@asfiled/client';
import { QueryClient } from '@tanstack/react-query';
import { isSignedIn, onSessionChange } from '../session/session.ts';
import { isPublic } from './client.ts';
import { preloadedCalls } from './preloaded-calls.ts';
import { apiQuery, QUERY_DEFAULTS } from './use-api.ts';

/** The query cache of the app. */
export const queries = new QueryClient({ defaultOptions: QUERY_DEFAULTS });

for (const { name, input, answer: response } of preloadedCalls) {
  void queries.prefetchQuery({ queryKey: [name, input], queryFn: () => response });
}

// One user's data must not be shown to the next.
onSessionChange(() => queries.resetQueries());

/** Prefetches a call for a later `useApi`, which reports its errors. */
export function prefetchApi<Name extends OperationName>(name: Name, input: Inputs[Name]): void {
  if (isSignedIn() || isPublic(name)) void queries.prefetchQuery(apiQuery(name, input));
}
