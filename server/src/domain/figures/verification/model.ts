import type { IsoDate } from '../../../kernel/dates.ts';
import type { DocumentRef } from '../../filings/documents/model.ts';

/** A fact to find again in archived documents. */
export interface WantedFact {
  /** As the documents state it. */
  concept: string;
  unit: string;
  /** `''`, or `axis=member` pairs as in {@link FactSeries}. */
  dimensions: string;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  /** Canonical decimal with the filed sign. */
  value: string;
  /** The registry's own id of the filing that states it. */
  accession: string;
  /** Null if the store has no element of it. */
  place: { document: string; elementId: string } | null;
}

/** Documents to read again, and the facts to find in them. */
export interface RereadRequest {
  registry: string;
  /** Name of the source that the documents are, as in `fact_sources`. */
  source: string;
  documents: DocumentRef[];
  wanted: WantedFact[];
}

/** A document read from the archive. */
export interface ReadBytes {
  url: string;
  /** Digest of the decoded bytes, computed now; null if they could not be read. */
  sha256: string | null;
  byteSize: number | null;
  /** Why they could not be read; null if they could. */
  failure: string | null;
}

/** A fact as the archived bytes state it. */
export interface FoundFact {
  concept: string;
  unit: string | null;
  dimensions: Record<string, string>;
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  /** With the filed sign; null = nil. */
  value: string | null;
  decimals: number | 'INF' | null;
  element: FoundElement | null;
}

/** The place of a fact in a file. */
export interface FoundElement {
  /** File name. */
  document: string;
  elementId: string;
  /** UTF-16 offsets in the decoded file, end exclusive; null if the element is a row or a path. */
  start: number | null;
  end: number | null;
  /** Digest and size of the file's own bytes: the document, or a file inside it. */
  sha256: string | null;
  byteSize: number | null;
  /** The element as published, and what is between its tags; null if it is no text of the file. */
  markup: string | null;
  text: string | null;
  /** Attributes of the element: format, scale, sign, contextRef … */
  attributes: Record<string, string>;
  /** Its context and unit as published; null if another file states them, or none does. */
  context: string | null;
  unitMarkup: string | null;
}

export interface Reread {
  documents: ReadBytes[];
  /** One per wanted fact, in order; null if the documents do not state it. */
  facts: (FoundFact | null)[];
}

/** Reads archived documents again, away from the event loop. */
export interface FactReader {
  /** Throws AsfiledError `rate_limited` if the account has too many readings under way. */
  reread(accountId: string, requests: readonly RereadRequest[]): Promise<Reread[]>;
}

declare module '../../kit/operation.ts' {
  interface OperationContext {
    /** Absent if this process does not read the archive. */
    factReader?: FactReader | undefined;
  }
}
