import type { IssuerRecords } from './filings/filings/model/issuer-records.ts';
import { bareIssuer, type Issuer } from './filings/issuers/model/issuer.ts';
import { marketOfRegistries, mergeIssuer } from './filings/issuers/rules/merge-issuer.ts';
import type { IssuerState, Statement } from './filings/issuers/store/issuer-state.ts';

/** The issuer's statements of all registries after this task. */
export function standingStatements(state: IssuerState, added: readonly Statement[]): Statement[] {
  const keyOf = ({ registry, source }: Statement): string => `${registry} ${source}`;
  const replaced = new Set(added.map(keyOf));
  return [...state.statements.filter(statement => !replaced.has(keyOf(statement))), ...added];
}

export function mergeStatements(canonicalKey: string, statements: readonly Statement[]): Issuer {
  const merged = mergeIssuer(
    statements.flatMap(({ registry, source, precedence, issuer }) =>
      issuer === null ? [] : [{ registry, source, precedence, issuer: JSON.parse(issuer) as Issuer }],
    ),
  );
  return merged ?? anonymous(canonicalKey);
}

/** An issuer of which only the key is known. */
function anonymous(canonicalKey: string): Issuer {
  return bareIssuer(canonicalKey, canonicalKey, []);
}

/** The market of the home listing; for an unlisted issuer the market that its documents state, else that of its registries. */
export function marketOf(statements: readonly Statement[], issuer: Issuer): string {
  const home = issuer.listings.find(listing => listing.isHome);
  return home?.marketId ?? issuer.marketId ?? marketOfRegistries(statements.map(statement => statement.registry)) ?? '';
}

export function hasWholeStatement(state: IssuerState, registry: string, source: string): boolean {
  return statementOf(state, registry, source)?.damage === null;
}

export function statementOf(state: IssuerState, registry: string, source: string): Statement | undefined {
  return state.statements.find(statement => statement.registry === registry && statement.source === source);
}

/** The number of observations in the records. */
export function countFacts(records: IssuerRecords): number {
  return records.facts.reduce((sum, set) => sum + set.series.reduce((of, series) => of + series.ends.length, 0), 0);
}
