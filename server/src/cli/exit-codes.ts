import type { OperatorErrorReason } from '../kernel/operator-error.ts';

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

export const EXIT_OF_REFUSAL: Record<OperatorErrorReason, number> = {
  wrong_setting: EXIT.usage,
  in_use: EXIT.inUse,
  unusable_store: EXIT.unusableStore,
};

/** The same for the documentation. */
export const EXIT_MEANINGS: readonly { code: number; meaning: string }[] = [
  { code: EXIT.ok, meaning: 'done' },
  { code: EXIT.failed, meaning: 'failed; what could be done is done, and the message says what could not' },
  { code: EXIT.usage, meaning: 'the command line or a setting is wrong; nothing was touched' },
  { code: EXIT.inUse, meaning: 'the data folder or the port is in use by another process' },
  {
    code: EXIT.unusableStore,
    meaning: 'the store cannot be used: made by another PostgreSQL or a newer asfiled, closed to us, or out of reach',
  },
  {
    code: EXIT.interrupted,
    meaning: 'stopped by Ctrl-C or SIGTERM before it was done; the same command takes it up again',
  },
];

/** For the end of `--help`. */
export const EXIT_HELP = `
Exit codes: 0 done · 1 failed · 2 wrong usage or setting · 3 data folder in use · 4 store cannot be used ·
130 interrupted. Settings come from the environment: docs/reference/configuration.md.`;
