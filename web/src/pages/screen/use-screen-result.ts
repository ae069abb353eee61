import type { FinancialsScreenOut, Inputs } from '@asfiled/client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/use-api.ts';
import type { LoadedQuery } from '../../components/data/loaded.tsx';
import { useIsSignedIn } from '../../session/use-session.ts';
import { isAnsweredBy } from './criteria.ts';

type Input = Inputs['screenFinancials'];

/** The state of a result, and a function to run the query. */
export interface ScreenQuery {
  /** Null before the first run. */
  query: LoadedQuery<FinancialsScreenOut> | null;
  /** The shown result does not match the current criteria. */
  isOutdated: boolean;
  isRunning: boolean;
  /** Runs the query, which costs credits. */
  run: (input: Input) => void;
}

/**
 * The result of a query that costs credits: no call is sent before `run`. A loaded result is reused if it also answers the
 * current criteria, in another order or with more columns.
 */
export function useScreenResult(wanted: Input): ScreenQuery {
  const queries = useQueryClient();
  const isSignedIn = useIsSignedIn();
  const [requested, setRequested] = useState<Input | null>(null);
  const isRequested = requested !== null && JSON.stringify(requested) === JSON.stringify(wanted);
  const here = isRequested ? wanted : loadedInput(queries.getQueryCache(), wanted);
  const shown = here ?? requested;
  const query = useQuery({
    ...apiQuery('screenFinancials', shown ?? wanted),
    enabled: shown !== null && isSignedIn,
    // Refetched only by hand, since each call is charged.
    placeholderData: keepPreviousData as never,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    refetchOnReconnect: false,
  });
  return {
    query: shown === null ? null : { ...query, needsSignIn: !isSignedIn },
    isOutdated: shown !== null && here === null,
    isRunning: query.isFetching,
    run: input => {
      setRequested(input);
      if (JSON.stringify(input) === JSON.stringify(requested)) query.refetch();
    },
  };
}

type Cache = ReturnType<ReturnType<typeof useQueryClient>['getQueryCache']>;

/** The input of a loaded result that answers the wanted one, preferring the same input. */
function loadedInput(cache: Cache, wanted: Input): Input | null {
  const exact = JSON.stringify(wanted);
  const known = cache.findAll({ queryKey: ['screenFinancials'] }).flatMap(({ queryKey, state }) => {
    const data = state.data as FinancialsScreenOut | undefined;
    const requested = queryKey[1] as Input;
    const isWhole = data?.next_cursor === null && requested.cursor === undefined;
    return data !== undefined && isAnsweredBy(wanted, requested, isWhole) ? [requested] : [];
  });
  return known.find(requested => JSON.stringify(requested) === exact) ?? known[0] ?? null;
}
