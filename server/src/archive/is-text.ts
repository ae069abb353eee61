const LOOKED_AT_BYTES = 64 << 10;

/** First bytes of formats that are compressed in themselves but may lack a NUL. */
const PACKED: readonly Buffer[] = ['%PDF-', 'PK\u0003\u0004', 'GIF8', '\u001f\u008b', '\u00ff\u00d8\u00ff'].map(start =>
  Buffer.from(start, 'latin1'),
);

/** Whether bytes are text of some kind, and worth compressing: the same bytes always get the same answer. */
export function isText(bytes: Buffer): boolean {
  if (PACKED.some(start => bytes.subarray(0, start.length).equals(start))) return false;
  return !bytes.subarray(0, LOOKED_AT_BYTES).includes(0);
}
