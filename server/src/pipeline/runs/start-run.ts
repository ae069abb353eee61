import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { insertRun, type RunOptions, type RunProgress, readRunProgress } from '../store/runs.ts';
import { type DiscoverJob, discoverQueue } from './queues.ts';

export interface NewRun {
  /** A UUID; starting a run again with the same id changes nothing. */
  runId: string;
  registry: string;
  /** What started it, for people: `ingest`, `schedule current` … */
  command: string;
  options: RunOptions;
  wanted: DiscoverJob['wanted'];
}

/** Stores a run and queues its discovery. */
export async function startRun(db: Database, jobs: JobSystem, run: NewRun): Promise<void> {
  await insertRun(db, run);
  await jobs.send(discoverQueue(run.registry), [{ id: run.runId, payload: { runId: run.runId, wanted: run.wanted } }]);
}

const POLL_INTERVAL_MS = 150;

/** Waits until all tasks of the run are settled, in whichever process. Throws the reason of `signal` if it aborts. */
export async function awaitRun(
  db: Database,
  runId: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<RunProgress> {
  for (;;) {
    const progress = await readRunProgress(db, runId);
    if (progress === null) throw new Error(`Run ${runId} does not exist.`);
    onProgress(progress);
    if (progress.failure !== null || (progress.isDiscovered && progress.waiting === 0)) return progress;
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
