import { createHash } from 'node:crypto';

const ASFILED_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** UUID version 5 (RFC 9562 §5.5) of a text in the URL namespace: the same text always gives the same id. */
export function uuidV5(text: string): string {
  const digest = createHash('sha1').update(ASFILED_NAMESPACE).update(text).digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** `<registry>:<registry's own id>`, the filing id in API responses. */
export function filingId(registry: string, nativeId: string): string {
  return `${registry}:${nativeId}`;
}

/** Canonical spelling of `BRK.B`, `BRK-B`, `BRK/B` and `brk b`: upper case, full-width letters folded, separators as `-`. */
export function tickerKey(ticker: string): string {
  return ticker
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[./ _]/g, '-');
}

/**
 * Canonical spelling of a number that a registry assigns: upper case, full-width letters folded, without separators and
 * leading zeros. The database function `identifier_key` computes the same for stored identifiers.
 */
export function identifierKey(identifier: string): string {
  return identifier
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ ./_:-]/g, '')
    .replace(/^0+/, '');
}
