import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { AsfiledError } from '../../kernel/errors.ts';
import { DecompressionBomb, type UnpackLimits, unpackStream } from '../../kernel/unpack.ts';

/** Maximum size of one unpacked document of any source: annual reports with pictures reach 100 MB. */
export const MAX_DOCUMENT_BYTES = 256 << 20;

/** A smaller JSON document fits into the memory of a thread, regardless of its content. */
const COUNTS_VALUES_FROM_BYTES = 32 << 20;
/** Each takes some 50 bytes in memory. The largest known document, the facts of a bank, has two million. */
const MAX_JSON_VALUES = 8_000_000;

/**
 * Throws AsfiledError `payload_too_large` with fault `too_many_values` for a JSON document that would take a multiple of its
 * size in memory: `{},{},…`. `JSON.parse` cannot be interrupted, so the values are counted first.
 */
export function assertParsable(name: string, bytes: Buffer): void {
  if (bytes.length < COUNTS_VALUES_FROM_BYTES || !/^\s*[[{]/.test(bytes.toString('latin1', 0, 1_000))) return;
  let values = 0;
  for (const byte of bytes) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  if (values <= MAX_JSON_VALUES) return;
  throw tooLarge(name, 'too_many_values', `${values} JSON values, more than the ${MAX_JSON_VALUES} allowed`);
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Reads a file that holds one document, unpacked if it is gzip. Throws AsfiledError `payload_too_large` with fault
 * `document_too_large`, `decompression_bomb` or `too_many_values`, or the error of damaged bytes.
 */
export async function readDocumentFile(path: string, isGzip: boolean, limits = LIMITS): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > limits.maxBytes) {
    throw tooLarge(path, 'document_too_large', `${size} bytes, more than the ${limits.maxBytes} allowed`);
  }
  const bytes = isGzip ? await unpackFile(path, limits) : await readFile(path);
  assertParsable(path, bytes);
  return bytes;
}

async function unpackFile(path: string, limits: UnpackLimits): Promise<Buffer> {
  try {
    return await unpackStream(createReadStream(path), 'gzip', limits);
  } catch (error) {
    if (error instanceof DecompressionBomb) throw tooLarge(path, error.kind, error.message, error);
    throw error;
  }
}

const LIMITS: UnpackLimits = { maxBytes: MAX_DOCUMENT_BYTES };

function tooLarge(path: string, fault: string, detail: string, cause?: unknown): AsfiledError {
  return new AsfiledError('payload_too_large', `${path}: ${detail}`, { fault }, cause);
}
