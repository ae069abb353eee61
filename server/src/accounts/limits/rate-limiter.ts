import { LRUCache } from 'lru-cache';

/** The size of a token bucket: it holds `burst` and fills at `perSecond`. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Whether a request is allowed, and the state of its bucket. */
export interface RateDecision {
  allowed: boolean;
  /** Whole requests that are still allowed at once. */
  remaining: number;
  /** Whole seconds until the refused requests, or the next one, are allowed; 0 if they are allowed now. */
  retryAfterSeconds: number;
  /** Whole seconds until the bucket is full again. */
  fullInSeconds: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Maximum number of buckets. Evicting the least recently used ones drops only buckets that are full again. */
const MAX_BUCKETS = 50_000;

/** Token buckets by name, per process: n processes together allow n times the rate. */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Takes `count` tokens if there are as many, else none. */
  take(name: string, rate: Rate, count = 1): RateDecision {
    const bucket = this.#filled(name, rate);
    const allowed = bucket.tokens >= count;
    if (allowed) bucket.tokens -= count;
    return decide(bucket, rate, allowed, allowed ? 1 : count);
  }

  /** Whether a token could be taken, without taking it. */
  peek(name: string, rate: Rate): RateDecision {
    const bucket = this.#filled(name, rate);
    return decide(bucket, rate, bucket.tokens >= 1, 1);
  }

  #filled(name: string, rate: Rate): Bucket {
    const nowMs = this.#now().getTime();
    const bucket = this.#buckets.get(name);
    if (!bucket) {
      const full = { tokens: rate.burst, filledAtMs: nowMs };
      this.#buckets.set(name, full);
      return full;
    }
    // A clock that is set back must not drain the bucket.
    const elapsedSeconds = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + elapsedSeconds * rate.perSecond);
    bucket.filledAtMs = nowMs;
    return bucket;
  }
}

function decide(bucket: Bucket, rate: Rate, allowed: boolean, needed: number): RateDecision {
  return {
    allowed,
    remaining: Math.floor(bucket.tokens),
    retryAfterSeconds: bucket.tokens >= needed ? 0 : Math.max(1, Math.ceil((needed - bucket.tokens) / rate.perSecond)),
    fullInSeconds: Math.ceil((rate.burst - bucket.tokens) / rate.perSecond),
  };
}
