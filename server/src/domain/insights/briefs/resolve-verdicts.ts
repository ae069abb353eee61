import type { Transaction } from '../../../db/database.ts';
import { replaceVerdicts } from './store.ts';
import { judgeCalls, judgeReports, METHOD } from './views/judge-issuers.ts';

/** Computes the verdicts on the newest annual reports of issuers again. */
export async function resolveFilingVerdicts(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await replaceVerdicts(tx, 'filing', METHOD, issuerIds, await judgeReports(tx, issuerIds));
}

/** Computes the verdicts on the latest calls of issuers again. */
export async function resolveCallVerdicts(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await replaceVerdicts(tx, 'call', METHOD, issuerIds, await judgeCalls(tx, issuerIds));
}
