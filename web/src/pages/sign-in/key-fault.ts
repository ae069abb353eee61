import { ApiError, createClient, UnreachableError } from '@asfiled/client';

/** What is wrong with a key, in words; null where it is good. Asks a route that costs nothing. */
export async function faultOfKey(key: string): Promise<string | null> {
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key has no spaces and no letters beyond A to Z.';
  try {
    await createClient({ credential: key, retries: 1 }).listMarkets({});
    return null;
  } catch (error) {
    if (error instanceof UnreachableError) return 'The service cannot be reached. Try again in a moment.';
    if (error instanceof ApiError && error.status === 401)
      return 'The service does not know this key. It may have expired or been revoked.';
    return error instanceof ApiError ? error.message : String(error);
  }
}
