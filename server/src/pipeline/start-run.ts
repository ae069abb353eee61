import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { JobSystem } from '../jobs/job-system.ts';
import { type DiscoverJob, discoverQueue } from './queues.ts';
import { insertRun, type RunOptions, type RunProgress, readRunProgress } from './store/runs.ts';

export interface NewRun {
  /** A UUID; starting a run again under the same id changes nothing. */
  runId: string;
  registry: string;
  /** What started it, for people: `ingest`, `schedule current` … */
  command: string;
  options: RunOptions;
  wanted: DiscoverJob['wanted'];
}

/** Writes a run down and queues the finding out of what it has to do. */
export async function startRun(db: Database, jobs: JobSystem, run: NewRun): Promise<void> {
  await insertRun(db, run);
  await jobs.send(discoverQueue(run.registry), [{ id: run.runId, payload: { runId: run.runId, wanted: run.wanted } }]);
}

const LOOK_EVERY_MS = 150;

/** Waits until everything that the run started is settled, whichever process does it. Throws what `signal` aborts with. */
export async function awaitRun(
  db: Database,
  runId: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<RunProgress> {
  for (;;) {
    const progress = await readRunProgress(db, runId);
    if (progress === null) throw new Error(`there is no run ${runId}`);
    onProgress(progress);
    if (progress.failure !== null || (progress.isDiscovered && progress.waiting === 0)) return progress;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
