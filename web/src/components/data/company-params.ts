/** The market segment of the URL of an unlisted company. */
const UNLISTED = 'unlisted';

/** Route parameters of a company page: `/c/us/AAPL`, or `/c/us/cik:320193` for a company without a ticker. */
export function companyParams(company: { canonical_key: string; ticker: string | null; market_id: string | null }): {
  market: string;
  ticker: string;
} {
  const { canonical_key, ticker, market_id } = company;
  return { market: market_id ?? UNLISTED, ticker: market_id === null || ticker === null ? canonical_key : ticker };
}

/** The API input for such route parameters. */
export function companyInput({
  market,
  ticker,
}: {
  market: string;
  ticker: string;
}): { canonical_key: string } | { ticker: string; market_id: string } {
  return ticker.includes(':') ? { canonical_key: ticker } : { ticker, market_id: market };
}

/** A company's name in Latin script; undefined if no registry states one. */
export function latinName(alternates: readonly { name: string; kind: string }[]): string | undefined {
  const called = (wanted: string) => alternates.find(({ kind }) => kind === wanted)?.name;
  return called('english') ?? called('romanised');
}
