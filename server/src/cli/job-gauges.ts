import type { Database } from '../db/database.ts';
import { countJobs } from '../jobs/job-system.ts';
import type { QueueCounts } from '../jobs/queue.ts';
import { memoizeFor } from '../kernel/memoize-for.ts';
import type { GaugeSource } from '../transports/http/metrics.ts';

const COUNTED_EVERY_MS = 1_000;

/** Queue metrics for /metrics, summed over all registries. */
export function jobGauges(db: Database): GaugeSource[] {
  const counts = memoizeFor(COUNTED_EVERY_MS, countJobs);
  const total = async (state: 'waiting' | 'active' | 'dead'): Promise<number> => {
    const queues: QueueCounts[] = await counts(db);
    return queues.reduce((sum, queue) => sum + queue[state], 0);
  };
  return [
    { name: 'jobs_waiting', help: 'Jobs that wait for a worker.', read: () => total('waiting') },
    { name: 'jobs_active', help: 'Jobs that a worker is running.', read: () => total('active') },
    {
      name: 'jobs_dead',
      help: 'Jobs that failed for good; `asfiled status` lists the reasons.',
      read: () => total('dead'),
    },
  ];
}
