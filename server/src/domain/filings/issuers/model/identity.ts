import type { IssuerRelation } from './issuer.ts';

/** What the grouping knows of an issuer, whichever registry states it. Names are folded (kernel/identifiers/name-key.ts). */
export interface Registrant {
  canonicalKey: string;
  registries: string[];
  /** The registered name; empty where none is known. */
  name: string;
  alternateNames: string[];
  formerNames: string[];
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  /** As stated. */
  postalCode: string | null;
  /** The market of an issuer without listings, and of the home listing of one with some; empty for reference data. */
  marketId: string;
  industry: { scheme: string; code: string } | null;
  /** `MM-DD` */
  fiscalYearEnd: string | null;
  identifiers: { scheme: string; identifier: string }[];
  /** Of its listings and other securities, as far as others among the same registrants have them too. */
  isins: string[];
  listings: RegistrantListing[];
  relations: IssuerRelation[];
  successorKey: string | null;
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
 * `active` counts; `proposed` lacks evidence and `contradicted` has evidence against it, so that neither joins; `undone`
 * was taken back by an operator, and stays so.
 */
export type LinkState = 'active' | 'proposed' | 'contradicted' | 'undone';

/** What names a link: the two issuers and what ties them. One pair may be tied by several. */
export interface LinkIdentity {
  /** The lesser canonical key first; of a successor the issuer that came to an end. */
  aKey: string;
  bKey: string;
  basis: LinkBasis;
  /** Scheme and number that both have; `isin` and the security; `name` and the folded name; empty for an operator's. */
  scheme: string;
  identifier: string;
}

/** Why two issuers are one, or are not. */
export interface IssuerLink extends LinkIdentity {
  verdict: LinkVerdict;
  state: LinkState;
  evidence: LinkEvidence;
}

/** What speaks for a link and against it: short words of the rule, with the values that they rest on. */
export interface LinkEvidence {
  for: string[];
  against: string[];
}

/** Registrants that are one company. */
export interface EntityGroup {
  leadKey: string;
  /** All of them, the lead included, in order. */
  memberKeys: string[];
  /** The home listing among all of theirs; null where none is listed. */
  home: { canonicalKey: string; marketId: string; tickerKey: string } | null;
}

/** The text by which a link is told from others. */
export function linkId({ aKey, bKey, basis, scheme, identifier }: LinkIdentity): string {
  return JSON.stringify([aKey, bKey, basis, scheme, identifier]);
}
