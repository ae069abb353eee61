import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { japanClock } from '../kit/japan-clock.ts';
import type { ParsedDocuments } from '../kit/source.ts';
import { disclosureOf, documentUrl, pageOf } from './addresses.ts';
import { type Disclosure, parseListPage } from './parse-list-page.ts';

/** Companies of a page with what they disclosed. */
export function parseList(bytes: Buffer, url: string, source: string): ParsedDocuments {
  const log = new AnomalyLog('tdnet', url);
  const date = pageOf(url)?.date ?? '';
  const byKey = new Map<string, IssuerRecords>();
  const standings: FilingStanding[] = [];
  for (const row of parseListPage(bytes, url, log).rows) {
    const filing = toFiling(row, date);
    if (filing === null) {
      log.add('bad_row', `${row.securitiesCode} ${row.time}`, `${row.title}: no document of a known name`);
      continue;
    }
    // A disclosure that was deleted stands in the list still, marked; not since when.
    if (/削除/.test(row.history)) standings.push({ nativeId: filing.nativeId, status: 'withdrawn', since: null });
    const canonicalKey = `sec_code:${row.securitiesCode}`;
    const known = byKey.get(canonicalKey);
    if (known !== undefined) known.filings.push(filing);
    else {
      const issuer = issuerOf(canonicalKey, row.name, listingsOf(row));
      byKey.set(canonicalKey, {
        canonicalKey,
        source,
        issuer,
        filings: [filing],
        facts: [],
        contents: null,
        damage: null,
      });
    }
  }
  return { records: [...byKey.values()], standings, anomalies: log.list() };
}

/** An issuer by its securities code, which is all that the registry knows it by. */
export function issuerOf(canonicalKey: string, companyName: string, listings: Listing[]): Issuer {
  return {
    canonicalKey,
    companyName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [{ scheme: 'sec_code', identifier: canonicalKey.slice('sec_code:'.length) }],
    formerNames: [],
    listings,
  };
}

/** Exchanges by the letter of the list; a share of several stands first on the first. */
const EXCHANGES: readonly [string, string, string][] = [
  ['東', 'XTKS', 'Tokyo Stock Exchange'],
  ['名', 'XNGO', 'Nagoya Stock Exchange'],
  ['札', 'XSAP', 'Sapporo Securities Exchange'],
  ['福', 'XFKA', 'Fukuoka Stock Exchange'],
];

function listingsOf({ securitiesCode, places }: Disclosure): Listing[] {
  if (!securitiesCode.endsWith('0')) return [];
  const ticker = securitiesCode.slice(0, 4);
  const found = EXCHANGES.filter(([letter]) => places.includes(letter));
  return found.map(([, mic, exchange], at) => ({
    ticker,
    marketId: 'jp',
    mic,
    exchange,
    currency: 'JPY',
    isHome: at === 0,
  }));
}

function toFiling(row: Disclosure, date: IsoDate): Filing | null {
  const name = row.pdf ?? row.xbrl;
  const nativeId = name === null ? null : disclosureOf(name);
  const acceptedAt = japanClock.parse(date, row.time);
  if (name === null || nativeId === null || acceptedAt === null) return null;
  const isResults = /決算短信/.test(row.title);
  return {
    registry: 'tdnet',
    nativeId,
    formType: isResults ? 'earnings' : 'disclosure',
    category: isResults ? 'earnings_release' : 'material_event',
    categoryGroup: isResults ? 'periodic' : 'corporate_action',
    filingDate: date,
    acceptedAt,
    knownAt: acceptedAt,
    periodEnd: null,
    title: row.title,
    language: 'ja',
    itemCodes: [],
    isAmendment: /^[（(]?訂正|[（(](?:数値データ)?訂正/.test(row.title),
    amends: null,
    primaryDocument: row.pdf,
    url: documentUrl(name),
    hasXbrl: row.xbrl !== null,
  };
}
