const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The text of a document as its bytes mean it: UTF-8 (or UTF-16 by its byte order mark) where they are, else
 * windows-1252, which is what the bytes 0x80–0x9F of older filings are. A byte order mark is left out. Never throws.
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
