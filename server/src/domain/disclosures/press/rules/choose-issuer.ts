import type { IsoDate } from '../../../../kernel/dates.ts';
import { findExchange } from '../../../filings/markets/model/exchanges.ts';

/** A listing with the ticker and the market of a tag. */
export interface ListingCandidate {
  issuerId: string;
  /** Shared by the registrants of one company. */
  entityId: string;
  mic: string | null;
  isDelisted: boolean;
  listedDate: IsoDate | null;
  delistedDate: IsoDate | null;
}

/**
 * Returns the issuer that a tagged ticker denoted on a day; null if there is none or the tag is ambiguous. Tickers are reused,
 * so only listings that were active on the day count. A market can span several countries and a company can move between the
 * exchanges of one country: the country must match, and the exchange decides between two candidates.
 */
export function chooseIssuer(mic: string | null, day: IsoDate, candidates: readonly ListingCandidate[]): string | null {
  const exchange = mic === null ? null : findExchange(mic);
  const there = candidates.filter(
    candidate => isTradedOn(candidate, day) && isInCountry(candidate, exchange?.countryCode ?? null),
  );
  const exact = there.filter(candidate => findExchange(candidate.mic ?? '')?.operatingMic === exchange?.operatingMic);
  return onlyCompany(there) ?? onlyCompany(exact);
}

/** Returns the first registrant if all candidates belong to one company, else null. */
export function onlyCompany(candidates: readonly { issuerId: string; entityId: string }[]): string | null {
  const [first] = candidates;
  return first !== undefined && candidates.every(candidate => candidate.entityId === first.entityId)
    ? first.issuerId
    : null;
}

function isTradedOn({ isDelisted, listedDate, delistedDate }: ListingCandidate, day: IsoDate): boolean {
  if (listedDate !== null && listedDate > day) return false;
  return delistedDate === null ? !isDelisted : delistedDate >= day;
}

function isInCountry({ mic }: ListingCandidate, countryCode: string | null): boolean {
  const own = mic === null ? null : (findExchange(mic)?.countryCode ?? null);
  return own === null || countryCode === null || own === countryCode;
}
