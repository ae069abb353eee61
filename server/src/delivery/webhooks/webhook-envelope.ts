import { createHmac } from 'node:crypto';

/** The body of a delivery. */
export interface WebhookEnvelope {
  event: string;
  version: '1';
  /** The instant, with milliseconds, at which this attempt was signed. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** Wraps an event in the envelope that is signed and sent. */
export function toEnvelope(event: string, data: Record<string, unknown>, sentAt: Date): WebhookEnvelope {
  return { event, version: '1', timestamp: sentAt.toISOString(), data };
}

/** `sha256=` and the hex digest of HMAC-SHA256 over timestamp, a dot and the body; the key is the secret's UTF-8 bytes. */
export function signPayload(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The headers of an attempt. */
export function webhookHeaders(attempt: {
  deliveryId: string;
  timestamp: string;
  signature: string;
  previous: string | null;
}): Record<string, string> {
  const { deliveryId, timestamp, signature, previous } = attempt;
  return {
    'content-type': 'application/json',
    'user-agent': 'asfiled-webhooks/1',
    'webhook-id': deliveryId,
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signature,
    ...(previous === null ? {} : { 'x-webhook-signature-previous': previous }),
  };
}
