import type { IsoDate } from '../../../../kernel/dates.ts';
import { findExchange } from '../../../filings/markets/model/exchanges.ts';

/** A listing under the ticker of a tag, in the tag's market. */
export interface ListingCandidate {
  issuerId: string;
  /** Registrants of one company have one. */
  entityId: string;
  mic: string | null;
  isDelisted: boolean;
  listedDate: IsoDate | null;
  delistedDate: IsoDate | null;
}

/**
 * The issuer that a tagged ticker meant on a day; null where the store has none, or several that it could be. Tickers are
 * given anew: a listing that had ended by then, or had not begun, is none. Some markets have several countries, and a
 * company may have moved between exchanges of one: the country has to be the same, and the exchange decides between two.
 */
export function chooseIssuer(mic: string | null, day: IsoDate, candidates: readonly ListingCandidate[]): string | null {
  const exchange = mic === null ? null : findExchange(mic);
  const there = candidates.filter(one => isTradedOn(one, day) && isInCountry(one, exchange?.countryCode ?? null));
  const exact = there.filter(one => findExchange(one.mic ?? '')?.operatingMic === exchange?.operatingMic);
  return onlyCompany(there) ?? onlyCompany(exact);
}

/** The first registrant where all are of one company. */
export function onlyCompany(candidates: readonly { issuerId: string; entityId: string }[]): string | null {
  const [first] = candidates;
  return first !== undefined && candidates.every(one => one.entityId === first.entityId) ? first.issuerId : null;
}

function isTradedOn({ isDelisted, listedDate, delistedDate }: ListingCandidate, day: IsoDate): boolean {
  if (listedDate !== null && listedDate > day) return false;
  return delistedDate === null ? !isDelisted : delistedDate >= day;
}

function isInCountry({ mic }: ListingCandidate, countryCode: string | null): boolean {
  const own = mic === null ? null : (findExchange(mic)?.countryCode ?? null);
  return own === null || countryCode === null || own === countryCode;
}
