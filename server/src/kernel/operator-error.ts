/** Why a command cannot run; `cli/exit-codes.ts` assigns each reason its exit code. */
export type OperatorErrorReason = 'wrong_setting' | 'in_use' | 'unusable_store' | 'disk_full';

/** A condition that only the operator can fix. The message states what to do; nothing accepted is lost. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly reason: OperatorErrorReason;

  constructor(reason: OperatorErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

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
