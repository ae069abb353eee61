import { isUtf8 } from 'node:buffer';

/** A text of the registry: UTF-16LE with byte order mark (CSV of reports), UTF-8, or else CP932 (lists of codes). */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\uFEFF/, '');
  // The WHATWG encoding of this name is Windows code page 932, with its circled digits and 髙 and 﨑.
  return new TextDecoder('shift_jis').decode(bytes);
}
