import { ApiError, type Inputs, type OperationName, type Outputs, UnreachableError } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from './client.ts';

export interface Change<Name extends OperationName> {
  /** Calls the operation and refetches what it changed; resolves to undefined if it failed. */
  run: (input: Inputs[Name]) => Promise<Outputs[Name] | undefined>;
  isBusy: boolean;
  /** The error as a sentence; null if the last run succeeded. */
  errorMessage: string | null;
  error: Error | null;
  reset: () => void;
}

/** An operation that changes data on user action; the queries of `refreshes` are invalidated after it. */
export function useChange<Name extends OperationName>(
  name: Name,
  refreshes: readonly OperationName[] = [],
): Change<Name> {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async (input: Inputs[Name]) => {
    setBusy(true);
    setError(null);
    try {
      const response = await client[name](input);
      await Promise.all(refreshes.map(other => queries.invalidateQueries({ queryKey: [other] })));
      return response;
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, errorMessage: error && describeError(error), error, reset: () => setError(null) };
}

/** An error of a call as a sentence for the user. */
export function describeError(error: Error): string {
  if (error instanceof UnreachableError) return 'The service cannot be reached. Nothing was changed.';
  if (!(error instanceof ApiError)) return `Something went wrong on this page: ${error.message}`;
  if (error.faults.length === 0) return error.message;
  const sentences = error.faults.map(
    ({ loc, msg }) => `${String(loc.at(-1)).replaceAll('_', ' ')}: ${msg.replace(/\.$/, '')}.`,
  );
  return sentences.join(' ');
}
