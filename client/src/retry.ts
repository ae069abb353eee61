import { ApiError, UnreachableError } from './errors.ts';

/** How often, and how long, a call waits for a service that asks it to. */
export interface Patience {
  /** Tries after the first. */
  retries: number;
  /** A longer `Retry-After` than this is not waited for: the error comes at once. */
  longestWaitMs: number;
}

const FIRST_WAIT_MS = 250;

/** Calls until it succeeds, fails for good or patience is at its end. `mayRepeat` is false where a second call could do a thing twice. */
export async function withPatience<Result>(
  patience: Patience,
  mayRepeat: boolean,
  signal: AbortSignal | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const waitMs = waitAfter(error, attempt, mayRepeat);
      if (waitMs === null || attempt >= patience.retries || waitMs > patience.longestWaitMs) throw error;
      await sleep(waitMs, signal);
    }
  }
}

/** Null where another try would not help. */
function waitAfter(error: unknown, attempt: number, mayRepeat: boolean): number | null {
  // Spread, so that clients that were refused together do not come back together.
  const ownWaitMs = FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  if (error instanceof UnreachableError) return mayRepeat ? ownWaitMs : null;
  if (!(error instanceof ApiError)) return null;
  // A 429 was refused before anything was done; a 503 may have done half of it.
  if (error.status !== 429 && !(error.status === 503 && mayRepeat)) return null;
  return error.retryAfterSeconds === null ? ownWaitMs : error.retryAfterSeconds * 1000;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
