import type { RefinedIssuer } from './refine-types.ts';

/** COPY text of an issuer's rows, each in a buffer of its own. */
export function packedRows(issuer: RefinedIssuer): Uint8Array[] {
  const sets = issuer.facts.flatMap(set => [set.series, set.faces]);
  const texts = issuer.contents.flatMap(({ text }) => [text.sections, text.passages]);
  const financials = issuer.financials === null ? [] : [issuer.financials.periods, issuer.financials.years];
  const holdings = [...issuer.contents, ...issuer.holdings].flatMap(one =>
    one.holdings === null ? [] : [one.holdings.lines, one.holdings.names],
  );
  return [issuer.filings, ...sets, ...texts, ...financials, ...holdings];
}

/**
 * Gives back at once the memory of rows that nobody reads any more. It lies outside V8's heap, which looks for it only after a
 * hundred megabytes have gathered.
 */
export function releaseRows(issuers: readonly RefinedIssuer[]): void {
  for (const rows of issuers.flatMap(packedRows)) (rows.buffer as ArrayBuffer).transfer(0);
}
