/** Location of one file in an archive: plain data, so that it can be passed to another thread. */
export interface ZipMember {
  name: string;
  /** 0 stored, 8 deflated; other methods are not supported. */
  method: number;
  /** Offset of the local header in bytes. */
  headerOffset: number;
  compressedSize: number;
  byteSize: number;
  crc32: number;
  isEncrypted: boolean;
}

export type ZipErrorKind = 'not_a_zip' | 'truncated_zip' | 'corrupt_member' | 'zip_bomb' | 'unsupported_member';

/** An archive, or a member of one, that cannot be read; `kind` is used for anomalies. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly kind: ZipErrorKind;

  constructor(kind: ZipErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
