import type { Readable } from 'node:stream';
import { AsfiledError } from '../kernel/errors.ts';
import { ANY_RATIO, type UnpackLimits } from '../kernel/unpack.ts';

/** Location of the archive: plain data, so that it can be passed to threads. */
export type ArchiveSettings = DiskSettings | S3Settings;

/** An archive in a folder of this machine or on a file system shared by all machines. */
interface DiskSettings {
  kind: 'disk';
  /** Absolute path. */
  folder: string;
}

/** An archive in a bucket of any S3-compatible store. */
export interface S3Settings {
  kind: 's3';
  /** Absolute path of the folder for local copies of bulk files. */
  folder: string;
  /** `https://s3.eu-central-1.amazonaws.com`, without a path. */
  endpoint: string;
  /** Endpoint in download links, if callers reach the store by another address than `endpoint`. */
  publicEndpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every object's name: empty, or ending in `/`. */
  prefix: string;
  /** Whether URLs are `endpoint/bucket/…` instead of `bucket.endpoint/…`. */
  pathStyle: boolean;
}

/** Maximum size of one document; bulk files ({@link Archive.putFile}) may be larger. */
const MAX_DOCUMENT_BYTES = 1 << 30;

/** What a stored document may unpack to. The archive compressed it itself, so any ratio is possible. */
export const UNPACK_LIMITS: UnpackLimits = { maxBytes: MAX_DOCUMENT_BYTES, maxRatio: ANY_RATIO };

/** Throws AsfiledError `payload_too_large` for a document that could not be read back. */
export function assertDocumentSize(bytes: Buffer): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  const message = `A document of ${bytes.length} bytes is larger than 1 GiB, the limit of the archive.`;
  throw new AsfiledError('payload_too_large', message);
}

/** What the archive stores about one document or bulk file. */
export interface ArchivedObject {
  /** SHA-256 of the decoded bytes, 64 hex digits. */
  sha256: string;
  byteSize: number;
}

/** An object as listed from the archive. */
export interface ListedObject {
  sha256: string;
  /** When it was written. */
  changedAt: Date;
}

/**
 * The raw bytes that registries published, addressed by the digest of their decoded form. Writing an existing object
 * changes nothing; an object is stored completely or not at all. If the archive is unreachable, every method throws
 * AsfiledError `delivery_unavailable`.
 */
export interface Archive {
  put(bytes: Buffer): Promise<ArchivedObject>;
  /** Stores a file of any size in bounded memory, for random access later (zip files). */
  putFile(path: string): Promise<ArchivedObject>;
  /**
   * Returns the bytes after checking their digest. Throws AsfiledError `not_archived` if the object is missing or
   * damaged.
   */
  read(sha256: string): Promise<Buffer>;
  /**
   * Returns the decoded bytes as a stream in bounded memory. The stream fails with `not_archived` at its end if the
   * digest differs. Throws `not_archived` if the object is missing.
   */
  openStream(sha256: string): Promise<Readable>;
  /** Path of a local copy of an object stored by {@link putFile}. Throws AsfiledError `not_archived`. */
  localPath(sha256: string): Promise<string>;
  has(sha256: string): Promise<boolean>;
  /** Yields every object once, ordered by digest. */
  list(): AsyncIterable<ListedObject>;
  /** Removes an object; does nothing if it does not exist. */
  remove(sha256: string): Promise<void>;
  /**
   * Removes files that killed processes left incomplete and returns their number. Safe to call while other processes
   * write.
   */
  sweep(): Promise<number>;
}
