import { isUtf8 } from 'node:buffer';

/** A document's text, and the encoding that it is in. */
export interface DecodedDocument {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'euc-kr';
  /** Characters that the encoding does not have. */
  lostCount: number;
}

/**
 * Decodes a document of the registry: UTF-8 where the bytes are, else EUC-KR with its extension (code page 949), whatever
 * is declared: documents of the years of change declare the one and are in the other.
 */
export function decodeDart(bytes: Buffer): DecodedDocument {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'euc-kr', bytes);
}

function decodeAs(encoding: DecodedDocument['encoding'], bytes: Buffer): DecodedDocument {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, lostCount: encoding === 'utf-8' ? 0 : text.split('\ufffd').length - 1 };
}
