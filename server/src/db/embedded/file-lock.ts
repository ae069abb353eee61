import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock held by one process. The system releases it when the process ends for any reason. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file; returns null if another process holds it. Node has no `flock`, but the write lock of an
 * SQLite file works on every platform and never goes stale. The holder's process id is written to `<path>.pid`.
 */
export function tryLock(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory; begin immediate');
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
  writeFileSync(pidFile(path), `${process.pid}\n`);
  return { release: () => file.close() };
}

/** Takes the lock, waiting for its current holder. */
export async function lock(path: string): Promise<FileLock> {
  for (;;) {
    const held = tryLock(path);
    if (held) return held;
    await sleep(LOCK_POLL_MS);
  }
}

/** The process id of the current or last holder; null if unknown. */
export function lockHolder(path: string): number | null {
  try {
    return Number(readFileSync(pidFile(path), 'utf8')) || null;
  } catch {
    return null;
  }
}

const LOCK_POLL_MS = 25;
const SQLITE_BUSY = 5;

function pidFile(path: string): string {
  return `${path}.pid`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
