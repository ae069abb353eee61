import { type Inputs, OPERATIONS, type OperationName, type Outputs } from '@asfiled/client';
import { keepPreviousData, type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useIsSignedIn } from '../session/use-session.ts';
import { client, isPublic } from './client.ts';

export type ApiQuery<Name extends OperationName> = UseQueryResult<Outputs[Name], Error> & {
  /** Nobody is signed in and the operation asks for it: nothing was called. */
  needsSignIn: boolean;
};

interface ApiQueryOptions {
  /** False holds the call back, such as while its input is not known yet. */
  enabled?: boolean;
  /** Keeps the answer before on the page while this one loads. */
  keepPrevious?: boolean;
  /** Asks again after so many milliseconds; an answer that did not change is free. */
  refetchMs?: number;
}

/**
 * One call of the service as a query of the page. Its key is the operation and its input: what two components ask alike
 * is asked once, and the API drawer shows every call that the page stands on.
 */
export function useApi<Name extends OperationName>(
  name: Name,
  input: Inputs[Name],
  { enabled = true, keepPrevious = false, refetchMs }: ApiQueryOptions = {},
): ApiQuery<Name> {
  const isSignedIn = useIsSignedIn();
  const needsSignIn = !isSignedIn && !isPublic(name);
  const query = useQuery({
    ...apiQuery(name, input),
    enabled: enabled && !needsSignIn,
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
  });
  return { ...query, needsSignIn } as ApiQuery<Name>;
}

/** The same query where there is no component: for `useQueries` and `ensureQueryData`. */
export function apiQuery<Name extends OperationName>(name: Name, input: Inputs[Name]) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => client[name](input, { signal }),
  });
}

/** A call that the page stands on. */
export interface PageCall {
  name: OperationName;
  input: Inputs[OperationName];
}

/** The calls of what is on the page now. */
export function pageCalls(queries: QueryClient): PageCall[] {
  return queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ queryKey: [name, input], state }) =>
      typeof name === 'string' && name in OPERATIONS && state.fetchStatus !== 'paused'
        ? [{ name: name as OperationName, input: input as Inputs[OperationName] }]
        : [],
    );
}

/** The client retries what is worth it; another round would only make people wait. */
export const QUERY_DEFAULTS = {
  queries: {
    retry: false,
    // Answers are revalidated by the browser at no cost: a revisit asks again.
    staleTime: 15_000,
    gcTime: 10 * 60_000,
    // Copies would lose the exact digits that the client keeps beside its objects.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  },
} as const;
