/**
 * How long tests wait for what must come, in milliseconds. It says nothing of how quick anything is: it ends what hangs, a
 * little before the limit of a test (vitest.config.ts) does, so that the failure says what was waited for.
 */
export const PATIENCE_MS = 100_000;
