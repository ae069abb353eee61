import { hash } from 'node:crypto';
import type { ContentCoding } from './content-encoding.ts';

/** The digest of a response text, from which its entity tags are derived. */
export function contentDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** A strong entity tag (RFC 9110 §8.8.3). Each content coding is another representation with another tag. */
export function entityTag(digest: string, coding: ContentCoding | null): string {
  return coding === null ? `"${digest}"` : `"${digest}-${coding}"`;
}

const TAG = /(?:W\/)?"([^"]*)"/g;

/** Whether a client already has the response in any coding (If-None-Match uses weak comparison). */
export function matchesEntityTag(ifNoneMatch: string | undefined, digest: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag.replace(/-(?:zstd|br|gzip)$/, '') === digest) return true;
  }
  return false;
}
