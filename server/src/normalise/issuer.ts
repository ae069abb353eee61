import type { Issuer } from '../model/issuer.ts';

/** What one source says of an issuer, and how far it is trusted (0 most). */
export interface IssuerStatement {
  source: string;
  precedence: number;
  issuer: Issuer;
}

/**
 * One issuer out of what its sources say, the same whatever order they came in: of each field the most trusted source
 * that has one counts (among equals, the greater name: the newer edition); identifiers and former names add up; listings
 * come from the first source that has any. Null where nobody says anything.
 */
export function mergeIssuer(statements: readonly IssuerStatement[]): Issuer | null {
  const ordered = [...statements]
    .sort((a, b) => a.precedence - b.precedence || (a.source < b.source ? 1 : -1))
    .map(statement => statement.issuer);
  const first = ordered[0];
  if (first === undefined) return null;
  const marketId = ordered.find(one => one.marketId !== undefined)?.marketId;
  return {
    ...(marketId === undefined ? {} : { marketId }),
    canonicalKey: first.canonicalKey,
    companyName: ordered.find(one => one.companyName.trim() !== '')?.companyName ?? first.canonicalKey,
    countryCode: firstOf(ordered, one => one.countryCode),
    legalForm: firstOf(ordered, one => one.legalForm),
    status: first.status,
    industry: firstOf(ordered, one => one.industry),
    fiscalYearEnd: firstOf(ordered, one => one.fiscalYearEnd),
    identifiers: uniqueBy(
      ordered.flatMap(one => one.identifiers),
      one => `${one.scheme}:${one.identifier}`,
    ),
    formerNames: uniqueBy(
      ordered.flatMap(one => one.formerNames),
      one => one.companyName,
    ),
    listings: ordered.find(one => one.listings.length > 0)?.listings ?? [],
  };
}

function firstOf<T>(issuers: readonly Issuer[], pick: (issuer: Issuer) => T | null): T | null {
  for (const issuer of issuers) {
    const value = pick(issuer);
    if (value !== null) return value;
  }
  return null;
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const kept = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}
