import type { Instant, IsoDate } from '../../../../kernel/dates.ts';

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
  /**
   * Numbers that registers know it by. A scheme goes by the prefix of the canonical keys made of it: `lei`, `cik`, `jcn`,
   * `hkex`. Names and securities have places of their own.
   */
  identifiers: { scheme: string; identifier: string }[];
  /** Names beside the registered one; absent where the source has none. */
  alternateNames?: AlternateName[];
  formerNames: { companyName: string; untilDate: IsoDate | null }[];
  listings: Listing[];
  /** Of its securities beyond its listings, in order; absent where the source has none. */
  isins?: string[];
  /** Canonical key of the issuer that took its place, where the source states exactly one. */
  successorKey?: string | null;
  /** Issuers that it belongs to and is not: parents, head offices, managers; absent where the source has none. */
  relations?: IssuerRelation[];
  /** Of its principal or registered office, as stated; absent where the source has none. */
  postalCode?: string | null;
}

export const ALTERNATE_NAME_KINDS = ['local', 'english', 'romanised', 'kana', 'short', 'trading'] as const;

/** A name in the local script, in English, as read aloud, as lists abridge it, or as its business goes by. */
export interface AlternateName {
  kind: (typeof ALTERNATE_NAME_KINDS)[number];
  name: string;
}

/** What an issuer is to another one that it is not the same as. */
export interface IssuerRelation {
  kind: 'parent' | 'ultimate_parent' | 'head_office' | 'fund_manager' | 'umbrella_fund' | 'master_fund';
  /** Canonical key of the other. */
  relatedKey: string;
}

/** An issuer of the store as far as another source is asked about it. */
export interface KnownIssuer {
  canonicalKey: string;
  /** ISO 3166-1 alpha-2; null where it is not known. */
  countryCode: string | null;
  /** In order. */
  isins: string[];
}

/** One share line of an issuer on one exchange; home listing first. */
export interface Listing {
  ticker: string;
  marketId: string;
  mic: string | null;
  exchange: string | null;
  currency: string | null;
  isHome: boolean;
  /** Of the share line; null or absent where the source states none. */
  isin?: string | null;
  /** Of the line at this exchange (Financial Instrument Global Identifier); null or absent where the source states none. */
  figi?: string | null;
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

export const COMPANY_TYPES = [
  'commercial',
  'bank',
  'insurer',
  'reit',
  'utility',
  'broker',
  'investment_company',
] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];
