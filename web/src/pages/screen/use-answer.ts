import type { FinancialsScreenOut, Inputs } from '@asfiled/client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/use-api.ts';
import type { LoadedQuery } from '../../components/data/loaded.tsx';
import { useIsSignedIn } from '../../session/use-session.ts';
import { isContained } from './question.ts';

type Input = Inputs['screenFinancials'];

/** What is known of an answer, and how to ask for one. */
export interface Answer {
  /** Null until something was asked. */
  query: LoadedQuery<FinancialsScreenOut> | null;
  /** What is shown does not answer the question as it stands now. */
  isOfAnother: boolean;
  isAsking: boolean;
  /** Asks, which costs. */
  ask: (input: Input) => void;
}

/**
 * The answer to a question, which costs: nothing is called before `ask`. An answer that is already here is shown for
 * nothing, also where it holds all that is asked, in another order or with more columns.
 */
export function useAnswer(wanted: Input): Answer {
  const queries = useQueryClient();
  const isSignedIn = useIsSignedIn();
  const [asked, setAsked] = useState<Input | null>(null);
  const isAsked = asked !== null && JSON.stringify(asked) === JSON.stringify(wanted);
  const here = isAsked ? wanted : answerAtHand(queries.getQueryCache(), wanted);
  const shown = here ?? asked;
  const query = useQuery({
    ...apiQuery('screenFinancials', shown ?? wanted),
    enabled: shown !== null && isSignedIn,
    // Only ever asked again by hand: each answer is paid.
    placeholderData: keepPreviousData as never,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    refetchOnReconnect: false,
  });
  return {
    query: shown === null ? null : { ...query, needsSignIn: !isSignedIn },
    isOfAnother: shown !== null && here === null,
    isAsking: query.isFetching,
    ask: input => {
      setAsked(input);
      if (JSON.stringify(input) === JSON.stringify(asked)) query.refetch();
    },
  };
}

type Cache = ReturnType<ReturnType<typeof useQueryClient>['getQueryCache']>;

/** What was asked for the answer that holds what is wanted: the very same question first. */
function answerAtHand(cache: Cache, wanted: Input): Input | null {
  const exact = JSON.stringify(wanted);
  const known = cache.findAll({ queryKey: ['screenFinancials'] }).flatMap(({ queryKey, state }) => {
    const data = state.data as FinancialsScreenOut | undefined;
    const asked = queryKey[1] as Input;
    const isWhole = data?.next_cursor === null && asked.cursor === undefined;
    return data !== undefined && isContained(wanted, asked, isWhole) ? [asked] : [];
  });
  return known.find(asked => JSON.stringify(asked) === exact) ?? known[0] ?? null;
}
