/**
 * How long tests wait for a condition, in milliseconds. Shorter than the limit of a test (vitest.config.ts), so that the
 * failure names the condition.
 */
export const WAIT_LIMIT_MS = 100_000;
