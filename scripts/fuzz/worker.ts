import { parentPort } from 'node:worker_threads';
import { TARGETS } from './targets.ts';

/** Runs one case after another and reports the CPU time of each. */
parentPort?.on('message', async ({ target, bytes }: { target: string; bytes: Uint8Array }) => {
  const started = performance.now();
  let error: string | null = null;
  try {
    await TARGETS[target]?.(Buffer.from(bytes));
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  parentPort?.postMessage({ ms: performance.now() - started, error });
});
