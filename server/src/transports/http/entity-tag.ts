import { hash } from 'node:crypto';
import type { ContentCoding } from './content-encoding.ts';

/** The digest of an answer's text that its entity tags are made of. */
export function contentDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** A strong entity tag (RFC 9110 §8.8.3): bytes of another coding are another representation, and have another tag. */
export function entityTag(digest: string, coding: ContentCoding | null): string {
  return coding === null ? `"${digest}"` : `"${digest}-${coding}"`;
}

const TAG = /(?:W\/)?"([^"]*)"/g;

/** Whether a client has the answer already, in whatever coding (If-None-Match compares weakly). */
export function matchesEntityTag(ifNoneMatch: string | undefined, digest: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag.replace(/-(?:zstd|br|gzip)$/, '') === digest) return true;
  }
  return false;
}
