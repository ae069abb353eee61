import type { ArchiveSettings } from '../../archive/archive.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import type { StoredFactSet } from '../../domain/filings/facts/store/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { IssuerState } from '../../domain/filings/issuers/store/issuer-state.ts';
import type { ModelReading, SecondReader } from '../../domain/filings/proposals/model.ts';
import type { BatchIssuer } from '../../domain/part.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import type { Tally } from '../../kernel/tally.ts';
import type { RegistryClient } from '../../sources/kit/source.ts';

/** A document that cannot be read with the available memory, or that ends the process that reads it. Reading it again does not help. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure';
  /** The kind of anomaly. */
  readonly kind: string;

  constructor(kind: 'out_of_memory' | 'killed_its_process' | 'set_aside', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A document for a thread, which reads it from the archive unless its text is included. */
export interface ThreadDocument {
  ref: DocumentRef;
  /** UTF-8 text of an issuer's share of a table. */
  text: string | null;
}

/** Documents that a thread parses, normalises and packs for the store. */
export interface ThreadItem {
  /** Empty to normalise stored facts again. */
  documents: ThreadDocument[];
  origin: RegistryClient['origin'];
  /** Treats documents as changed whatever their digest, and recomputes values. */
  force: boolean;
  /** State of the issuers to process; null to list the issuers in the documents first. */
  states: IssuerState[] | null;
  /** All stored fact sets by issuer id; null until a thread requests them. */
  storedSets: Record<string, StoredFactSet[]> | null;
  /** What models answered about the filing; empty for documents that open none. */
  modelReadings: ModelReading[];
}

export interface ThreadRequest {
  registry: string;
  archive: ArchiveSettings;
  /** The model that passages are queued for; null if none is configured. */
  secondReader: SecondReader | null;
  items: ThreadItem[];
  /** A thread stops taking items once its results reach this size; the rest is requested again. */
  resultBytes: number;
}

/** The result for one item. */
export type Processed =
  /** Every document was read before and is unchanged. */
  | { state: 'unchanged'; byteSize: number }
  /** The issuers in the documents. */
  | {
      state: 'issuers';
      keys: string[];
      standings: FilingStanding[];
      published: ProcessedPublished | null;
      anomalies: Anomaly[];
      tallies: Tally[];
      documents: string[];
      /** Why less was readable than published; null on success. */
      failure: string | null;
      byteSize: number;
    }
  /** Values depend on other sources too: the stored fact sets of these issuers are required. */
  | { state: 'needs_sets'; issuerIds: string[] }
  | ProcessedRecords;

export interface ProcessedRecords {
  state: 'processed';
  issuers: BatchIssuer[];
  /** Status changes of filings, of these issuers or others. */
  standings: FilingStanding[];
  published: ProcessedPublished | null;
  anomalies: Anomaly[];
  tallies: Tally[];
  /** URLs (and rules) that these anomalies replace the stored ones of. */
  anomalySources: string[];
  /** Why this counts as a failure although records were read; null on success. */
  failure: string | null;
  byteSize: number;
}

/** Records that belong to no registrant, with the documents that contain them. */
export interface ProcessedPublished {
  records: PublishedRecords;
  documents: DocumentRef[];
}
