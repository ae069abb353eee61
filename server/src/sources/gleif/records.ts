import type { Instant, IsoDate } from '../../kernel/dates.ts';

/** A name with its language as the registry marks it (BCP 47, mostly two letters). */
export interface LeiName {
  name: string;
  language: string | null;
  /** `LEGAL_NAME`, `PREVIOUS_LEGAL_NAME`, `TRADING_OR_OPERATING_NAME`, `ALTERNATIVE_LANGUAGE_LEGAL_NAME` … */
  type: string;
}

export interface LeiAddress {
  lines: string[];
  city: string | null;
  /** ISO 3166-2. */
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  postalCode: string | null;
}

/** A level 1 record (LEI-CDF 3.1): who an entity is. Null if the record does not state a value. */
export interface LeiRecord {
  lei: string;
  legalName: LeiName;
  /** Former, trading and foreign names, and transliterations. */
  otherNames: LeiName[];
  legalAddress: LeiAddress | null;
  headquartersAddress: LeiAddress | null;
  /** Code of the business register (`RA000585`) and the entity's number there. */
  registeredAt: string | null;
  registeredAs: string | null;
  /** ISO 3166-1 or -2: `GB`, `US-DE`. */
  jurisdiction: string | null;
  /** `GENERAL`, `FUND`, `BRANCH`, `SOLE_PROPRIETOR` … */
  category: string | null;
  /** ISO 20275. */
  legalFormCode: string | null;
  otherLegalForm: string | null;
  /** `ACTIVE`, `INACTIVE`, `NULL` (no statement: an annulled record or a duplicate). */
  entityStatus: string | null;
  expirationDate: IsoDate | null;
  expirationReason: string | null;
  /** Entities that succeeded this one. */
  successors: { lei: string | null; name: string | null }[];
  /** `ISSUED`, `LAPSED` (not renewed; the entity may be active), `MERGED`, `RETIRED`, `DUPLICATE`, `ANNULLED` … */
  registrationStatus: string | null;
  lastUpdate: Instant | null;
  managingLou: string | null;
  /** Mapped by other publishers: ISO 9362, 10383, OpenCorporates, S&P Capital IQ, QCC. Only the API has them. */
  bics: string[];
  mics: string[];
  openCorporatesId: string | null;
  capitalIqIds: string[];
  qcc: string | null;
}

/** A level 2 record (RR-CDF 2.1): one entity's relationship to another. */
export interface RelationshipRecord {
  /** The child, the fund, the branch. */
  startLei: string;
  /** The parent, the manager, the head office. */
  endId: string;
  /** `LEI`; the format allows other kinds of node. */
  endType: string;
  /** `IS_DIRECTLY_CONSOLIDATED_BY`, `IS_ULTIMATELY_CONSOLIDATED_BY`, `IS_FUND-MANAGED_BY`, `IS_SUBFUND_OF` … */
  type: string;
  /** `ACTIVE`, `INACTIVE`, `NULL`. */
  status: string;
  /** `RELATIONSHIP_PERIOD`, `ACCOUNTING_PERIOD`, `DOCUMENT_FILING_PERIOD`; the last day is null while the period lasts. */
  periods: { type: string; start: IsoDate | null; end: IsoDate | null }[];
  /** `PUBLISHED`, `LAPSED` … */
  registrationStatus: string | null;
  lastUpdate: Instant | null;
}

/** Why an entity names no parent (Reporting Exceptions 2.1). */
export interface ReportingException {
  lei: string;
  /** `DIRECT_ACCOUNTING_CONSOLIDATION_PARENT` or `ULTIMATE_…`. */
  category: string;
  /** `NO_KNOWN_PERSON`, `NATURAL_PERSONS`, `NON_CONSOLIDATING`, `NON_PUBLIC` … */
  reasons: string[];
  references: string[];
}

/** A security of an entity. */
export interface IsinMapping {
  lei: string;
  isin: string;
}

/** The content of a document of any kind and form. */
export interface LeiRecords {
  records: LeiRecord[];
  relationships: RelationshipRecord[];
  exceptions: ReportingException[];
  isins: IsinMapping[];
  /** Why this is less than what the registry published; null if it is complete. */
  damage: string | null;
}

export function noRecords(): LeiRecords {
  return { records: [], relationships: [], exceptions: [], isins: [], damage: null };
}
