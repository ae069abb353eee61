import { EXIT } from './exit-codes.ts';
import { printStatus } from './terminal.ts';

/** A pending request to stop this process. */
export interface Shutdown {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal;
  /** Resolves when {@link signal} aborts. */
  requested: Promise<void>;
  /** Restores the default behaviour of signals. Call it when everything is closed. */
  done(): void;
}

/** Supervisors kill after ten seconds. Work that is cut off is idempotent, and the next start resumes it. */
const DRAIN_TIMEOUT_MS = 9_000;

/** npm forwards a Ctrl-C that the terminal has already sent to this process: count them as one signal. */
const SAME_SIGNAL_MS = 500;

/**
 * Listens for SIGTERM and SIGINT. If closing takes longer than nine seconds the process ends with `exitCode`; a second
 * signal ends it at once.
 */
export function listenForShutdown(exitCode: number): Shutdown {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let deadline: NodeJS.Timeout | undefined;
  let firstAt = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(EXIT.interrupted);
    if (controller.signal.aborted) return;
    firstAt = Date.now();
    printStatus('Stopping …');
    deadline = setTimeout(() => {
      printStatus('Not everything finished in time; the next start resumes it.');
      process.exit(exitCode);
    }, DRAIN_TIMEOUT_MS);
    controller.abort(new Interrupted());
    resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return {
    signal: controller.signal,
    requested: promise,
    done() {
      clearTimeout(deadline);
      process.off('SIGTERM', onSignal);
      process.off('SIGINT', onSignal);
    },
  };
}

/** The abort reason of {@link Shutdown.signal}; interrupted work throws it (`signal.throwIfAborted()`). */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('stopped before it was done; the same command resumes it');
  }
}
