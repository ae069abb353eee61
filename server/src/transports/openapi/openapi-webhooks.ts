import type { z } from 'zod';
import { WEBHOOK_PAYLOADS, type WebhookPayload } from '../../delivery/webhooks/webhook-payloads.ts';

type JsonObject = Record<string, unknown>;

/** The `webhooks` of the OpenAPI document: the requests to the endpoints of an account, by event. */
export function openApiWebhooks(toSchema: (schema: z.ZodType) => JsonObject): JsonObject {
  return Object.fromEntries(
    WEBHOOK_PAYLOADS.map(payload => [payload.event, { post: describe(payload, toSchema(payload.data)) }]),
  );
}

function describe({ event, firesWhen, example }: WebhookPayload, data: JsonObject): JsonObject {
  return {
    operationId: event.replace(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
    summary: firesWhen,
    description: `${firesWhen} Sent as a POST to your endpoint, which must respond 2xx within ten seconds. It may arrive more than once, with the same webhook-id each time.`,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['event', 'version', 'timestamp', 'data'],
            properties: {
              event: { const: event },
              version: { const: '1' },
              timestamp: {
                type: 'string',
                format: 'date-time',
                description: 'When the request was signed, with milliseconds.',
              },
              data,
            },
          },
          example: { event, version: '1', timestamp: '2026-11-20T21:30:05.123Z', data: example },
        },
      },
    },
    responses: RESPONSES,
  };
}

const HEADERS = [
  header('webhook-id', 'The id of the delivery, the same for each attempt. Use it to ignore duplicates.', {
    type: 'string',
    format: 'uuid',
  }),
  header('X-Webhook-Timestamp', 'The timestamp of the body.', { type: 'string', format: 'date-time' }),
  header(
    'X-Webhook-Signature',
    'sha256= and the hex digest of HMAC-SHA256, keyed with the secret, over the timestamp, a dot and the raw body.',
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  ),
  {
    ...header(
      'X-Webhook-Signature-Previous',
      'The signature with the previous secret, for 24 hours after a rotation.',
      {
        type: 'string',
        pattern: '^sha256=[0-9a-f]{64}$',
      },
    ),
    required: false,
  },
];

function header(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'header', required: true, description, schema };
}

const RESPONSES = {
  '2XX': { description: 'Accepted; not sent again.' },
  410: { description: 'The endpoint no longer exists; the webhook is deactivated.' },
  '4XX': { description: 'Rejected; not sent again.' },
  default: { description: 'Any other response, or none within ten seconds: retried up to five times, a minute apart.' },
};
