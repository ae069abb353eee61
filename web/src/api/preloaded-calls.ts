import type { Inputs, OperationName } from '@asfiled/client';
import { isSignedIn } from '../session/session.ts';
import { client, isPublic } from './client.ts';

interface PreloadedCall {
  name: OperationName;
  input: Inputs[OperationName];
  answer: Promise<unknown>;
}

/** Calls that `preload.ts` sent before the app was loaded; `queries.ts` takes them over. */
export const preloadedCalls: PreloadedCall[] = [];

/** Sends a call that the first page needs. */
export function preloadCall<Name extends OperationName>(name: Name, input: Inputs[Name]): void {
  if (!isSignedIn() && !isPublic(name)) return;
  const response = client[name](input);
  // The query that takes the call over handles the error.
  response.catch(() => undefined);
  preloadedCalls.push({ name, input, answer: response });
}
