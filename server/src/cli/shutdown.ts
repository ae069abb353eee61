import { EXIT } from './exit-codes.ts';
import { say } from './terminal.ts';

/** A process that was asked to stop. */
export interface Shutdown {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal;
  /** Settles then. */
  requested: Promise<void>;
  /** To be called when everything is closed: signals get their usual meaning back. */
  done(): void;
}

/** Supervisors kill after ten seconds. What is cut off then is idempotent and resumed by the next start. */
const DRAIN_WITHIN_MS = 9_000;

/** npm passes on a Ctrl-C that the terminal has sent to us already: that is one signal, not two. */
const SAME_SIGNAL_MS = 500;

/**
 * Listens for SIGTERM and SIGINT. Where closing takes longer than nine seconds the process ends with `exitCode`; a
 * second signal ends it at once.
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
    say('Stopping …');
    deadline = setTimeout(() => {
      say('Not everything was finished in time; the next start takes it up.');
      process.exit(exitCode);
    }, DRAIN_WITHIN_MS);
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

/** The reason of {@link Shutdown.signal}; work that stops for it throws it (`signal.throwIfAborted()`). */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('stopped before it was done; the same command takes it up again');
  }
}
