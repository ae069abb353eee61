import { z } from 'zod';
import { WATCHED_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';
import { DELIVERY_ERRORS, DELIVERY_STATUSES } from './webhook-attempt.ts';

const MAX_URL = 2_048;
const LEAST_SECRET = 8;
const MAX_SECRET = 256;

export const webhookId = z.uuid().describe('Id of the webhook.');
export const deliveryId = z.uuid().describe('Id of the delivery: the webhook-id header of its attempts.');

/** What may be said of a webhook; where a member is left out a new one gets its default, an old one stays as it is. */
export const webhookFields = {
  url: text(MAX_URL)
    .trim()
    .describe('Where to send to: public https, port 443 or 8443, without credentials. Redirects are not followed.'),
  event_types: z
    .array(z.enum(WATCHED_EVENT_TYPES))
    .max(WATCHED_EVENT_TYPES.length)
    .transform(given => [...new Set(given)])
    .optional()
    .describe('Events to send; [] = every type.'),
  secret: text(MAX_SECRET)
    .refine(given => given.length >= LEAST_SECRET, { error: `must have ${LEAST_SECRET} characters or more` })
    .optional()
    .describe('What deliveries are signed with; a new webhook gets one of 32 random bytes.'),
  active: z.boolean().optional().describe('Whether anything is sent.'),
};

export const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    event_types: z.array(z.string()).describe('[] = every type.'),
    secret: z.string().nullable().describe('In the answers of create and update; null in reads.'),
    active: z.boolean(),
    created_at: instant,
    updated_at: instant,
    deactivated_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe('Why we deactivated it: it answered 410 (gone), or nothing succeeded for five days (failing).'),
    last_success_at: instant.nullable().describe('Of a delivery, to ten seconds.'),
  })
  .meta({ id: 'UserWebhookOut', description: 'An endpoint that is sent what happens to watched companies.' });

export const deliveryStatus = z.enum(DELIVERY_STATUSES);

export const deliveryError = z.enum(DELIVERY_ERRORS).meta({
  id: 'DeliveryError',
  description:
    'Why an attempt was no success. non_2xx (but for 4xx), timeout, connection_failed and tls_failed are tried again; address_not_public and answer_too_large are not.',
});

const envelope = z
  .object({
    event: z.string(),
    version: z.literal('1'),
    timestamp: instant.describe('When the attempt was signed, with milliseconds.'),
    data: z.record(z.string(), z.unknown()).describe('As /api/v1/openapi.json has it under webhooks.'),
  })
  .meta({ id: 'WebhookEnvelope', description: 'The body of a delivery.' });

const attemptFields = {
  attempt: z.int().min(1),
  sent_at: instant,
  status_code: z.int().nullable().describe('Null where no answer came.'),
  duration_ms: z.int(),
  error: deliveryError.optional().describe('Absent where it was a success.'),
};

const deliveryFields = {
  id: z.uuid().describe('The webhook-id header of its attempts.'),
  webhook_id: z.uuid(),
  event: z.string(),
  status: deliveryStatus,
  created_at: instant,
  next_attempt_at: instant.nullable().describe('Null when no attempt will follow.'),
  replay_of: z.uuid().nullable().describe('The delivery that this one repeats.'),
  envelope: envelope.describe('As it was sent last, or will be.'),
};

export const delivery = z
  .object({ ...deliveryFields, attempts: z.array(z.object(attemptFields)).describe('Oldest first.') })
  .meta({ id: 'Delivery', description: 'One event for one webhook, with every attempt. Kept for 30 days.' });

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
            .describe('What was sent, to the byte; null where nothing was.'),
          answer: z.string().nullable().describe('The first 4 KiB of its body; null where none came.'),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'UserWebhookDeliveryOut', description: 'A delivery with what was sent and answered.' });
