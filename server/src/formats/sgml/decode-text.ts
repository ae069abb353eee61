const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Decodes a document: UTF-8 (or UTF-16 with a byte order mark) if valid, otherwise windows-1252, as older filings use
 * the bytes 0x80–0x9F. Removes the byte order mark. Never throws.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 3).equals(UTF8_MARK)) return bytes.subarray(3).toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
