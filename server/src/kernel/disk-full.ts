/** `disk_full` of PostgreSQL (SQLSTATE), and what the system calls it. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** What an operator reads. */
export const DISK_FULL =
  'A disk is full: the data folder, the archive or PostgreSQL cannot grow. Everything accepted so far is stored; free ' +
  'space and run the same command again.';

const MAX_CAUSES = 8;

/** Whether an error, or one of its causes, says that a disk or a quota is full. */
export function isDiskFull(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && CODES.has(at.code)) return true;
    if ('sqlState' in at && CODES.has(at.sqlState)) return true;
    if ('message' in at && /No space left on device|Disk quota exceeded/.test(String(at.message))) return true;
    at = 'cause' in at ? at.cause : undefined;
  }
  return false;
}
