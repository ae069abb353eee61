import { askAhead } from '../../api/queries.ts';
import { companyInput } from '../../components/company-address.ts';

/** As many as the service gives at once. */
export const MOST_FILINGS = 100;

/** Asks what the header of a company and most of its pages stand on, while their code is on its way. What fails costs nothing. */
export function askCompany(params: { market: string; ticker: string }): void {
  const { market, ticker } = params;
  const input = companyInput(params);
  askAhead('lookupEntity', input);
  askAhead('getCompanyFinancials', input);
  if (ticker.includes(':')) askAhead('discoverFilings', { query: ticker, limit: MOST_FILINGS });
  else askAhead('listFilings', { ticker, market_id: market, limit: MOST_FILINGS });
}
