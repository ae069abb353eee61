import type { Instant, IsoDate } from '../kernel/dates.ts';

/** One company (or fund, or person-like filer) that files with a registry. */
export interface Issuer {
  canonicalKey: string;
  /** The market that it belongs to where it has no listing; absent where its registry serves one market only. */
  marketId?: string;
  companyName: string;
  countryCode: string | null;
  legalForm: string | null;
  status: 'active' | 'inactive';
  industry: { scheme: string; code: string; label: string } | null;
  /** Nominal, `MM-DD`. */
  fiscalYearEnd: string | null;
  identifiers: { scheme: string; identifier: string }[];
  formerNames: { companyName: string; untilDate: IsoDate | null }[];
  listings: Listing[];
}

/** One share line of an issuer on one exchange; home listing first. */
export interface Listing {
  ticker: string;
  marketId: string;
  mic: string | null;
  exchange: string | null;
  currency: string | null;
  isHome: boolean;
}

/** One filing of one issuer, in the model's words. */
export interface Filing {
  registry: string;
  /** The registry's own id: an accession number at SEC EDGAR. */
  nativeId: string;
  formType: string;
  category: string;
  categoryGroup: string;
  /** Legal date at the registry. */
  filingDate: IsoDate;
  /** When the registry accepted it; null where only the date is known. */
  acceptedAt: Instant | null;
  /** When the public could know it; `as_of` compares with this. */
  knownAt: Instant;
  periodEnd: IsoDate | null;
  title: string | null;
  language: string | null;
  itemCodes: string[];
  isAmendment: boolean;
  /** The registry's own id of the filing that this one amends; null or absent where that is not known. */
  amends?: string | null;
  primaryDocument: string | null;
  url: string;
  hasXbrl: boolean;
}
