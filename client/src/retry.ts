import { ApiError, UnreachableError } from './errors.ts';

/** The limits of retries. */
export interface RetryLimits {
  /** Maximum retries after the first attempt. */
  retries: number;
  /** A longer `Retry-After` throws the error immediately. */
  maxWaitMs: number;
}

const FIRST_WAIT_MS = 250;

/** Retries a call within the limits. `mayRepeat` is false for calls that are not idempotent. */
export async function withRetries<Result>(
  limits: RetryLimits,
  mayRepeat: boolean,
  signal: AbortSignal | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const waitMs = waitAfter(error, attempt, mayRepeat);
      if (waitMs === null || attempt >= limits.retries || waitMs > limits.maxWaitMs) throw error;
      await sleep(waitMs, signal);
    }
  }
}

/** Milliseconds to wait before the next attempt; null if a retry would not help. */
function waitAfter(error: unknown, attempt: number, mayRepeat: boolean): number | null {
  // Jitter, so that clients rejected together do not retry together.
  const ownWaitMs = FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  if (error instanceof UnreachableError) return mayRepeat ? ownWaitMs : null;
  if (!(error instanceof ApiError)) return null;
  // A 429 is rejected before any processing; a 503 may be partly processed.
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
