import type { Inputs, OperationName } from '@asfiled/client';
import { companyInput } from '../../components/data/company-params.ts';

/** The maximum page size of the API. */
export const MAX_FILINGS = 100;

/** Requests the data of a company's header and of most of its pages while their code loads. Failed calls cost nothing. */
export function requestCompany(
  params: { market: string; ticker: string },
  ask: <Name extends OperationName>(name: Name, input: Inputs[Name]) => void,
): void {
  const { market, ticker } = params;
  const input = companyInput(params);
  ask('lookupEntity', input);
  ask('getCompanyFinancials', input);
  if (ticker.includes(':')) ask('discoverFilings', { query: ticker, limit: MAX_FILINGS });
  else ask('listFilings', { ticker, market_id: market, limit: MAX_FILINGS });
}
