import type { Inputs, OperationName } from '@asfiled/client';
import { isSignedIn } from '../session/session.ts';
import { client, isPublic } from './client.ts';

interface AskedCall {
  name: OperationName;
  input: Inputs[OperationName];
  answer: Promise<unknown>;
}

/** Calls of the first page, made while the app itself was on its way; `queries.ts` takes them over. */
export const askedBeforehand: AskedCall[] = [];

/** Asks what the first page is about to ask. */
export function askBeforehand<Name extends OperationName>(name: Name, input: Inputs[Name]): void {
  if (!isSignedIn() && !isPublic(name)) return;
  const answer = client[name](input);
  // Who takes it over is told.
  answer.catch(() => undefined);
  askedBeforehand.push({ name, input, answer });
}
