import { ApiError, type Inputs, type OperationName, type Outputs } from '@asfiled/client';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/use-change.ts';
import { FormError, formatWait } from '../../session/account-api.ts';

/** Calls an operation from a form; throws its error as a {@link FormError}. */
export async function submitCall<Name extends OperationName>(name: Name, input: Inputs[Name]): Promise<Outputs[Name]> {
  try {
    return await client[name](input);
  } catch (error) {
    const words = describeError(error instanceof Error ? error : new Error(String(error)));
    if (!(error instanceof ApiError)) throw new FormError(0, words);
    const { status, retryAfterSeconds: seconds } = error;
    throw new FormError(status, seconds === null ? words : `${words} Try again in ${formatWait(seconds)}.`);
  }
}
