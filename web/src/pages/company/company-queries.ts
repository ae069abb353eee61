import type { Inputs, OperationName } from '@asfiled/client';
import { companyInput } from '../../components/data/company-params.ts';

/** As many as the service gives at once. */
export const MAX_FILINGS = 100;

/** Asks what the header of a company and most of its pages stand on, while their code is on its way. What fails costs nothing. */
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
