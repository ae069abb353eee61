/** A received delivery. */
export interface Received {
  secret: string;
  /** `X-Webhook-Timestamp`. */
  timestamp: string;
  /** `X-Webhook-Signature`, or `X-Webhook-Signature-Previous` during secret rotation. */
  signature: string;
  /** Exactly as received. */
  body: string;
}

export type Verdict = 'genuine' | 'forged' | 'unreadable';

/**
 * Whether the signature is `sha256=` and the hex digest of HMAC-SHA256, with the secret, over timestamp, a dot and the
 * body. Computed in the browser; nothing leaves the page.
 */
export async function checkSignature({ secret, timestamp, signature, body }: Received): Promise<Verdict> {
  if (!/^sha256=[0-9a-f]{64}$/i.test(signature.trim())) return 'unreadable';
  const encoder = new TextEncoder();
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['verify']);
  const bytes = Uint8Array.from(signature.trim().slice('sha256='.length).match(/../g) ?? [], pair =>
    Number.parseInt(pair, 16),
  );
  const isGenuine = await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(`${timestamp.trim()}.${body}`));
  return isGenuine ? 'genuine' : 'forged';
}
