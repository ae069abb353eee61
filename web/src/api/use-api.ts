import { type Inputs, OPERATIONS, type OperationName, type Outputs } from '@asfiled/client';
import { keepPreviousData, type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useIsSignedIn } from '../session/use-session.ts';
import { client, isPublic } from './client.ts';

export type ApiQuery<Name extends OperationName> = UseQueryResult<Outputs[Name], Error> & {
  /** Nobody is signed in and the operation needs a credential: no call was sent. */
  needsSignIn: boolean;
};

interface ApiQueryOptions {
  /** False delays the call, for example while its input is unknown. */
  enabled?: boolean;
  /** Shows the previous data while the next data load. */
  keepPrevious?: boolean;
  /** Refetch interval in milliseconds; unchanged responses cost nothing. */
  refetchMs?: number;
}

/**
 * One API call as a query. The query key is the operation and its input, so equal calls of several components are sent
 * once, and the API drawer can list the calls of the page.
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

/** The same query outside a component, for `useQueries` and `ensureQueryData`. */
export function apiQuery<Name extends OperationName>(name: Name, input: Inputs[Name]) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => client[name](input, { signal }),
  });
}

/** A call that the current page uses. */
export interface PageCall {
  name: OperationName;
  input: Inputs[OperationName];
}

/** The calls of all mounted components. */
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

/** The client already retries; retrying here as well would only add delay. */
export const QUERY_DEFAULTS = {
  queries: {
    retry: false,
    // The browser revalidates responses at no cost, so a revisit refetches.
    staleTime: 15_000,
    gcTime: 10 * 60_000,
    // Copies would lose the exact digits that the client stores per object.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  },
} as const;
