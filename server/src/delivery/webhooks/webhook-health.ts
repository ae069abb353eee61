import { sql, type Transaction } from '../../db/database.ts';
import { queueNotice } from '../notifications/notices.ts';
import type { AttemptOutcome } from './webhook-attempt.ts';

/** A webhook that has failed for so long, and never succeeded meanwhile, is given up. */
const GIVEN_UP_AFTER_DAYS = 5;
/** A success is written down no more often than this, so that a busy webhook's row is left alone. */
const SUCCESS_NOTED_EVERY = '10 seconds';
const GONE = 410;

/** How a webhook fared in some attempts. */
interface Fared {
  webhook_id: string;
  succeeded_at: string | null;
  failed_at: string | null;
  is_gone: boolean;
}

/** Notes successes and failures, and deactivates webhooks that answered 410 or have failed for five days. */
export async function recordHealth(tx: Transaction, settled: readonly AttemptOutcome[], now: Date): Promise<void> {
  const fared = tally(settled);
  if (fared.length === 0) return;
  // Locked in one order, so that two workers never wait for each other in a circle.
  const deactivated = await tx.query<Deactivated>(sql`
    with fared as (
      select * from jsonb_to_recordset(${JSON.stringify(fared)}::jsonb) as fared (
        webhook_id uuid, succeeded_at timestamptz, failed_at timestamptz, is_gone boolean)
    ), touched as (
      select webhook_id, succeeded_at, failed_at, is_gone
      from webhooks join fared using (webhook_id)
      where is_gone or (succeeded_at is null and failing_since is null)
        or (succeeded_at is null and active and failing_since < ${now.toISOString()}::timestamptz - make_interval(days => ${GIVEN_UP_AFTER_DAYS}))
        or (succeeded_at is not null and (failing_since is not null or last_success_at is null
          or last_success_at < succeeded_at - ${SUCCESS_NOTED_EVERY}::interval))
      order by webhook_id
      for no key update of webhooks
    ), noted as (
      update webhooks as webhook set
        last_success_at = greatest(last_success_at, touched.succeeded_at),
        failing_since = case when touched.succeeded_at is null then coalesce(failing_since, touched.failed_at) end,
        deactivated_reason = case
          when not active then deactivated_reason
          when touched.is_gone then 'gone'
          when touched.succeeded_at is null and failing_since < ${now.toISOString()}::timestamptz - make_interval(days => ${GIVEN_UP_AFTER_DAYS}) then 'failing'
        end
      from touched where webhook.webhook_id = touched.webhook_id
      returning webhook.webhook_id, webhook.account_id, webhook.url, webhook.active, webhook.deactivated_reason
    )
    select webhook_id as "webhookId", account_id as "accountId", url, deactivated_reason as reason
    from noted where active and deactivated_reason is not null`);
  if (deactivated.length === 0) return;
  await tx.execute(sql`
    update webhooks set active = false, updated_at = ${now.toISOString()}
    where webhook_id = any(${deactivated.map(one => one.webhookId)}::uuid[])`);
  for (const one of deactivated) await tellOwner(tx, one, now);
}

interface Deactivated {
  webhookId: string;
  accountId: string;
  url: string;
  reason: 'gone' | 'failing';
}

function tally(settled: readonly AttemptOutcome[]): Fared[] {
  const fared = new Map<string, Fared>();
  for (const { webhookId, attempt } of settled) {
    if (attempt === null) continue;
    const { sent_at: at, error, status_code: status } = attempt;
    const one = fared.get(webhookId) ?? { webhook_id: webhookId, succeeded_at: null, failed_at: null, is_gone: false };
    if (error === null) one.succeeded_at = later(one.succeeded_at, at);
    else one.failed_at ??= at;
    if (status === GONE) one.is_gone = true;
    fared.set(webhookId, one);
  }
  return [...fared.values()];
}

function later(a: string | null, b: string): string {
  return a === null || a < b ? b : a;
}

async function tellOwner(
  tx: Transaction,
  { webhookId, accountId, url, reason }: Deactivated,
  now: Date,
): Promise<void> {
  const { host } = new URL(url);
  await queueNotice(tx, {
    accountId,
    noticeType: 'webhook.deactivated',
    key: `${webhookId} ${now.toISOString()}`,
    title: `Your webhook at ${host} was deactivated`,
    summary:
      reason === 'gone'
        ? `It answered 410 Gone. Nothing more is sent to ${url} until you make it active again.`
        : `No delivery has succeeded for ${GIVEN_UP_AFTER_DAYS} days. Nothing more is sent to ${url} until you make it active again.`,
  });
}
