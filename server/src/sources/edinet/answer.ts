/** What an answer turned out to be: the registry says errors with status 200 too. */
export type Answer = { kind: 'zip' | 'pdf' | 'json' | 'other' } | { kind: 'error'; status: string; message: string };

/** Looks at the first bytes of an answer (EDINET API specification, version 2, 3-3: errors come as JSON). */
export function lookAtAnswer(bytes: Buffer): Answer {
  const start = bytes.toString('latin1', 0, 5);
  if (start.startsWith('PK\u0003\u0004')) return { kind: 'zip' };
  if (start.startsWith('%PDF')) return { kind: 'pdf' };
  const text = bytes
    .toString('utf8', 0, 4_096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('<')) return { kind: 'error', status: 'html', message: 'a page instead of data' };
  if (!text.startsWith('{'))
    return { kind: bytes.length === 0 ? 'error' : 'other', status: 'empty', message: 'no bytes' };
  if (/"results"\s*:/.test(text)) return { kind: 'json' };
  const status = /"(?:StatusCode|status)"\s*:\s*"?(\d{3})/.exec(text)?.[1];
  const message = /"message"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
  return status === undefined || status === '200' ? { kind: 'json' } : { kind: 'error', status, message };
}
