import type { Readable } from 'node:stream';

/** An object of the archive, as a caller is to get it. */
export interface Deliverable {
  sha256: string;
  /** Without a path; letters, digits, `.`, `_`, `-`. */
  fileName: string;
  /** Media type. */
  contentType: string;
}

/** A file that one of our own links leads to. */
export interface OpenedFile {
  fileName: string;
  contentType: string;
  /** The decoded bytes; may be asked for once. */
  bytes(): Promise<Readable>;
}

/** How files get to callers: by links that anyone who has them may follow, for ten minutes. */
export interface Delivery {
  /**
   * A link to an object that is there, absolute or from the root of this service. Throws AsfiledError `not_archived`
   * where the object is gone, `delivery_unavailable` where the archive is out of reach.
   */
  issue(file: Deliverable, now: Date): Promise<string>;
  /**
   * What a link to this service leads to, by the last part of its path and its query. Throws AsfiledError `forbidden`
   * where it was not issued here or has expired.
   */
  open(fileName: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<OpenedFile>;
}

/** How long a download link is good for. */
export const LINK_GOOD_FOR_SECONDS = 600;
