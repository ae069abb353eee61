import { bareIssuer, type Issuer, type Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { findExchange } from '../../domain/filings/markets/model/exchanges.ts';
import { MARKETS } from '../../domain/filings/markets/model/markets.ts';
import { type Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { appendAll } from '../../kernel/lists.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed } from '../kit/http/response-form.ts';
import type { ParsedDocuments, ResponseFault, SourceDocument } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { type FigiInstrument, parseMappingResponse } from './parse-responses.ts';
import { jsonOf, MAPPING_URL, type MappingJob, questionAt } from './question.ts';

/** Responses to mapping requests. A response names neither the securities nor the issuer: its address does. */
export const mapping = sourceKind({
  shown: {
    address: `POST ${MAPPING_URL}`,
    source: 'mapping',
    states: 'listings of an issuer: ticker, FIGI; identifiers `composite_figi`, `share_class_figi`',
  },
  read(url) {
    const question = questionAt(url);
    return question && { source: 'mapping', issuer: question.issuerKey };
  },
  task: 'issuer',
  parse: parseDocuments,
  validate: wrongResponse,
  async fetch(client, url) {
    const question = questionAt(url);
    return question && client.post(MAPPING_URL, { fields: question.fields, json: jsonOf(question) });
  },
});

/** Faults of a whole response; the parser reports those of single jobs. */
const FAULTS = new Set([
  'result_count',
  'error_answer',
  'html_instead_of_json',
  'truncated_json',
  'unexpected_document',
]);

function wrongResponse(bytes: Buffer, url: string, log: AnomalyLog): ResponseFault | null {
  if (bytes.length === 0) return failed('empty_answer', 'no bytes');
  parseMappingResponse(bytes, questionAt(url)?.jobs.length ?? 0, log);
  const fault = log.list().find(anomaly => FAULTS.has(anomaly.kind));
  return fault === undefined ? null : failed(fault.kind, fault.detail);
}

/** Shares and units that trade as shares, by `securityType2`; rights, warrants and funds have tickers of their own. */
const SHARES = new Set(['Common Stock', 'Preference', 'Preferred Stock', 'Depositary Receipt', 'REIT', 'Unit']);

interface Found {
  listings: Listing[];
  identifiers: Issuer['identifiers'];
}

/** The listings of each issuer: an issuer with many securities takes several requests. */
function parseDocuments(documents: readonly SourceDocument[], source: string): ParsedDocuments {
  const anomalies: Anomaly[] = [];
  const issuers = new Map<string, Found>();
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('openfigi', url);
    const { issuerKey = '', jobs = [] } = questionAt(url) ?? {};
    const found = issuers.get(issuerKey) ?? { listings: [], identifiers: [] };
    issuers.set(issuerKey, found);
    for (const [at, result] of parseMappingResponse(bytes, jobs.length, log).entries()) {
      const job = jobs[at];
      if (job === undefined) continue;
      if (result.state === 'refused') log.add('refused_job', `${job.isin} ${job.mic}`, result.error);
      if (result.state === 'found') addListing(found, job, result.instruments, log);
    }
    appendAll(anomalies, log.list());
  }
  const records = [...issuers].map(([canonicalKey, found]) => ({
    ...emptyRecords(canonicalKey, source),
    issuer: found.listings.length === 0 ? null : toIssuer(canonicalKey, found),
  }));
  return { records, anomalies };
}

/**
 * Adds nothing if a security has two tickers at one exchange (lines in two currencies): the service does not identify the
 * right one.
 */
function addListing(found: Found, { isin, mic }: MappingJob, instruments: readonly FigiInstrument[], log: AnomalyLog) {
  const shares = instruments.filter(
    instrument => instrument.marketSector === 'Equity' && SHARES.has(instrument.securityKind ?? ''),
  );
  const tickers = new Set(shares.flatMap(share => share.ticker ?? []));
  const [ticker] = tickers;
  const market = MARKETS.find(market => market.exchanges.some(exchange => exchange.mic === mic));
  if (ticker === undefined || market === undefined) return;
  if (tickers.size > 1) {
    log.add('ambiguous_listing', `${isin} ${mic}`, [...tickers].sort().join(', '));
    return;
  }
  const composite = commonValue(shares.map(share => share.compositeFigi));
  const shareClass = commonValue(shares.map(share => share.shareClassFigi));
  if (composite !== null) found.identifiers.push({ scheme: 'composite_figi', identifier: composite });
  if (shareClass !== null) found.identifiers.push({ scheme: 'share_class_figi', identifier: shareClass });
  const { marketId } = market;
  const isKnown = found.listings.some(
    listing => listing.marketId === marketId && tickerKey(listing.ticker) === tickerKey(ticker),
  );
  if (isKnown) return;
  const figi = shares.length === 1 ? (shares[0]?.figi ?? null) : null;
  found.listings.push({ ticker, marketId, mic, exchange: null, currency: null, isHome: false, isin, figi });
}

/** The value that all have; null if they differ or have none. */
function commonValue(values: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(values);
  return others.length > 0 ? null : first;
}

/** An issuer with its listings alone: all else is stated by its registry. */
function toIssuer(canonicalKey: string, { listings, identifiers }: Found): Issuer {
  const unique = new Map(identifiers.map(identifier => [`${identifier.scheme}:${identifier.identifier}`, identifier]));
  return {
    ...bareIssuer(canonicalKey, '', [...unique.values()]),
    listings: withHome(listings),
  };
}

/** Marks the listing in the country of its ISIN as the home listing if there is exactly one, and puts it first. */
function withHome(listings: readonly Listing[]): Listing[] {
  const atHome = listings.filter(({ isin, mic }) => findExchange(mic ?? '')?.countryCode === isin?.slice(0, 2));
  if (atHome.length !== 1) return [...listings];
  return [
    ...atHome.map(listing => ({ ...listing, isHome: true })),
    ...listings.filter(listing => !atHome.includes(listing)),
  ];
}
