import { AsfiledError } from '../../kernel/errors.ts';
import {
  companyFactsUrl,
  failsToDeliverUrl,
  submissionsPageUrl,
  submissionsUrl,
  tickersExchangeUrl,
  tickersUrl,
} from './endpoints.ts';
import { cik10 } from './identifiers.ts';

const FAILS = /^cnsfails\d{6}[ab]?\.txt$/i;
const PAGE = /^CIK\d{10}-submissions-\d+\.json$/;
/** Where a document says what it is: names of members stand near its beginning. */
const LOOKED_AT_BYTES = 1 << 16;

/**
 * The address of a loose companyfacts, submissions or ticker file, or list of fails to deliver. An older page of submissions,
 * a ticker file and such a list are known by their names, the others by what they say. Throws AsfiledError `bad_request` for anything else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  if (PAGE.test(name)) return submissionsPageUrl(name);
  if (FAILS.test(name)) return failsToDeliverUrl(name);
  if (name === 'company_tickers.json') return tickersUrl();
  if (name === 'company_tickers_exchange.json') return tickersExchangeUrl();
  const start = bytes.toString('latin1', 0, LOOKED_AT_BYTES);
  const cik = cik10(/"cik"\s*:\s*"?(\d{1,10})\b/.exec(start)?.[1]) ?? cik10(/^CIK(\d{10})/.exec(name)?.[1]);
  if (cik !== null && /"facts"\s*:/.test(start)) return companyFactsUrl(cik);
  if (cik !== null && /"(?:filings|entityType|sic)"\s*:/.test(start)) return submissionsUrl(cik);
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that sec-edgar knows: companyfacts, submissions (with pages CIK…-submissions-001.json), company_tickers.json, a list of fails to deliver (cnsfails….txt), or a bulk .zip.`,
  );
}
