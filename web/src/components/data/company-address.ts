/** Stands in addresses for the market of a company that is listed in none. */
const UNLISTED = 'unlisted';

/** The parts of a company's address: `/c/us/AAPL`, `/c/us/cik:320193` where there is no ticker. */
export function companyAddress(company: { canonical_key: string; ticker: string | null; market_id: string | null }): {
  market: string;
  ticker: string;
} {
  const { canonical_key, ticker, market_id } = company;
  return { market: market_id ?? UNLISTED, ticker: market_id === null || ticker === null ? canonical_key : ticker };
}

/** What the service is asked for by such an address. */
export function companyInput({
  market,
  ticker,
}: {
  market: string;
  ticker: string;
}): { canonical_key: string } | { ticker: string; market_id: string } {
  return ticker.includes(':') ? { canonical_key: ticker } : { ticker, market_id: market };
}

/** What a company calls itself in Latin letters; undefined where no registry says. */
export function latinName(alternates: readonly { name: string; kind: string }[]): string | undefined {
  const called = (wanted: string) => alternates.find(({ kind }) => kind === wanted)?.name;
  return called('english') ?? called('romanised');
}
