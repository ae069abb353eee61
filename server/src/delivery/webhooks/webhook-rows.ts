import type { z } from 'zod';
import { ownAccount } from '../../accounts/views/own-account.ts';
import { type Database, sql } from '../../db/database.ts';
import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { DeliveryStatus, WebhookAttempt } from './webhook-attempt.ts';
import { toEnvelope, type WebhookEnvelope } from './webhook-envelope.ts';
import type { WebhookService } from './webhook-sender.ts';
import type { delivery, webhook } from './webhook-shapes.ts';

export interface WebhookRow {
  webhook_id: string;
  url: string;
  event_types: string[];
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  active: boolean;
  deactivated_reason: 'gone' | 'failing' | null;
  created_at: string;
  updated_at: string;
  last_success_at: string | null;
}

export const WEBHOOK_COLUMNS = sql`webhook_id, url, event_types, secret, previous_secret, previous_until, active,
  deactivated_reason, created_at, updated_at, last_success_at`;

/** The wire shape of a webhook; only create and update pass the secret. */
export function toWebhook(row: WebhookRow, secret: string | null): z.infer<typeof webhook> {
  const { webhook_id, url, event_types, active, created_at, updated_at, deactivated_reason, last_success_at } = row;
  return {
    id: webhook_id,
    url,
    event_types,
    secret,
    active,
    created_at,
    updated_at,
    deactivated_reason,
    last_success_at,
  };
}

/** A webhook of the calling account. Throws `not_found` for unknown webhooks and those of other accounts alike. */
export async function ownWebhook(db: Database, context: OperationContext, webhookId: string): Promise<WebhookRow> {
  const row = await db.queryOne<WebhookRow>(sql`
    select ${WEBHOOK_COLUMNS} from webhooks
    where webhook_id = ${webhookId} and account_id = ${ownAccount(context).accountId}`);
  if (row !== null) return row;
  throw new AsfiledError('not_found', `Webhook ${webhookId} not found.`);
}

export interface DeliveryRow {
  webhook_id: string;
  delivery_id: string;
  event_type: string;
  data: Record<string, unknown>;
  status: DeliveryStatus;
  created_at: string;
  next_attempt_at: string | null;
  replay_of: string | null;
  attempts: WebhookAttempt[];
}

export const DELIVERY_COLUMNS = sql`webhook_id, delivery_id, event_type, data, status, created_at, next_attempt_at,
  replay_of, attempts`;

/** A delivery of a webhook. Throws `not_found` if it does not exist or has expired. */
export async function deliveryOf(db: Database, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
  const row = await db.queryOne<DeliveryRow>(sql`
    select ${DELIVERY_COLUMNS} from webhook_deliveries
    where webhook_id = ${webhookId} and delivery_id = ${deliveryId}`);
  if (row !== null) return row;
  throw new AsfiledError(
    'not_found',
    `Delivery ${deliveryId} of webhook ${webhookId} not found. Deliveries are retained for 30 days.`,
  );
}

/** A delivery with all its attempts. */
export function toDelivery(row: DeliveryRow): z.input<typeof delivery> {
  return { ...toDeliveryHead(row), attempts: row.attempts.map(toAttempt) };
}

/** A delivery without its attempts. The envelope has the timestamp of the last attempt. */
export function toDeliveryHead({ attempts, data, ...row }: DeliveryRow) {
  return {
    id: row.delivery_id,
    webhook_id: row.webhook_id,
    event: row.event_type,
    status: row.status,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at,
    replay_of: row.replay_of,
    envelope: toEnvelope(row.event_type, data, new Date(attempts.at(-1)?.sent_at ?? row.created_at)),
  };
}

export function toAttempt({ attempt, sent_at, status_code, duration_ms, error }: WebhookAttempt) {
  return { attempt, sent_at, status_code, duration_ms, ...(error === null ? {} : { error }) };
}

/** The exact body of an attempt. */
export function bodyOf(row: Pick<DeliveryRow, 'event_type' | 'data'>, { sent_at }: WebhookAttempt): string {
  const envelope: WebhookEnvelope = toEnvelope(row.event_type, row.data, new Date(sent_at));
  return JSON.stringify(envelope);
}

/** Throws `delivery_unavailable` if this process does not send webhooks. */
export function requireWebhookService({ webhooks }: OperationContext): WebhookService {
  if (webhooks !== undefined) return webhooks;
  throw new AsfiledError('delivery_unavailable', 'Webhook delivery is temporarily unavailable. Retry later.', {
    retry_after_seconds: 60,
  });
}
