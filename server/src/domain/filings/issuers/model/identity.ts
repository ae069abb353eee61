import type { IsoDate } from '../../../../kernel/dates.ts';
import type { IssuerRelation } from './issuer.ts';

/** What the grouping reads of an issuer, from all registries. Names are folded (kernel/identifiers/name-key.ts). */
export interface Registrant {
  canonicalKey: string;
  registries: string[];
  /** The registered name; empty if unknown. */
  name: string;
  /** Abbreviations of lists left out. */
  alternateNames: string[];
  /** Whether the registered name is the abbreviation of a list: it may confirm another name and contradicts none. */
  isAbbreviated: boolean;
  formerNames: string[];
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  /** As stated. */
  postalCode: string | null;
  /** The market of an issuer without listings, else of its home listing; empty for reference data. */
  marketId: string;
  industry: { scheme: string; code: string } | null;
  /** `MM-DD` */
  fiscalYearEnd: string | null;
  identifiers: { scheme: string; identifier: string }[];
  /** ISINs of its listings and other securities, limited to those that other registrants of the set share. */
  isins: string[];
  listings: RegistrantListing[];
  relations: IssuerRelation[];
  successorKey: string | null;
  /** The days of the oldest and the newest list that state it; null if none states its day. */
  statedOn: { from: IsoDate; to: IsoDate } | null;
}

export interface RegistrantListing {
  marketId: string;
  tickerKey: string;
  currency: string | null;
  isHome: boolean;
  isTrading: boolean;
}

export type LinkVerdict = 'same' | 'not_same' | 'successor';
export type LinkBasis = 'identifier' | 'isin' | 'name' | 'operator';
/**
 * `active` links join; `proposed` links lack evidence and `contradicted` links have evidence against them, so neither joins;
 * `undone` links were removed by an operator and stay removed.
 */
export type LinkState = 'active' | 'proposed' | 'contradicted' | 'undone';

/** The key of a link: the two issuers and what ties them. A pair may have several links. */
export interface LinkIdentity {
  /** The lesser canonical key first; for a successor, the issuer that was succeeded. */
  aKey: string;
  bKey: string;
  basis: LinkBasis;
  /**
   * Scheme and number that both share; `isin` and the security; `name` and the folded name; empty for an operator's link.
   */
  scheme: string;
  identifier: string;
}

/** A statement that two issuers are, or are not, one company. */
export interface IssuerLink extends LinkIdentity {
  verdict: LinkVerdict;
  state: LinkState;
  evidence: LinkEvidence;
}

/** Evidence for and against a link: short terms of the rule with the values that they rest on. */
export interface LinkEvidence {
  for: string[];
  against: string[];
}

/** Registrants that are one company. */
export interface EntityGroup {
  leadKey: string;
  /** All registrants including the lead, in key order. */
  memberKeys: string[];
  /** The home listing of the whole group; null if none is listed. */
  home: { canonicalKey: string; marketId: string; tickerKey: string } | null;
}

/** A text that identifies a link. */
export function linkId({ aKey, bKey, basis, scheme, identifier }: LinkIdentity): string {
  return JSON.stringify([aKey, bKey, basis, scheme, identifier]);
}
