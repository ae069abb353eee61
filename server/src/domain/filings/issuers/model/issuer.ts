import type { Instant, IsoDate } from '../../../../kernel/dates.ts';

/** One company (or fund, or person-like filer) that files with a registry. */
export interface Issuer {
  canonicalKey: string;
  /** The market of an issuer without listings; absent if its registry serves one market only. */
  marketId?: string;
  companyName: string;
  countryCode: string | null;
  legalForm: string | null;
  status: 'active' | 'inactive';
  industry: { scheme: string; code: string; label: string } | null;
  /** Nominal, `MM-DD`. */
  fiscalYearEnd: string | null;
  /**
   * Its numbers in registers. A scheme is named after the prefix of the canonical keys made from it: `lei`, `cik`, `jcn`,
   * `hkex`. Names and securities have fields of their own.
   */
  identifiers: { scheme: string; identifier: string }[];
  /** Names beside the registered one; absent if the source states none. */
  alternateNames?: AlternateName[];
  formerNames: { companyName: string; untilDate: IsoDate | null }[];
  listings: Listing[];
  /** True if the source states that no share of it is listed: lists that are trusted less do not say otherwise. */
  isUnlisted?: boolean;
  /** ISINs of its securities beyond its listings, in order; absent if the source states none. */
  isins?: string[];
  /** Canonical key of its successor, if the source states exactly one. */
  successorKey?: string | null;
  /** Related but distinct issuers: parents, head offices, managers; absent if the source states none. */
  relations?: IssuerRelation[];
  /** Postal code of its principal or registered office, as stated; absent if the source states none. */
  postalCode?: string | null;
  /** The day on which the list states this; null or absent if it states none. */
  statedOn?: IsoDate | null;
  /**
   * How large a list shows it to be, on a binary logarithm from 0 to 12: its place in a list by market value (the first 12, the
   * 4,096th 0) or its capital (100 million US dollars about 5). Compares companies that match a search; absent if nothing
   * states it.
   */
  size?: number | null;
}

/** An issuer about which a source states nothing but its name and its numbers in registers. */
export function bareIssuer(canonicalKey: string, companyName: string, identifiers: Issuer['identifiers']): Issuer {
  return {
    canonicalKey,
    companyName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers,
    formerNames: [],
    listings: [],
  };
}

/** The size of the company at a place, from 0, of a list in the order of market value. */
export function sizeAtPlace(place: number): number {
  return Math.max(0, LARGEST - Math.floor(Math.log2(place + 1)));
}

/** The size of a company with a paid-in capital of so many units of about ten thousand US dollars. */
export function sizeOfCapital(capital: number): number {
  return Math.min(LARGEST, Math.max(0, Math.floor(Math.log2(Math.max(1, capital))) - 8));
}

const LARGEST = 12;

export const ALTERNATE_NAME_KINDS = ['local', 'english', 'romanised', 'kana', 'short', 'trading'] as const;

/** A name in the local script, in English, as pronounced, as abbreviated in lists, or as used in trade. */
export interface AlternateName {
  kind: (typeof ALTERNATE_NAME_KINDS)[number];
  name: string;
}

export const ISSUER_RELATION_KINDS = [
  'parent',
  'ultimate_parent',
  'head_office',
  'fund_manager',
  'umbrella_fund',
  'master_fund',
] as const;

/** A relation to another, distinct issuer. */
export interface IssuerRelation {
  kind: (typeof ISSUER_RELATION_KINDS)[number];
  /** Canonical key of the other issuer. */
  relatedKey: string;
}

/** A stored issuer as another source is queried about it. */
export interface KnownIssuer {
  canonicalKey: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  countryCode: string | null;
  /** Sorted. */
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
  /** FIGI of the share line; null or absent if the source states none. */
  isin?: string | null;
  /** FIGI of the line at this exchange; null or absent if the source states none. */
  figi?: string | null;
}

/** One filing of one issuer, in canonical terms. */
export interface Filing {
  registry: string;
  /** The registry's own id, such as an accession number of SEC EDGAR. */
  nativeId: string;
  formType: string;
  category: string;
  categoryGroup: string;
  /** Legal date at the registry. */
  filingDate: IsoDate;
  /** When the registry accepted it; null if only the date is known. */
  acceptedAt: Instant | null;
  /** When the public could know it; `as_of` is compared with this. */
  knownAt: Instant;
  periodEnd: IsoDate | null;
  title: string | null;
  language: string | null;
  itemCodes: string[];
  isAmendment: boolean;
  /** The registry's own id of the filing that this one amends; null or absent if unknown. */
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
