import type { ArchiveSettings } from '../archive/settings.ts';
import type { EncodedEventReading } from '../domain/disclosures/events/store.ts';
import type { FlagRow } from '../domain/disclosures/red-flags/store.ts';
import type { EncodedFinancials } from '../domain/figures/financials/store.ts';
import type { DocumentRef } from '../domain/filings/documents/model.ts';
import type { EncodedFactSet, FactSetDate, StoredFactSet } from '../domain/filings/facts/store/facts.ts';
import type { FilingStanding } from '../domain/filings/filings/model/filing-standing.ts';
import type { PublishedRecords } from '../domain/filings/filings/model/published-records.ts';
import type { IssuerRow } from '../domain/filings/issuers/store/issuer-parts.ts';
import type { IssuerState, Statement } from '../domain/filings/issuers/store/issuer-state.ts';
import type { FiledHoldings } from '../domain/ownership/holders/store/holdings-reports.ts';
import type { EncodedRoles } from '../domain/ownership/people/store/role-statements.ts';
import type { Anomaly } from '../kernel/anomaly.ts';
import type { Instant } from '../kernel/dates.ts';
import type { RegistryClient } from '../sources/kit/source.ts';
import type { PackedContents } from './pack-contents.ts';

/** A document for a thread: the thread reads it from the archive unless its bytes are handed along. */
export interface RefineDocument {
  ref: DocumentRef;
  /** UTF-8 text of an issuer's share of a table. */
  text: string | null;
}

/** What a thread is to make of some documents: records, parsed, normalised and packed for the store. */
export interface RefineItem {
  /** Empty to normalise again what is stored. */
  documents: RefineDocument[];
  origin: RegistryClient['origin'];
  /** True: documents count as changed whatever their digest, and values are computed again. */
  force: boolean;
  /** State of the issuers to refine; null to be told first which issuers the documents speak of. */
  states: IssuerState[] | null;
  /** All stored fact sets by issuer id; absent until a thread asks for them. */
  storedSets: Record<string, StoredFactSet[]> | null;
}

export interface RefineRequest {
  registry: string;
  archive: ArchiveSettings;
  items: RefineItem[];
  /** A thread stops taking items once its answer is so large; the rest is asked for again. */
  answerBytes: number;
}

/** What became of one item. */
export type Refined =
  /** Every document was read before and is the same. */
  | { state: 'unchanged'; byteSize: number }
  /** The documents speak of these issuers. */
  | {
      state: 'issuers';
      keys: string[];
      standings: FilingStanding[];
      published: RefinedPublished | null;
      anomalies: Anomaly[];
      documents: string[];
      /** Why what could be read is less than was published; null where all is well. */
      failure: string | null;
      byteSize: number;
    }
  /** Values rest on other sources too: needed are the stored fact sets of these issuers. */
  | { state: 'needs_sets'; issuerIds: string[] }
  | RefinedRecords;

export interface RefinedRecords {
  state: 'refined';
  issuers: RefinedIssuer[];
  /** What became of filings, of these issuers or others. */
  standings: FilingStanding[];
  published: RefinedPublished | null;
  anomalies: Anomaly[];
  /** URLs (and rules) whose anomalies these are: what stood there before is replaced. */
  anomalySources: string[];
  /** Why this is no success although what could be read is here; null where all is well. */
  failure: string | null;
  byteSize: number;
}

/** Records that belong to no registrant, with the documents that they stand in. */
export interface RefinedPublished {
  records: PublishedRecords;
  documents: DocumentRef[];
}

/** One issuer, ready to be stored. */
export interface RefinedIssuer {
  row: IssuerRow;
  statements: (Statement & { issuerId: string })[];
  filings: Uint8Array;
  filingsCount: number;
  /** Since when the public could know the newest of them; null where there are none. */
  newestFilingAt: Instant | null;
  /** True where the issuer has filings already, so that these have to be merged with them. */
  mergesFilings: boolean;
  facts: EncodedFactSet[];
  /** Stored fact sets of single filings that the registry's summary has now. */
  superseded: { issuerId: string; source: string }[];
  /** Fact sets that stay as they are, with the moment by which the last of their filings was known. */
  redated: FactSetDate[];
  /** Events that lists of filings tell: of every filing that was there before, else of those that tell some. */
  listedEvents: EncodedEventReading[];
  /** Filings whose documents were opened. */
  contents: PackedContents[];
  /** Managers' reports that a data set states. */
  holdings: FiledHoldings[];
  /** What sources say of people. */
  roles: EncodedRoles[];
  /** Null where the values stand as they are. */
  financials: EncodedFinancials | null;
  /** What the figures of its years raise; null where these stand as they are. */
  figureFlags: FlagRow[] | null;
}
