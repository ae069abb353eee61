import type { Readable } from 'node:stream';

/** An object of the archive and how to present it to a caller. */
export interface Deliverable {
  sha256: string;
  /** File name without a path; letters, digits, `.`, `_`, `-`. */
  fileName: string;
  /** Media type. */
  contentType: string;
}

/** A file opened through one of this service's own links. */
export interface OpenedFile {
  fileName: string;
  contentType: string;
  /** The decoded bytes. Call it at most once. */
  bytes(): Promise<Readable>;
}

/** Delivers files to callers by links that work for anyone who has them, for ten minutes. */
export interface Delivery {
  /**
   * A link to an existing object, absolute or relative to the root of this service. Throws AsfiledError `not_archived`
   * if the object is missing, `delivery_unavailable` if the archive is unreachable.
   */
  issue(file: Deliverable, now: Date): Promise<string>;
  /**
   * Opens the file of a link to this service, given the last segment of its path and its query. Throws AsfiledError
   * `forbidden` if the link was not issued by this service or has expired.
   */
  open(fileName: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<OpenedFile>;
}

/** Lifetime of a download link. */
export const LINK_LIFETIME_SECONDS = 600;
