import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AsfiledError } from '../kernel/errors.ts';

/** Passes bytes on and counts and digests them on the way. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256');
  byteSize = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.byteSize += chunk.length;
    done(null, chunk);
  }

  /** Of everything that passed; may be asked once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** A {@link Measure} that fails in the end with `not_archived` unless it has passed what the digest says. */
export class DigestCheck extends Measure {
  readonly #expected: string;

  constructor(sha256: string) {
    super();
    this.#expected = sha256;
  }

  override _flush(done: TransformCallback): void {
    done(this.sha256() === this.#expected ? null : damaged(this.#expected, 'its digest differs'));
  }
}

/** What an answer says of a file that was here: it is to be fetched again. */
const LOST = { archive_status: 'pending', retryable: true };

/** The object is there, and of no use. */
export function damaged(sha256: string, reason: string, cause?: unknown): AsfiledError {
  return new AsfiledError('not_archived', `The archived object ${sha256} is damaged: ${reason}.`, LOST, cause);
}

/** The object is not there. */
export function absent(sha256: string): AsfiledError {
  return new AsfiledError('not_archived', `The archive has no object ${sha256}.`, LOST);
}
