/** A received webhook. */
export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, since parsed and re-serialised JSON has another signature. */
  body: string | Uint8Array;
  /** The endpoint's secret. */
  secret: string;
  /** Maximum difference between timestamp and clock; 300 by default. */
  toleranceSeconds?: number;
  /** Current time in milliseconds since 1970; the clock by default. */
  nowMs?: number;
}

/** The event of a webhook; the fields of `data` depend on the event. */
export interface WebhookEvent {
  /** The same for all attempts of a delivery, to skip duplicates. */
  id: string;
  event: string;
  version: string;
  /** When the webhook was signed, with milliseconds. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** Thrown for a webhook that cannot be verified. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a valid webhook: signed with the secret, or with the previous one during rotation, and recent. Throws
 * {@link WebhookVerificationError} for anything else. Needs WebCrypto (Node, browsers, workers) and compares in constant time.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { secret, body, toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = received;
  const header = (name: string): string => headerOf(received.headers, name);
  const timestamp = header('x-webhook-timestamp');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const isSignature = await signatureCheck(secret);
  const signed = joined(new TextEncoder().encode(`${timestamp}.`), bytes);
  const [isCurrent, isPrevious] = await Promise.all([
    isSignature(header('x-webhook-signature'), signed),
    isSignature(header('x-webhook-signature-previous'), signed),
  ]);
  if (!isCurrent && !isPrevious) throw new WebhookVerificationError('The signature does not match the secret.');
  const ageMs = Math.abs(nowMs - Date.parse(timestamp));
  if (!(ageMs <= toleranceSeconds * 1_000))
    throw new WebhookVerificationError(`The timestamp ${timestamp} is not recent.`);
  const envelope = JSON.parse(new TextDecoder().decode(bytes)) as Omit<WebhookEvent, 'id'>;
  return { id: header('webhook-id'), ...envelope };
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

/** Checks whether a header is the signature of the bytes. */
async function signatureCheck(secret: string): Promise<(header: string, signed: Bytes) => Promise<boolean>> {
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return async (header, signed) => {
    const hex = /^sha256=([0-9a-f]{64})$/.exec(header)?.[1];
    if (hex === undefined) return false;
    const digest = Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
    return crypto.subtle.verify('HMAC', key, digest, signed);
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

function joined(head: Uint8Array, tail: Uint8Array): Bytes {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
