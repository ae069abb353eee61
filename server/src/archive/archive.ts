/** What the raw archive keeps of one document or bulk file. */
export interface ArchivedObject {
  /** Of the decoded bytes, 64 hex digits. */
  sha256: string;
  byteSize: number;
}

/**
 * The raw bytes that registries published, by the digest of their decoded form. Writing what is there already changes
 * nothing; an object is there whole or not at all.
 */
export interface Archive {
  put(bytes: Buffer): Promise<ArchivedObject>;
  /** Takes in a file of any size in bounded memory, for reading at random places later (zip files). */
  putFile(path: string): Promise<ArchivedObject>;
  /** Checked against the digest. Throws AsfiledError `not_archived` where it is absent or damaged. */
  read(sha256: string): Promise<Buffer>;
  /** Path of a local copy of an object that {@link putFile} took in. Throws AsfiledError `not_archived`. */
  localPath(sha256: string): Promise<string>;
}
