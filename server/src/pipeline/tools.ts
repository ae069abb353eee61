import type { Archive, ArchiveSettings } from '../archive/archive.ts';
import type { Database } from '../db/database.ts';
import type { SecondReader } from '../domain/filings/proposals/model.ts';
import type { Instant } from '../kernel/dates.ts';
import type { Log } from '../kernel/log.ts';
import type { Threads } from './tasks/thread-pool.ts';

const HOUR_MS = 3_600_000;

/** The instant after which something must have become known to be announced. */
export function announcedSince(announcesForHours: number, now = new Date()): Instant {
  return new Date(now.getTime() - announcesForHours * HOUR_MS).toISOString();
}

/** Services that the steps of the pipeline use. */
export interface PipelineTools {
  db: Database;
  archive: Archive;
  /** How threads open the same archive. */
  archiveSettings: ArchiveSettings;
  /** Folder of temporary files. */
  spoolFolder: string;
  threads: Threads;
  log: Log;
  /** Filings that became known longer ago than this many hours are stored without announcing them. */
  announcesForHours: number;
  /** The model that passages are queued for; null if none is configured. */
  secondReader: SecondReader | null;
}
