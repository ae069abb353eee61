import { describe, expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

describe('RateLimiter', () => {
  const rate = { perSecond: 5, burst: 20 };

  it('allows a burst, then the configured rate', () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const limiter = new RateLimiter(() => now);
    const burst = Array.from({ length: 21 }, () => limiter.take('a', rate));
    expect(burst.filter(response => response.allowed)).toHaveLength(20);
    expect(burst.at(-1)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, fullInSeconds: 4 });
    now = new Date('2026-01-01T00:00:01Z');
    expect(Array.from({ length: 10 }, () => limiter.take('a', rate)).filter(response => response.allowed)).toHaveLength(
      5,
    );
  });

  it('keeps names apart, and is not drained by a clock that is set back', () => {
    let now = new Date('2026-01-01T00:00:10Z');
    const limiter = new RateLimiter(() => now);
    for (let index = 0; index < 20; index++) limiter.take('a', rate);
    expect(limiter.take('b', rate).allowed).toBe(true);
    now = new Date('2026-01-01T00:00:00Z');
    expect(limiter.take('b', rate).allowed).toBe(true);
  });

  it('takes several tokens at once, or none', () => {
    const limiter = new RateLimiter(() => new Date('2026-01-01T00:00:00Z'));
    expect(limiter.take('a', rate, 15)).toMatchObject({ allowed: true, remaining: 5 });
    expect(limiter.take('a', rate, 15)).toMatchObject({ allowed: false, remaining: 5, retryAfterSeconds: 2 });
    expect(limiter.take('a', rate, 5)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('peeks without taking', () => {
    const limiter = new RateLimiter(() => new Date('2026-01-01T00:00:00Z'));
    const one = { perSecond: 1, burst: 1 };
    expect(limiter.peek('a', one).allowed).toBe(true);
    expect(limiter.take('a', one).allowed).toBe(true);
    expect(limiter.peek('a', one).allowed).toBe(false);
  });
});
