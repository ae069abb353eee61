import { isUtf8 } from 'node:buffer';
import { decodeCodePage949 } from './code-page-949.ts';

/** A document's text, and the encoding that it is in. */
export interface DecodedDocument {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'cp949';
  /** Characters that the encoding does not have. */
  lostCount: number;
}

/**
 * Decodes a document of the registry: UTF-8 if the bytes are valid, else code page 949, the extended EUC-KR, whatever
 * is declared: documents of the years of change declare the one and are in the other.
 */
export function decodeDart(bytes: Buffer): DecodedDocument {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'cp949', bytes);
}

function decodeAs(encoding: DecodedDocument['encoding'], bytes: Buffer): DecodedDocument {
  const text = encoding === 'cp949' ? decodeCodePage949(bytes) : new TextDecoder(encoding).decode(bytes);
  return { text, encoding, lostCount: encoding === 'utf-8' ? 0 : text.split('\ufffd').length - 1 };
}
