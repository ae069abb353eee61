import type { Database } from '../db/database.ts';
import { groupIssuers as groupWithHooks } from '../domain/filings/issuers/group-issuers.ts';
import type { BackgroundTask } from '../domain/part.ts';
import { PARTS } from './parts.ts';

/** Every background task, in the order of the parts. */
export const BACKGROUND_TASKS: readonly BackgroundTask[] = PARTS.flatMap(part => part.background ?? []);

/** Groups the issuers that changed into companies, with the hooks of every part. */
export function groupIssuers(db: Database, signal?: AbortSignal): Promise<void> {
  return groupWithHooks(
    db,
    PARTS.flatMap(part => part.grouping ?? []),
    signal,
  );
}
