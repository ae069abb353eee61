import type { ArchiveSettings } from '../archive/settings.ts';
import type { DocumentRef } from '../domain/filings/documents/model.ts';
import type { StoredFactSet } from '../domain/filings/facts/store/facts.ts';
import type { FilingStanding } from '../domain/filings/filings/model/filing-standing.ts';
import type { PublishedRecords } from '../domain/filings/filings/model/published-records.ts';
import type { IssuerState } from '../domain/filings/issuers/store/issuer-state.ts';
import type { BatchIssuer } from '../domain/part.ts';
import type { Anomaly } from '../kernel/anomaly.ts';
import type { RegistryClient } from '../sources/kit/source.ts';

/** A document for a thread: the thread reads it from the archive unless its bytes are handed along. */
export interface ThreadDocument {
  ref: DocumentRef;
  /** UTF-8 text of an issuer's share of a table. */
  text: string | null;
}

/** What a thread is to make of some documents: records, parsed, normalised and packed for the store. */
export interface ThreadItem {
  /** Empty to normalise again what is stored. */
  documents: ThreadDocument[];
  origin: RegistryClient['origin'];
  /** True: documents count as changed whatever their digest, and values are computed again. */
  force: boolean;
  /** State of the issuers to refine; null to be told first which issuers the documents speak of. */
  states: IssuerState[] | null;
  /** All stored fact sets by issuer id; absent until a thread asks for them. */
  storedSets: Record<string, StoredFactSet[]> | null;
}

export interface ThreadRequest {
  registry: string;
  archive: ArchiveSettings;
  items: ThreadItem[];
  /** A thread stops taking items once its answer is so large; the rest is asked for again. */
  answerBytes: number;
}

/** What became of one item. */
export type Processed =
  /** Every document was read before and is the same. */
  | { state: 'unchanged'; byteSize: number }
  /** The documents speak of these issuers. */
  | {
      state: 'issuers';
      keys: string[];
      standings: FilingStanding[];
      published: ProcessedPublished | null;
      anomalies: Anomaly[];
      documents: string[];
      /** Why what could be read is less than was published; null where all is well. */
      failure: string | null;
      byteSize: number;
    }
  /** Values rest on other sources too: needed are the stored fact sets of these issuers. */
  | { state: 'needs_sets'; issuerIds: string[] }
  | ProcessedRecords;

export interface ProcessedRecords {
  state: 'processed';
  issuers: BatchIssuer[];
  /** What became of filings, of these issuers or others. */
  standings: FilingStanding[];
  published: ProcessedPublished | null;
  anomalies: Anomaly[];
  /** URLs (and rules) whose anomalies these are: what stood there before is replaced. */
  anomalySources: string[];
  /** Why this is no success although what could be read is here; null where all is well. */
  failure: string | null;
  byteSize: number;
}

/** Records that belong to no registrant, with the documents that they stand in. */
export interface ProcessedPublished {
  records: PublishedRecords;
  documents: DocumentRef[];
}
