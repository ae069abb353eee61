/** Where the archive is: plain data, so that threads can be told too. */
export type ArchiveSettings = DiskSettings | S3Settings;

/** An archive in a folder of this machine, or of a file system that all machines share. */
export interface DiskSettings {
  kind: 'disk';
  /** Absolute. */
  folder: string;
}

/** An archive in a bucket of any store that speaks the S3 protocol. */
export interface S3Settings {
  kind: 's3';
  /** Absolute; for local copies of bulk files while they are read at random places. */
  folder: string;
  /** `https://s3.eu-central-1.amazonaws.com`, without a path. */
  endpoint: string;
  /** What callers reach the store by where it is not `endpoint`: download links name it. */
  publicEndpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before the name of every object: empty, or ending in `/`. */
  prefix: string;
  /** `endpoint/bucket/…` rather than `bucket.endpoint/…`. */
  pathStyle: boolean;
}
