import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { findExchange } from '../../domain/filings/markets/model/exchanges.ts';
import { MARKETS } from '../../domain/filings/markets/model/markets.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { tickerKey } from '../../kernel/ids.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { type FigiInstrument, parseMappingAnswer } from './parse-answers.ts';
import { type MappingJob, questionAt } from './question.ts';

/** The name of the one source that the service is of an issuer. */
export const MAPPING_SOURCE = 'mapping';

/** Shares and what trades as such, in the service's rougher words; rights, warrants and funds have tickers of their own. */
const SHARES = new Set(['Common Stock', 'Preference', 'Preferred Stock', 'Depositary Receipt', 'REIT', 'Unit']);

interface Found {
  listings: Listing[];
  identifiers: Issuer['identifiers'];
}

/** What answers say of the issuers that were asked about. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const issuers = new Map<string, Found>();
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('openfigi', url);
    const question = questionAt(url);
    if (question === null) log.add('unexpected_document', '', 'the address names no question');
    else {
      const found = issuers.get(question.issuerKey) ?? { listings: [], identifiers: [] };
      issuers.set(question.issuerKey, found);
      for (const [at, result] of parseMappingAnswer(bytes, question.jobs.length, log).entries()) {
        const job = question.jobs[at];
        if (job === undefined) continue;
        const place = `${job.isin} ${job.mic}`;
        if (result.state === 'refused') log.add('refused_job', place, result.error);
        if (result.state === 'found') add(found, job, result.instruments, log);
      }
    }
    anomalies.push(...log.list());
  }
  const records = [...issuers].map(([canonicalKey, found]) => ({
    canonicalKey,
    source: MAPPING_SOURCE,
    issuer: found.listings.length === 0 ? null : toIssuer(canonicalKey, found),
    filings: [],
    facts: [],
    contents: null,
    damage: null,
  }));
  return { records, anomalies };
}

/** Two tickers of one security at one exchange (lines in two currencies): which one is meant nobody says. */
function add(found: Found, { isin, mic }: MappingJob, instruments: readonly FigiInstrument[], log: AnomalyLog): void {
  const shares = instruments.filter(one => one.marketSector === 'Equity' && SHARES.has(one.securityKind ?? ''));
  const tickers = new Set(shares.flatMap(one => one.ticker ?? []));
  const [ticker] = tickers;
  const [first] = shares;
  const market = MARKETS.find(one => one.exchanges.some(exchange => exchange.mic === mic));
  if (ticker === undefined || first === undefined || market === undefined) return;
  if (tickers.size > 1) {
    log.add('ambiguous_listing', `${isin} ${mic}`, [...tickers].sort().join(', '));
    return;
  }
  for (const [scheme, figi] of [
    ['composite_figi', first.compositeFigi],
    ['share_class_figi', first.shareClassFigi],
  ] as const) {
    if (
      figi !== null &&
      shares.every(one => (scheme === 'composite_figi' ? one.compositeFigi : one.shareClassFigi) === figi)
    ) {
      found.identifiers.push({ scheme, identifier: figi });
    }
  }
  const { marketId } = market;
  const isKnown = found.listings.some(one => one.marketId === marketId && tickerKey(one.ticker) === tickerKey(ticker));
  if (isKnown) return;
  const figi = shares.length === 1 ? first.figi : null;
  found.listings.push({ ticker, marketId, mic, exchange: null, currency: null, isHome: false, isin, figi });
}

/** Nothing but what was asked for: whose shares these are its registry says. */
function toIssuer(canonicalKey: string, { listings, identifiers }: Found): Issuer {
  const unique = new Map(identifiers.map(one => [`${one.scheme}:${one.identifier}`, one]));
  return {
    canonicalKey,
    companyName: '',
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [...unique.values()],
    formerNames: [],
    listings: withHome(listings),
  };
}

/** The one listing at home, in the country of its ISIN, where there is one such ticker; of several nobody says which is. */
function withHome(listings: readonly Listing[]): Listing[] {
  const atHome = listings.filter(({ isin, mic }) => findExchange(mic ?? '')?.countryCode === isin?.slice(0, 2));
  if (atHome.length !== 1) return [...listings];
  return [...atHome.map(one => ({ ...one, isHome: true })), ...listings.filter(one => !atHome.includes(one))];
}
