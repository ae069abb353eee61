import { ApiError, type Inputs, type OperationName, type Outputs, UnreachableError } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from './client.ts';

export interface Change<Name extends OperationName> {
  /** Does it, and asks anew for what it changed; undefined where it failed. */
  run: (input: Inputs[Name]) => Promise<Outputs[Name] | undefined>;
  isBusy: boolean;
  /** Why it failed, in words; null where it did not. */
  fault: string | null;
  error: Error | null;
  forget: () => void;
}

/** An operation that changes something, done by hand; `refreshes` are asked for anew after it. */
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
      const answer = await client[name](input);
      await Promise.all(refreshes.map(other => queries.invalidateQueries({ queryKey: [other] })));
      return answer;
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, fault: error && faultWords(error), error, forget: () => setError(null) };
}

/** What an operation says where it does not do what was asked, as a sentence. */
export function faultWords(error: Error): string {
  if (error instanceof UnreachableError) return 'The service cannot be reached. Nothing was changed.';
  if (!(error instanceof ApiError)) return `This page has a fault: ${error.message}`;
  if (error.faults.length === 0) return error.message;
  return `${error.faults.map(({ loc, msg }) => `${String(loc.at(-1)).replaceAll('_', ' ')}: ${msg}`).join('. ')}.`;
}
