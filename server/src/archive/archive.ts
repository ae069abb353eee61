import type { Readable } from 'node:stream';

/** What the raw archive keeps of one document or bulk file. */
export interface ArchivedObject {
  /** Of the decoded bytes, 64 hex digits. */
  sha256: string;
  byteSize: number;
}

/** An object as a walk through the archive meets it. */
export interface ListedObject {
  sha256: string;
  /** When it was put there. */
  changedAt: Date;
}

/**
 * The raw bytes that registries published, by the digest of their decoded form. Writing what is there already changes
 * nothing; an object is there whole or not at all. Where the archive itself is out of reach, every method throws
 * AsfiledError `delivery_unavailable`.
 */
export interface Archive {
  put(bytes: Buffer): Promise<ArchivedObject>;
  /** Takes in a file of any size in bounded memory, for reading at random places later (zip files). */
  putFile(path: string): Promise<ArchivedObject>;
  /** Checked against the digest. Throws AsfiledError `not_archived` where it is absent or damaged. */
  read(sha256: string): Promise<Buffer>;
  /**
   * The same in bounded memory: the decoded bytes as a stream, which fails with `not_archived` at its end where the
   * digest differs. Throws `not_archived` where the object is absent.
   */
  openStream(sha256: string): Promise<Readable>;
  /** Path of a local copy of an object that {@link putFile} took in. Throws AsfiledError `not_archived`. */
  localPath(sha256: string): Promise<string>;
  has(sha256: string): Promise<boolean>;
  /** Every object once, in the order of the digests. */
  list(): AsyncIterable<ListedObject>;
  /** Removes an object; nothing where there is none. */
  remove(sha256: string): Promise<void>;
  /** Removes what killed processes left half written, and tells how many files these were. Safe beside running ones. */
  sweep(): Promise<number>;
}
