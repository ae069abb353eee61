import { type Database, sql } from '../../server/src/db/database.ts';
import type { WebhookAttempt } from '../../server/src/delivery/webhooks/webhook-attempt.ts';
import type { Receiver } from './receiver.ts';

/** What the log of deliveries and the receiver say of each other. */
export interface Comparison {
  deliveries: number;
  delivered: number;
  /** Deliveries that never came. */
  lost: number;
  /** Deliveries that came under an id that nobody knows. */
  unknown: number;
  /** Requests beyond the first under their id. */
  duplicates: number;
  /** Deliveries that were tried again because an attempt failed. */
  triedAgain: number;
  /** Attempts that the log tells of. */
  logged: number;
  /** Of these, those that never came. */
  loggedButNotReceived: number;
  /** Requests that came and that no killed process lived to log. */
  receivedButNotLogged: number;
  /** Requests whose signature was wrong. */
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
  // An attempt that broke off because its process was killed is in no log; one that is logged without a status never came.
  const answered = attempts.filter(attempt => attempt.status_code !== null);
  result.loggedButNotReceived += answered.filter(attempt => !came.includes(attempt.sent_at)).length;
  result.receivedButNotLogged += came.filter(timestamp => !logged.includes(timestamp)).length;
}

/** What of it must not be. */
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
