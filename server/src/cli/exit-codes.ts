import type { RefusalReason } from '../kernel/refusal.ts';

/** What a command's exit code says. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** The data folder is served, or its PostgreSQL used, by another process. */
  inUse: 3,
  /** The data folder or database is not fit: another PostgreSQL major, a newer schema, out of reach. */
  unusableStore: 4,
  /** Stopped by Ctrl-C or SIGTERM before it was done (128 + SIGINT, as shells have it). */
  interrupted: 130,
} as const;

export const EXIT_OF_REFUSAL: Record<RefusalReason, number> = {
  wrong_setting: EXIT.usage,
  in_use: EXIT.inUse,
  unusable_store: EXIT.unusableStore,
};

/** For the end of `--help`. */
export const EXIT_HELP = `
Exit codes: 0 done · 1 failed · 2 wrong usage or setting · 3 data folder in use · 4 store cannot be used ·
130 interrupted. Settings come from the environment: docs/configuration.md.`;
