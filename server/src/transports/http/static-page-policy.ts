import { createHash } from 'node:crypto';

/** The Content-Security-Policy of a page that has one style element and loads nothing. */
export function staticPagePolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
