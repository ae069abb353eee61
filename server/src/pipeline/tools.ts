import type { Archive } from '../archive/archive.ts';
import type { ArchiveSettings } from '../archive/settings.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../kernel/log.ts';
import type { ThreadPool } from './thread-pool.ts';

/** What the steps of the pipeline work with. */
export interface PipelineTools {
  db: Database;
  archive: Archive;
  /** How threads open the same archive. */
  archiveSettings: ArchiveSettings;
  /** For files that exist for a moment only. */
  spoolFolder: string;
  threads: ThreadPool;
  log: Log;
  /** What became known longer ago is stored without a word to those who watch, in hours. */
  announcesForHours: number;
}
