import { isCountry } from '../../../../kernel/codes/countries.ts';
import { isCurrency } from '../../../../kernel/codes/currencies.ts';
import { uniqueBy } from '../../../../kernel/unique-by.ts';
import { findExchange } from '../../markets/model/exchanges.ts';
import { MARKETS } from '../../markets/model/markets.ts';
import { keepsRegister, rankOfRegistry } from '../../markets/rules/registry-order.ts';
import type { Issuer, Listing } from '../model/issuer.ts';

/** What one source of a registry says of an issuer, and the rank of that source (the lower, the more trusted). */
export interface IssuerStatement {
  registry: string;
  source: string;
  precedence: number;
  issuer: Issuer;
}

/**
 * One issuer out of what its sources say, the same whatever order they came in: of each field the most trusted source
 * that has one counts: a registry that publishes filings before reference data, within a registry its own order (among
 * equals, the greater name: the newer edition). Whether it exists still is asked of those that keep a register.
 * Identifiers, securities, relations and names beside the registered one add up; listings come from the first source that
 * has any. Null where nobody says anything.
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
  const marketId = ordered.find(one => one.marketId !== undefined)?.marketId;
  const registered = ranked.find(one => keepsRegister(one.registry))?.issuer ?? first;
  return {
    ...(marketId === undefined ? {} : { marketId }),
    canonicalKey: first.canonicalKey,
    companyName: ordered.find(one => one.companyName.trim() !== '')?.companyName ?? first.canonicalKey,
    countryCode: firstOf(ordered, one => knownCode(one.countryCode, isCountry)),
    legalForm: firstOf(ordered, one => one.legalForm),
    status: registered.status,
    industry: firstOf(ordered, one => one.industry),
    fiscalYearEnd: firstOf(ordered, one => one.fiscalYearEnd),
    identifiers: uniqueBy(
      ordered.flatMap(one => one.identifiers),
      one => `${one.scheme}:${one.identifier}`,
    ),
    alternateNames: uniqueBy(
      ordered.flatMap(one => one.alternateNames ?? []),
      one => `${one.kind}:${one.name}`,
    ),
    formerNames: uniqueBy(
      ordered.flatMap(one => one.formerNames),
      one => one.companyName,
    ),
    listings: (ordered.find(one => one.listings.length > 0)?.listings ?? []).map(completeListing),
    isins: uniqueBy(
      ordered.flatMap(one => one.isins ?? []),
      isin => isin,
    ),
    successorKey: firstOf(ordered, one => one.successorKey ?? null),
    relations: uniqueBy(
      ordered.flatMap(one => one.relations ?? []),
      one => `${one.kind}:${one.relatedKey}`,
    ),
    postalCode: firstOf(ordered, one => one.postalCode ?? null),
  };
}

/** The first market of the most trusted of some registries that makes one; null where none does (reference data). */
export function marketOfRegistries(registries: readonly string[]): string | null {
  for (const registry of [...registries].sort((a, b) => rankOfRegistry(a) - rankOfRegistry(b))) {
    const market = MARKETS.find(one => one.registries.some(known => known.registry === registry));
    if (market !== undefined) return market.marketId;
  }
  return null;
}

/** Codes of countries, currencies and exchanges that no list has: left out of what is shown, and told. */
export function unknownCodes({ countryCode, listings }: Issuer): { kind: string; code: string }[] {
  const faults: { kind: string; code: string }[] = [];
  if (countryCode !== null && !isCountry(countryCode)) faults.push({ kind: 'unknown_country', code: countryCode });
  for (const { currency, mic } of listings) {
    if (currency !== null && !isCurrency(currency)) faults.push({ kind: 'unknown_currency', code: currency });
    if (mic !== null && findExchange(mic) === null) faults.push({ kind: 'unknown_exchange', code: mic });
  }
  return faults;
}

function completeListing(listing: Listing): Listing {
  const exchange = listing.exchange ?? (listing.mic === null ? null : (findExchange(listing.mic)?.name ?? null));
  return { ...listing, exchange, currency: knownCode(listing.currency, isCurrency) };
}

function knownCode(code: string | null, isKnown: (code: string) => boolean): string | null {
  return code !== null && isKnown(code) ? code : null;
}

function firstOf<T>(issuers: readonly Issuer[], pick: (issuer: Issuer) => T | null): T | null {
  for (const issuer of issuers) {
    const value = pick(issuer);
    if (value !== null) return value;
  }
  return null;
}
