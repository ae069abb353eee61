import { sql, type Transaction } from '../../db/database.ts';
import { queueNotice } from '../events/announce.ts';
import type { AttemptOutcome } from './webhook-attempt.ts';

/** A webhook without a success for so long is deactivated. */
const DEACTIVATE_AFTER_DAYS = 5;
/** The minimum interval between recorded successes, so that a busy webhook's row is rarely updated. */
const SUCCESS_RECORDED_EVERY = '10 seconds';
const GONE = 410;

/** The results of one webhook in a batch of attempts. */
interface WebhookResults {
  webhook_id: string;
  succeeded_at: string | null;
  failed_at: string | null;
  is_gone: boolean;
}

/** Records successes and failures. Deactivates webhooks that responded 410 or have failed for five days. */
export async function recordHealth(tx: Transaction, outcomes: readonly AttemptOutcome[], now: Date): Promise<void> {
  const results = resultsByWebhook(outcomes);
  if (results.length === 0) return;
  // Locked in one order, so that two workers never deadlock.
  const deactivated = await tx.query<Deactivated>(sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (
        webhook_id uuid, succeeded_at timestamptz, failed_at timestamptz, is_gone boolean)
    ), touched as (
      select webhook_id, succeeded_at, failed_at, is_gone
      from webhooks join result using (webhook_id)
      where is_gone or (succeeded_at is null and failing_since is null)
        or (succeeded_at is null and active and failing_since < ${now.toISOString()}::timestamptz - make_interval(days => ${DEACTIVATE_AFTER_DAYS}))
        or (succeeded_at is not null and (failing_since is not null or last_success_at is null
          or last_success_at < succeeded_at - ${SUCCESS_RECORDED_EVERY}::interval))
      order by webhook_id
      for no key update of webhooks
    ), noted as (
      update webhooks as webhook set
        last_success_at = greatest(last_success_at, touched.succeeded_at),
        failing_since = case when touched.succeeded_at is null then coalesce(failing_since, touched.failed_at) end,
        deactivated_reason = case
          when not active then deactivated_reason
          when touched.is_gone then 'gone'
          when touched.succeeded_at is null and failing_since < ${now.toISOString()}::timestamptz - make_interval(days => ${DEACTIVATE_AFTER_DAYS}) then 'failing'
        end
      from touched where webhook.webhook_id = touched.webhook_id
      returning webhook.webhook_id, webhook.account_id, webhook.url, webhook.active, webhook.deactivated_reason
    )
    select webhook_id as "webhookId", account_id as "accountId", url, deactivated_reason as reason
    from noted where active and deactivated_reason is not null`);
  if (deactivated.length === 0) return;
  await tx.execute(sql`
    update webhooks set active = false, updated_at = ${now.toISOString()}
    where webhook_id = any(${deactivated.map(webhook => webhook.webhookId)}::uuid[])`);
  for (const webhook of deactivated) await notifyOwner(tx, webhook, now);
}

interface Deactivated {
  webhookId: string;
  accountId: string;
  url: string;
  reason: 'gone' | 'failing';
}

function resultsByWebhook(outcomes: readonly AttemptOutcome[]): WebhookResults[] {
  const results = new Map<string, WebhookResults>();
  for (const { webhookId, attempt } of outcomes) {
    if (attempt === null) continue;
    const { sent_at: at, error, status_code: status } = attempt;
    const result = results.get(webhookId) ?? {
      webhook_id: webhookId,
      succeeded_at: null,
      failed_at: null,
      is_gone: false,
    };
    if (error === null) result.succeeded_at = later(result.succeeded_at, at);
    else result.failed_at ??= at;
    if (status === GONE) result.is_gone = true;
    results.set(webhookId, result);
  }
  return [...results.values()];
}

function later(a: string | null, b: string): string {
  return a === null || a < b ? b : a;
}

async function notifyOwner(
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
        ? `It responded 410 Gone. No events are sent to ${url} until you enable it again.`
        : `No delivery has succeeded for ${DEACTIVATE_AFTER_DAYS} days. No events are sent to ${url} until you enable it again.`,
  });
}
