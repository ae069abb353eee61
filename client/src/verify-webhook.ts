/** A webhook as it was received. */
export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body: JSON that was parsed and written again is signed otherwise. */
  body: string | Uint8Array;
  /** That of the endpoint. */
  secret: string;
  /** How old, or how far ahead, a timestamp may be; 300 unless told otherwise. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; the clock unless told otherwise. */
  nowMs?: number;
}

/** What a webhook tells: the members of `data` are those of its event. */
export interface WebhookEvent {
  /** The same for each attempt of a delivery: what came before under it can be left out. */
  id: string;
  event: string;
  version: string;
  /** Instant with milliseconds at which it was signed. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** Why something received is not to be believed. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const TOLERANCE_SECONDS = 300;

/**
 * The event of a webhook that is genuine: signed with the secret, or with the one before while it is changed, and recent.
 * Throws {@link WebhookRefused} for everything else. Works wherever WebCrypto does: Node, browsers, workers; the comparison
 * takes the same time whatever was signed.
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
  if (!isCurrent && !isPrevious) throw new WebhookRefused('The signature is not one of this secret.');
  const ageMs = Math.abs(nowMs - Date.parse(timestamp));
  if (!(ageMs <= toleranceSeconds * 1_000)) throw new WebhookRefused(`The timestamp ${timestamp} is not recent.`);
  const envelope = JSON.parse(new TextDecoder().decode(bytes)) as Omit<WebhookEvent, 'id'>;
  return { id: header('webhook-id'), ...envelope };
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

/** Tells whether a header is the signature of some bytes. */
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
