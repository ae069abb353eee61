import type { BulkPlan, BulkReader } from '../kit/source.ts';
import { HISTORY_MEMBER, HISTORY_URL } from './addresses.ts';

/** The zip of all days holds one table. */
export async function planBulk({ members }: BulkReader): Promise<BulkPlan | null> {
  if (!members.includes(HISTORY_MEMBER)) return null;
  const task = { kind: 'rates', key: HISTORY_URL, issuerKey: null, members: [HISTORY_MEMBER] };
  return { kind: 'documents', name: HISTORY_URL, tasks: [task] };
}
