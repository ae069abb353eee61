import type { ResponseFault } from '../source.ts';

/** The form of a response by its first bytes. */
export type ResponseForm = 'empty' | 'zip' | 'pdf' | 'json' | 'markup' | 'text';

/** Detects the form of a response by its first bytes. Headers are not considered. */
export function formOfResponse(bytes: Buffer): ResponseForm {
  const magic = bytes.toString('latin1', 0, 5);
  if (magic.startsWith('PK\u0003\u0004') || magic.startsWith('PK\u0005\u0006')) return 'zip';
  if (magic.startsWith('%PDF')) return 'pdf';
  const start = startOf(bytes);
  if (start === '') return 'empty';
  if (start.startsWith('<')) return 'markup';
  return start.startsWith('{') || start.startsWith('[') ? 'json' : 'text';
}

/** The fault of a response that has none of the wanted forms; null if it has one. */
export function wrongForm(bytes: Buffer, wanted: readonly ResponseForm[]): ResponseFault | null {
  const form = formOfResponse(bytes);
  if (wanted.includes(form)) return null;
  if (form === 'empty') return failed('empty_answer', 'no bytes');
  const kind = form === 'markup' ? `html_instead_of_${wanted[0]}` : 'unexpected_document';
  return failed(kind, startOf(bytes).slice(0, 200));
}

/** A fault after which a retry may succeed. */
export function failed(kind: string, detail: string): ResponseFault {
  return { kind, detail, action: 'retry' };
}

/** The beginning of a text, without byte order mark and leading white space. */
export function startOf(bytes: Buffer): string {
  return bytes
    .toString('utf8', 0, 4_096)
    .replace(/^\uFEFF/, '')
    .trimStart();
}

/** True for the page with which a registry refuses scripts, with any status. */
export function refusesAutomation(status: number, page: string): boolean {
  if (status !== 403 && status !== 429) return false;
  return /automated tool|undeclared|request rate threshold|rate threshold exceeded|unusual traffic/i.test(page);
}

/** `Retry-After` (RFC 9110 §10.2.3), seconds or a date, in milliseconds from `nowMs`; null if it is absent. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
