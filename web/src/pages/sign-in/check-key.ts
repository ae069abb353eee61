import { ApiError, createClient, UnreachableError } from '@asfiled/client';

/** Why a key is rejected, as a message; null if it is valid. Calls a free operation. */
export async function checkKey(key: string): Promise<string | null> {
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key contains only ASCII characters and no spaces.';
  try {
    await createClient({ credential: key, retries: 1 }).listMarkets({});
    return null;
  } catch (error) {
    if (error instanceof UnreachableError) return 'The service cannot be reached. Try again in a moment.';
    if (error instanceof ApiError && error.status === 401)
      return 'This key is invalid. It may have expired or been revoked.';
    return error instanceof ApiError ? error.message : String(error);
  }
}
