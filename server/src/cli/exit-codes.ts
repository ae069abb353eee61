import type { OperatorErrorReason } from '../kernel/operator-error.ts';

/** The meaning of a command's exit code. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** Invalid command line or setting. */
  usage: 2,
  /** Another process serves the data folder or uses its PostgreSQL. */
  inUse: 3,
  /** The data folder or database cannot be used: another PostgreSQL major version, a newer schema, or unreachable. */
  unusableStore: 4,
  /** The disk of the data folder, of the archive or of PostgreSQL is full. */
  diskFull: 5,
  /** Stopped by Ctrl-C or SIGTERM before it was done (128 + SIGINT, as in shells). */
  interrupted: 130,
} as const;

export const EXIT_OF_REASON: Record<OperatorErrorReason, number> = {
  wrong_setting: EXIT.usage,
  in_use: EXIT.inUse,
  unusable_store: EXIT.unusableStore,
  disk_full: EXIT.diskFull,
};

/** The exit codes as documented. */
export const EXIT_MEANINGS: readonly { code: number; meaning: string }[] = [
  { code: EXIT.ok, meaning: 'done' },
  { code: EXIT.failed, meaning: 'failed; what could be done is done, and the message names what could not' },
  { code: EXIT.usage, meaning: 'invalid command line or setting; nothing was changed' },
  { code: EXIT.inUse, meaning: 'another process uses the data folder or the port' },
  {
    code: EXIT.unusableStore,
    meaning:
      'the store cannot be used: created by another PostgreSQL version or a newer asfiled, not accessible, or unreachable',
  },
  { code: EXIT.diskFull, meaning: 'a disk is full; free space, then the same command resumes' },
  {
    code: EXIT.interrupted,
    meaning: 'stopped by Ctrl-C or SIGTERM before it was done; the same command resumes it',
  },
];

/** Appended to every `--help`. */
export const EXIT_HELP = `
Exit codes: 0 done · 1 failed · 2 wrong usage or setting · 3 data folder in use · 4 store cannot be used ·
5 disk full · 130 interrupted. Settings come from the environment: docs/reference/configuration.md.`;
