import { tickerKey } from '../../../../kernel/ids.ts';
import { isCountry, isCurrency } from '../../../../kernel/iso-codes.ts';
import { maxOf, uniqueBy } from '../../../../kernel/lists.ts';
import { findExchange } from '../../markets/model/exchanges.ts';
import { MARKETS } from '../../markets/model/markets.ts';
import { keepsRegister, rankOfRegistry } from '../../markets/rules/registry-order.ts';
import type { Issuer, Listing } from '../model/issuer.ts';
import { namesReplacedBetween } from './replaced-names.ts';

/** What one source states of an issuer, and the rank of that source (lower is more trusted). */
export interface IssuerStatement {
  registry: string;
  source: string;
  precedence: number;
  issuer: Issuer;
}

/**
 * Merges the statements of all sources into one issuer, independently of their order. The most trusted source that states a
 * field decides it: a registry that publishes filings before reference data, then the order within a registry (among equals,
 * the greater name: the newer edition). Only sources that keep a register decide whether the issuer still exists. Identifiers,
 * securities, relations and alternate names are united; listings come from the first source that has any or states that there are none
 * (of others only ISINs that it does not state). Null if no source
 * states anything.
 */
export function mergeIssuer(statements: readonly IssuerStatement[]): Issuer | null {
  const ranked = [...statements].sort(
    (a, b) =>
      rankOfRegistry(a.registry) - rankOfRegistry(b.registry) ||
      a.precedence - b.precedence ||
      (a.source < b.source ? 1 : -1),
  );
  const ordered = ranked.map(statement => statement.issuer);
  const first = ordered[0];
  if (first === undefined) return null;
  const marketId = ordered.find(issuer => issuer.marketId !== undefined)?.marketId;
  const registered = ranked.find(statement => keepsRegister(statement.registry))?.issuer ?? first;
  return {
    ...(marketId === undefined ? {} : { marketId }),
    canonicalKey: first.canonicalKey,
    companyName: ordered.find(issuer => issuer.companyName.trim() !== '')?.companyName ?? first.canonicalKey,
    countryCode: firstOf(ordered, issuer => knownCode(issuer.countryCode, isCountry)),
    legalForm: firstOf(ordered, issuer => issuer.legalForm),
    status: registered.status,
    industry: firstOf(ordered, issuer => issuer.industry),
    fiscalYearEnd: firstOf(ordered, issuer => issuer.fiscalYearEnd),
    identifiers: uniqueBy(
      ordered.flatMap(issuer => issuer.identifiers),
      identifier => `${identifier.scheme}:${identifier.identifier}`,
    ),
    alternateNames: uniqueBy(
      ordered.flatMap(issuer => issuer.alternateNames ?? []),
      name => `${name.kind}:${name.name}`,
    ),
    formerNames: formerNamesOf(ranked),
    listings: listingsOf(ordered),
    isins: uniqueBy(
      ordered.flatMap(issuer => issuer.isins ?? []),
      isin => isin,
    ),
    successorKey: firstOf(ordered, issuer => issuer.successorKey ?? null),
    relations: uniqueBy(
      ordered.flatMap(issuer => issuer.relations ?? []),
      relation => `${relation.kind}:${relation.relatedKey}`,
    ),
    postalCode: firstOf(ordered, issuer => issuer.postalCode ?? null),
    size: largestOf(ordered),
  };
}

/** The first market of the most trusted registry that implies one; null if none does (reference data). */
export function marketOfRegistries(registries: readonly string[]): string | null {
  for (const registry of [...registries].sort((a, b) => rankOfRegistry(a) - rankOfRegistry(b))) {
    const market = MARKETS.find(market => market.registries.some(known => known.registry === registry));
    if (market !== undefined) return market.marketId;
  }
  return null;
}

/** Codes of countries, currencies and exchanges that are in no list: left out of views and reported as anomalies. */
export function unknownCodes({ countryCode, listings }: Issuer): { kind: string; code: string }[] {
  const faults: { kind: string; code: string }[] = [];
  if (countryCode !== null && !isCountry(countryCode)) faults.push({ kind: 'unknown_country', code: countryCode });
  for (const { currency, mic } of listings) {
    if (currency !== null && !isCurrency(currency)) faults.push({ kind: 'unknown_currency', code: currency });
    if (mic !== null && findExchange(mic) === null) faults.push({ kind: 'unknown_exchange', code: mic });
  }
  return faults;
}

/** Those of the first source that has any or states that there are none; other sources add ISINs that it does not state. */
function listingsOf(ordered: readonly Issuer[]): Listing[] {
  const stated = ordered.find(issuer => issuer.listings.length > 0 || issuer.isUnlisted === true)?.listings ?? [];
  const isins = new Map(
    ordered
      .flatMap(issuer => issuer.listings)
      .filter(listing => listing.isin != null)
      .toReversed()
      .map(listing => [keyOf(listing), listing.isin]),
  );
  return stated.map(listing =>
    completeListing({ ...listing, isin: listing.isin ?? isins.get(keyOf(listing)) ?? null }),
  );
}

function keyOf({ marketId, ticker }: Listing): string {
  return `${marketId}:${tickerKey(ticker)}`;
}

function completeListing(listing: Listing): Listing {
  const exchange = listing.exchange ?? (listing.mic === null ? null : (findExchange(listing.mic)?.name ?? null));
  return { ...listing, exchange, currency: knownCode(listing.currency, isCurrency) };
}

function knownCode(code: string | null, isKnown: (code: string) => boolean): string | null {
  return code !== null && isKnown(code) ? code : null;
}

/** Those that sources state, then those that later editions of a list replaced and no source states as current. */
function formerNamesOf(ranked: readonly IssuerStatement[]): Issuer['formerNames'] {
  const stated = ranked.flatMap(({ issuer }) => issuer.formerNames);
  const current = new Set(
    ranked.filter(({ issuer }) => issuer.statedOn == null).map(({ issuer }) => issuer.companyName),
  );
  const replaced = namesReplacedBetween(ranked).filter(({ companyName }) => !current.has(companyName));
  const all = [...stated, ...replaced];
  const datedFirst = [...all.filter(name => name.untilDate !== null), ...all.filter(name => name.untilDate === null)];
  return uniqueBy(datedFirst, formerName => formerName.companyName);
}

/** Lists state the size of a company by different measures: a place far down in one says little. */
function largestOf(issuers: readonly Issuer[]): number | null {
  const sizes = issuers.flatMap(({ size }) => size ?? []);
  return sizes.length === 0 ? null : maxOf(sizes);
}

function firstOf<T>(issuers: readonly Issuer[], pick: (issuer: Issuer) => T | null): T | null {
  for (const issuer of issuers) {
    const value = pick(issuer);
    if (value !== null) return value;
  }
  return null;
}
