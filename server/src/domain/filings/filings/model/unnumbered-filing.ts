import type { IsoDate } from '../../../../kernel/dates.ts';

/** What the id that a connector made from a file, and the names of its documents, state of a filing. */
export interface StatedFiling {
  /** The registry's code of the filer. */
  filer: { scheme: string; identifier: string };
  /** Null if not stated. */
  formType: string | null;
  /** Null if not stated. */
  filingDate: IsoDate | null;
  /** Null if not stated. */
  periodEnd: IsoDate | null;
  /** ISO 639-1; null if not stated. */
  language: string | null;
  /** Names of documents, one of which may be the main document of the listed filing. */
  fileNames: readonly string[];
}

/** A filing is the listed one of the same issuer that has a document with the same bytes. */
export interface SameDocuments {
  documents: 'same_bytes';
}

/** How filings whose files do not state the registry's id are found in its lists. */
export interface UnnumberedFilings<Stated = StatedFiling | SameDocuments> {
  /** How ids that the connector makes begin; absent if an id of the registry may begin so too. */
  prefix?: string;
  /** Null for ids of the registry. */
  read(nativeId: string, urls: readonly string[]): Stated | null;
  /** The URL of a document of such a filing under the registry's id. */
  renumber(url: string, nativeId: string): string;
  /**
   * Lists that a filing has among its documents: the beginning of their sources, and the URL of one as a document of a filing.
   * Imported documents join those of the listed filing. Absent if lists are read alone and imported documents are all there is.
   */
  listing?: { source: string; rowUrl(listUrl: string, nativeId: string): string };
}
