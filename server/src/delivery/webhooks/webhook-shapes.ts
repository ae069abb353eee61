import { z } from 'zod';
import { DELIVERED_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';
import { DELIVERY_ERRORS, DELIVERY_STATUSES } from './webhook-attempt.ts';

const MAX_URL = 2_048;
const MIN_SECRET = 8;
const MAX_SECRET = 256;

export const webhookId = z.uuid().describe('The id of the webhook.');
export const deliveryId = z.uuid().describe('The id of the delivery, which is the webhook-id header of its attempts.');

/** Settings of a webhook. Omitted members get their default in a new webhook, and are unchanged in an update. */
export const webhookFields = {
  url: text(MAX_URL)
    .trim()
    .describe('The endpoint: public https, port 443 or 8443, without credentials. Redirects are not followed.'),
  event_types: z
    .array(z.enum(DELIVERED_EVENT_TYPES))
    .max(DELIVERED_EVENT_TYPES.length)
    .transform(types => [...new Set(types)])
    .optional()
    .describe('Event types to send; [] = all.'),
  secret: text(MAX_SECRET)
    .min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`)
    .optional()
    .describe('The signing secret; by default 32 random bytes.'),
  active: z.boolean().optional().describe('Whether events are sent.'),
};

export const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    event_types: z.array(z.string()).describe('[] = all types.'),
    secret: z.string().nullable().describe('Only in responses to create and update; null otherwise.'),
    active: z.boolean(),
    created_at: instant,
    updated_at: instant,
    deactivated_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Why the service deactivated it: the endpoint responded 410 (gone), or no delivery succeeded for five days (failing).',
      ),
    last_success_at: instant.nullable().describe('Time of the last successful delivery, to ten seconds.'),
  })
  .meta({ id: 'UserWebhookOut', description: 'An endpoint that receives the events of watched companies.' });

export const deliveryStatus = z.enum(DELIVERY_STATUSES);

export const deliveryError = z.enum(DELIVERY_ERRORS).meta({
  id: 'DeliveryError',
  description:
    'Why an attempt failed. timeout, connection_failed, tls_failed and non_2xx (except 4xx) are retried; address_not_public and answer_too_large are not.',
});

const envelope = z
  .object({
    event: z.string(),
    version: z.literal('1'),
    timestamp: instant.describe('When the attempt was signed, with milliseconds.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('The payload, as documented under webhooks in /api/v1/openapi.json.'),
  })
  .meta({ id: 'WebhookEnvelope', description: 'The body of a delivery.' });

const attemptFields = {
  attempt: z.int().min(1),
  sent_at: instant,
  status_code: z.int().nullable().describe('Null if there was no response.'),
  duration_ms: z.int(),
  error: deliveryError.optional().describe('Absent if the attempt succeeded.'),
};

const deliveryFields = {
  id: z.uuid().describe('The webhook-id header of its attempts.'),
  webhook_id: z.uuid(),
  event: z.string(),
  status: deliveryStatus,
  created_at: instant,
  next_attempt_at: instant.nullable().describe('Null if no attempt follows.'),
  replay_of: z.uuid().nullable().describe('The delivery that this one replays.'),
  envelope: envelope.describe('The envelope as last sent, or as it will be sent.'),
};

export const delivery = z
  .object({ ...deliveryFields, attempts: z.array(z.object(attemptFields)).describe('Oldest first.') })
  .meta({ id: 'Delivery', description: 'One event for one webhook, with all attempts. Retained for 30 days.' });

export const deliveryDetail = z
  .object({
    ...deliveryFields,
    attempts: z
      .array(
        z.object({
          ...attemptFields,
          request: z
            .object({ headers: z.record(z.string(), z.string()), body: z.string() })
            .nullable()
            .describe('The exact request; null if nothing was sent.'),
          answer: z
            .string()
            .nullable()
            .describe('The first 4 KiB of the response body; null if there was no response.'),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'UserWebhookDeliveryOut', description: 'A delivery with its requests and responses.' });
