import type { Database } from '../../db/database.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import { Mirror } from '../../sources/kit/http/mirror.ts';
import { describeUnread } from '../../sources/kit/tally/left-out.ts';
import { loadSource } from '../../sources/load-source.ts';
import { listFetched } from '../store/fetches.ts';

/** The source of the anomaly: the mirror as a whole. */
const SOURCE = 'mirror';

/**
 * Counts the recorded responses of a registry's hosts that were read, and records those that were not as an anomaly: no
 * list names them, or they hold no data.
 */
export async function recordUnreadRecordings(db: Database, registry: string, mirror: string): Promise<void> {
  const { hosts } = (await loadSource(registry)).description;
  const recorded = (await new Mirror(mirror).list()).filter(url => hosts.includes(new URL(url).host));
  if (recorded.length === 0) return;
  const fetched = await listFetched(db, registry, recorded);
  const unread = recorded.filter(url => !fetched.has(url));
  const tally = { read: recorded.length - unread.length, explained: {}, unread: unread.length };
  await upsertTallies(db, registry, [{ registry, source: SOURCE, kind: 'recordings', ...tally }]);
  const anomaly = { registry, source: SOURCE, locator: '', kind: 'unread_recordings', detail: describeUnread(unread) };
  await replaceAnomalies(db, registry, [SOURCE], unread.length === 0 ? [] : [anomaly]);
}
