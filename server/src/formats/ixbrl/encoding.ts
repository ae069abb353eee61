import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Bytes decoded at a time, so that a large document is never decoded in memory as a whole. V8 allocates strings above
 * 128 KB on pages of their own, which costs more than the decoding.
 */
const CHUNK_BYTES = 64 * 1024;
/** Encodings that WHATWG treats as windows-1252, ASCII and ISO-8859-1 among them. */
const WESTERN = 'windows-1252';

export interface OpenedDocument {
  /** The decoded text in pieces, without a byte order mark. */
  chunks: Iterable<string>;
  /** WHATWG label: `utf-8`, `windows-1252`. */
  encoding: string;
  /** What was wrong with the encoding, in words; null if nothing was. */
  problem: string | null;
}

/**
 * Decodes a document by byte order mark, XML declaration or meta element. Bytes that are not valid UTF-8 although
 * declared or assumed to be are read as windows-1252, or as UTF-8 with U+FFFD if they contain other multi-byte
 * characters.
 */
export function openDocument(source: string | Uint8Array | Iterable<Uint8Array>): OpenedDocument {
  if (typeof source === 'string') {
    const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
    return { chunks: [text], encoding: 'utf-16', problem: null };
  }
  if (!(source instanceof Uint8Array)) return openPieces(source);
  const all = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const mark = byteOrderMark(all);
  const bytes = all.subarray(mark.length);
  const declared = mark.encoding ?? declaredEncoding(bytes);
  const label = knownLabel(declared ?? 'utf-8');
  if (label === null) {
    const opened = openAsUtf8(bytes);
    return { ...opened, problem: `encoding ${declared} is not known; read as ${opened.encoding}` };
  }
  if (label === 'utf-8') return openAsUtf8(bytes);
  const chunks = label === WESTERN ? westernChunks(bytes) : decodeChunks(bytes, label);
  return { chunks, encoding: label, problem: null };
}

/** A document that is decoded piece by piece: the declaration in its first piece applies to all of it. */
function openPieces(pieces: Iterable<Uint8Array>): OpenedDocument {
  const rest = pieces[Symbol.iterator]();
  const first = rest.next();
  const head = first.done ? Buffer.alloc(0) : Buffer.from(first.value);
  const declared = byteOrderMark(head).encoding ?? declaredEncoding(head) ?? 'utf-8';
  const encoding = knownLabel(declared) ?? 'utf-8';
  return { chunks: decodePieces(head, rest, encoding), encoding, problem: null };
}

function* decodePieces(head: Buffer, rest: Iterator<Uint8Array>, label: string): Generator<string> {
  const decoder = new TextDecoder(label);
  for (let piece: Uint8Array | null = head; piece !== null; ) {
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
      yield decoder.decode(piece.subarray(at, at + CHUNK_BYTES), { stream: true });
    }
    const next = rest.next();
    piece = next.done ? null : next.value;
  }
  yield decoder.decode();
}

/** The whole text as decoded by {@link openDocument}; offsets of facts refer to it. */
export function decodeDocument(bytes: Uint8Array): string {
  return [...openDocument(bytes).chunks].join('');
}

function byteOrderMark(bytes: Buffer): { encoding: string | null; length: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return { encoding: null, length: 0 };
}

function declaredEncoding(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 2_048);
  const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/.exec(head);
  const meta = /<meta\s[^>]*?charset\s*=\s*["']?([A-Za-z0-9._:-]+)/i.exec(head);
  return declaration?.[1] ?? meta?.[1] ?? null;
}

/** The WHATWG name of an encoding; null if unknown. */
function knownLabel(name: string): string | null {
  try {
    const { encoding } = new TextDecoder(name);
    // A declaration that can be read byte by byte is not UTF-16, whatever it states.
    return encoding.startsWith('utf-16') && !/^utf-16[lb]e$/.test(name) ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}

function openAsUtf8(bytes: Buffer): OpenedDocument {
  // A file cut in the middle of a character is still UTF-8.
  const whole = bytes.subarray(0, characterStart(bytes, bytes.length));
  if (isUtf8(bytes) || isUtf8(whole))
    return { chunks: cutChunks(whole, piece => piece.toString('utf8')), encoding: 'utf-8', problem: null };
  if (hasUtf8Characters(bytes)) {
    return { chunks: decodeChunks(bytes, 'utf-8'), encoding: 'utf-8', problem: 'bytes that are no UTF-8' };
  }
  const problem = 'the document is not UTF-8; read as windows-1252';
  return { chunks: westernChunks(bytes), encoding: WESTERN, problem };
}

/** The start of the character that a cut at `end` would split; `end` if it splits none. */
function characterStart(bytes: Buffer, end: number): number {
  for (let at = end - 1; at >= Math.max(0, end - 4); at--) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return at + length > end ? at : end;
  }
  return end;
}

function hasUtf8Characters(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const piece = bytes.toString('latin1', at, at + CHUNK_BYTES);
    if (/[\xC2-\xDF][\x80-\xBF]|[\xE1-\xEF][\x80-\xBF]{2}/.test(piece)) return true;
  }
  return false;
}

function westernChunks(bytes: Buffer): Iterable<string> {
  const decoder = new TextDecoder(WESTERN);
  return cutChunks(bytes, piece => decoder.decode(piece));
}

/** Yields pieces of whole characters; both encodings read this way share ASCII. */
function* cutChunks(bytes: Buffer, decode: (piece: Buffer) => string): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = pieceEnd(bytes, at);
    const piece = bytes.subarray(at, end > at ? end : bytes.length);
    // ASCII-only text takes half the memory when created as such.
    yield isAscii(piece) ? piece.toString('latin1') : decode(piece);
    at += piece.length;
  }
}

/**
 * Cuts after a tag in the second half of a piece if one ends there, so that few tags are split; otherwise between two
 * characters.
 */
function pieceEnd(bytes: Buffer, start: number): number {
  const end = Math.min(start + CHUNK_BYTES, bytes.length);
  if (end === bytes.length) return end;
  const half = start + CHUNK_BYTES / 2;
  const tagEnd = bytes.subarray(half, end).lastIndexOf(0x3e);
  return tagEnd >= 0 ? half + tagEnd + 1 : characterStart(bytes, end);
}

function* decodeChunks(bytes: Buffer, label: string): Generator<string> {
  const decoder = new TextDecoder(label);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
  }
  yield decoder.decode();
}
