/** Location of the archive: plain data, so that it can be passed to threads. */
export type ArchiveSettings = DiskSettings | S3Settings;

/** An archive in a folder of this machine or on a file system shared by all machines. */
export interface DiskSettings {
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
