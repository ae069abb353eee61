import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { failed } from '../kit/http/response-form.ts';
import type { ResponseFault } from '../kit/source.ts';

/** The kind of a response: errors have status 200 too. */
export type ResponseKind =
  | { kind: 'zip' | 'pdf' | 'json' | 'other' }
  | { kind: 'error'; status: string; message: string };

/** Reads the kind of a response from its first bytes (EDINET API specification, version 2, 3-3: errors come as JSON). */
export function classifyResponse(bytes: Buffer): ResponseKind {
  const start = bytes.toString('latin1', 0, 5);
  if (start.startsWith('PK\u0003\u0004')) return { kind: 'zip' };
  if (start.startsWith('%PDF')) return { kind: 'pdf' };
  const text = bytes
    .toString('utf8', 0, 4_096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('<')) {
    // Documents of packages may be imported alone.
    if (xbrlFormOf(bytes) !== null) return { kind: 'other' };
    return { kind: 'error', status: 'html', message: 'a page instead of data' };
  }
  if (!text.startsWith('{'))
    return { kind: bytes.length === 0 ? 'error' : 'other', status: 'empty', message: 'no bytes' };
  if (/"results"\s*:/.test(text)) return { kind: 'json' };
  const status = /"(?:StatusCode|status)"\s*:\s*"?(\d{3})/.exec(text)?.[1];
  const message = /"message"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
  return status === undefined || status === '200' ? { kind: 'json' } : { kind: 'error', status, message };
}

/** The fault of an error response; null for others. */
export function errorFault(bytes: Buffer): ResponseFault | null {
  const response = classifyResponse(bytes);
  if (response.kind !== 'error') return null;
  const { status, message } = response;
  if (status === 'html') return failed('html_instead_of_json', message);
  if (status === 'empty') return failed('empty_answer', message);
  const kind = `status_${status}`;
  if (status === '404') return { kind, detail: message, action: 'absent' };
  if (status === '401' || status === '403') return { kind, detail: message, action: 'reject_key' };
  return { kind, detail: message, action: status === '429' ? 'back_off' : 'retry' };
}
