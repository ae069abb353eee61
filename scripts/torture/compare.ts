import { type Database, sql } from '../../server/src/db/database.ts';
import type { WebhookAttempt } from '../../server/src/delivery/webhooks/webhook-attempt.ts';
import type { Receiver } from './receiver.ts';

/** Differences between the delivery log and the receiver. */
export interface Comparison {
  deliveries: number;
  delivered: number;
  /** Deliveries that never arrived. */
  lost: number;
  /** Deliveries that arrived under an unknown id. */
  unknown: number;
  /** Requests beyond the first under their id. */
  duplicates: number;
  /** Deliveries retried after a failed attempt. */
  triedAgain: number;
  /** Attempts in the log. */
  logged: number;
  /** Logged attempts that never arrived. */
  loggedButNotReceived: number;
  /** Requests that arrived from a process killed before it logged them. */
  receivedButNotLogged: number;
  /** Requests with an invalid signature. */
  forged: number;
}

const READ_AT_ONCE = 5_000;

export async function compare(db: Database, receiver: Receiver): Promise<Comparison> {
  const result: Comparison = {
    deliveries: 0,
    delivered: 0,
    lost: 0,
    unknown: 0,
    duplicates: 0,
    triedAgain: 0,
    logged: 0,
    loggedButNotReceived: 0,
    receivedButNotLogged: 0,
    forged: receiver.forged(),
  };
  const known = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<{ id: string; status: string; attempts: WebhookAttempt[] }>(sql`
      select delivery_id as id, status, attempts from webhook_deliveries where delivery_id > ${after}
      order by delivery_id limit ${READ_AT_ONCE}::integer`);
    for (const row of rows) {
      known.add(row.id);
      look(row, receiver, result);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < READ_AT_ONCE) break;
  }
  for (const [id, timestamps] of receiver.received) {
    if (!known.has(id)) result.unknown++;
    result.duplicates += timestamps.length - 1;
  }
  return result;
}

function look(
  { id, status, attempts }: { id: string; status: string; attempts: WebhookAttempt[] },
  { received }: Receiver,
  result: Comparison,
): void {
  const came = received.get(id) ?? [];
  const logged = attempts.map(attempt => attempt.sent_at);
  result.deliveries++;
  if (status === 'delivered') result.delivered++;
  if (came.length === 0) result.lost++;
  if (attempts.some(attempt => attempt.status_code === 503)) result.triedAgain++;
  result.logged += attempts.length;
  // The log misses attempts of killed processes. An attempt logged without a status never arrived.
  const answered = attempts.filter(attempt => attempt.status_code !== null);
  result.loggedButNotReceived += answered.filter(attempt => !came.includes(attempt.sent_at)).length;
  result.receivedButNotLogged += came.filter(timestamp => !logged.includes(timestamp)).length;
}

/** The differences that are errors. */
export function faultsOf(result: Comparison, expected: number): string[] {
  const faults: [boolean, string][] = [
    [result.deliveries !== expected, `${result.deliveries} deliveries, not ${expected}`],
    [result.delivered !== expected, `${expected - result.delivered} were not delivered`],
    [result.lost > 0, `${result.lost} never came`],
    [result.unknown > 0, `${result.unknown} came under ids that nobody knows`],
    [result.loggedButNotReceived > 0, `${result.loggedButNotReceived} attempts are logged that never came`],
    [result.forged > 0, `${result.forged} had a wrong signature`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault);
}
