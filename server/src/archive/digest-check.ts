import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AsfiledError } from '../kernel/errors.ts';

/** Passes bytes through while counting and hashing them. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256');
  byteSize = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.byteSize += chunk.length;
    done(null, chunk);
  }

  /** Size and digest of all bytes passed. Call it at most once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** A {@link Measure} that fails at the end with `not_archived` if the digest differs from the expected one. */
export class DigestCheck extends Measure {
  readonly #expected: string;

  constructor(sha256: string) {
    super();
    this.#expected = sha256;
  }

  override _flush(done: TransformCallback): void {
    done(this.sha256() === this.#expected ? null : damagedObject(this.#expected, 'the digest differs'));
  }
}

/** Reports to callers that a missing file must be fetched again. */
const LOST = { archive_status: 'pending', retryable: true };

/** The object exists but cannot be used. */
export function damagedObject(sha256: string, reason: string, cause?: unknown): AsfiledError {
  return new AsfiledError('not_archived', `The archived object ${sha256} is damaged: ${reason}.`, LOST, cause);
}

/** The object does not exist. */
export function missingObject(sha256: string): AsfiledError {
  return new AsfiledError('not_archived', `The archive has no object ${sha256}.`, LOST);
}
