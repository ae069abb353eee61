import type { FactFiling } from '../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import { bareIssuer, type Filing, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { DocumentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../kit/http/response-form.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import {
  companyFactsUrl,
  failsToDeliverUrl,
  filingIndexUrl,
  submissionsPageUrl,
  submissionsUrl,
  tickersExchangeUrl,
  tickersUrl,
} from './endpoints.ts';
import { parseCompanyFacts } from './facts/companyfacts.ts';
import { tagKey, toDataSetFacts, toDataSetFiling, toDataSetIssuer } from './facts/map-data-set.ts';
import { parseDataSetTable } from './facts/parse-data-set.ts';
import { categoryOfForm, isAmendment } from './filings/form-categories.ts';
import { parseHoldingsDataSet } from './holdings/parse-holdings-data-set.ts';
import { canonicalKeyOfCik, cik10, plainCik } from './identifiers.ts';
import { knownAt } from './lists/acceptance.ts';
import { parseCompanyTickers } from './lists/company-tickers.ts';
import { type NamedBytes, parseSubmissions } from './lists/submissions.ts';
import { parseFailsToDeliver } from './securities/parse-fails-to-deliver.ts';

/** The ten digits of the company in a URL that ends with them; null if it does not. */
export function cikOfJson(url: string): string | null {
  return /\/CIK(\d{10})(?:-submissions-\d+)?\.json$/.exec(url)?.[1] ?? null;
}

function companyOf(url: string, source: string): { source: string; issuer: string | null } {
  const cik = cikOfJson(url);
  return { source, issuer: cik === null ? null : canonicalKeyOfCik(cik) };
}

/** The CIK that an imported file states, in its text or its name; null if it states none. */
function cikOfFile(start: string, name: string): string | null {
  return cik10(/"cik"\s*:\s*"?(\d{1,10})\b/.exec(start)?.[1]) ?? cik10(/^CIK(\d{10})/.exec(name)?.[1]);
}

/** Who a filer is, and its filings; older ones on further pages. */
export const submissions = sourceKind({
  shown: {
    address: 'https://data.sec.gov/submissions/CIK{cik}.json',
    source: 'submissions',
    states: 'one issuer: names, listings, filings; older pages too',
  },
  read: url =>
    /(?:^|\/)submissions(?:\.zip)?\/CIK\d{10}(?:-submissions-\d+)?\.json$/.test(url)
      ? companyOf(url, 'submissions')
      : null,
  parse: parseHistory,
  // The largest filers have some 60,000 filings. Some registrants have none; a response without a name is invalid.
  expect: { issuers: { min: 1, max: 1 }, filings: { min: 0, max: 2_000_000 } },
  accepts: 'submissions (with pages CIK…-submissions-001.json)',
  identify({ name, start }) {
    if (/^CIK\d{10}-submissions-\d+\.json$/.test(name)) return submissionsPageUrl(name);
    const cik = cikOfFile(start, name);
    const isOne = !/"facts"\s*:/.test(start) && /"(?:filings|entityType|sic)"\s*:/.test(start);
    return cik !== null && isOne ? submissionsUrl(cik) : null;
  },
});

/** All facts of a company. */
export const companyFacts = sourceKind({
  shown: {
    address: 'https://data.sec.gov/api/xbrl/companyfacts/CIK{cik}.json',
    source: 'companyfacts',
    states: 'facts without dimensions of one issuer since 2009',
  },
  read: url => (/(?:^|\/)companyfacts(?:\.zip)?\/CIK\d{10}\.json$/.test(url) ? companyOf(url, 'companyfacts') : null),
  parse: parseFacts,
  // The largest issuers have some 200,000 facts; a file without any is damaged.
  expect: { facts: { min: 1, max: 20_000_000 } },
  accepts: 'companyfacts',
  identify({ name, start }) {
    const cik = cikOfFile(start, name);
    return cik !== null && /"facts"\s*:/.test(start) ? companyFactsUrl(cik) : null;
  },
});

/** The ticker files by the name of their source; that with exchanges states more. */
export const TICKER_FILES = { 'company-tickers-exchange': tickersExchangeUrl(), 'company-tickers': tickersUrl() };

/** Current tickers of all companies. */
export const tickers = sourceKind({
  shown: {
    address: Object.values(TICKER_FILES).join(', '),
    source: 'company-tickers, company-tickers-exchange',
    states: 'issuers: CIK, name, ticker, exchange',
  },
  read(url) {
    const name = /(?:^|\/)company_tickers(_exchange)?\.json$/.exec(url);
    return name && { source: name[1] === undefined ? 'company-tickers' : 'company-tickers-exchange', issuer: null };
  },
  parse: parseTickers,
  task: 'tickers',
  // The registry lists some 10,000 companies with tickers; far fewer are not the whole list.
  expect: { issuers: { min: 5_000, recordedMin: 1, max: 200_000 } },
  accepts: 'company_tickers.json, company_tickers_exchange.json',
  identify({ name }) {
    if (name === 'company_tickers.json') return tickersUrl();
    return name === 'company_tickers_exchange.json' ? tickersExchangeUrl() : null;
  },
});

/** Beginning of the names of Form 13F Data Sets; the last day of filing follows. */
export const HOLDINGS_SOURCE = 'form-13f-data-set/';

/** One company's share of a bulk file of tables. */
function dataSetKind(
  beginning: string,
  states: string,
  more: Pick<Parameters<typeof sourceKind>[0], 'parse' | 'expect'>,
): DocumentKind {
  const pattern = new RegExp(`^(${beginning}[^/]+)/[^/]+$`);
  return sourceKind({
    ...more,
    shown: {
      address: `${beginning}{edition}/{table}`,
      source: `${beginning}{edition}`,
      states,
      isOnlyImported: true,
    },
    read(url) {
      const source = pattern.exec(url)?.[1];
      return source === undefined ? null : { source, issuer: null };
    },
  });
}

export const dataSets = dataSetKind(
  'financial-statement-data-set/',
  'facts of a quarter, with the rows of their statements',
  {
    parse: parseDataSetShare,
    expect: { facts: { min: 1, max: 20_000_000 } },
  },
);

export const holdingsDataSets = dataSetKind(HOLDINGS_SOURCE, 'reports of all managers (Form 13F)', {
  parse: (documents, source) => parseHoldingsDataSet(source, documents),
});

/** A half-month's list of fails to deliver: symbols and names of securities by their CUSIP. */
export const failsToDeliver = sourceKind({
  shown: {
    address: 'https://www.sec.gov/files/data/fails-deliver-data/cnsfails{half}.txt',
    source: 'fails-to-deliver/{half}',
    states: 'symbol, name and price of securities by CUSIP',
    isOnlyImported: true,
  },
  read(url) {
    const half = /(?:^|\/)cnsfails(\d{6}[ab]?)\.txt$/i.exec(url)?.[1];
    return half === undefined ? null : { source: `fails-to-deliver/${half.toLowerCase()}`, issuer: null };
  },
  parse: parseFails,
  expect: { published: { min: 1, max: 1_000_000 } },
  accepts: 'lists of fails to deliver (cnsfails….txt)',
  identify: ({ name }) => (/^cnsfails\d{6}[ab]?\.txt$/i.test(name) ? failsToDeliverUrl(name) : null),
});

/** A document that only discovery reads. */
function readByDiscovery(
  address: string,
  pattern: RegExp,
  validate: NonNullable<Parameters<typeof sourceKind>[0]['validate']>,
): DocumentKind {
  return sourceKind({
    shown: { address, source: null, states: 'list of filings' },
    read: url => (pattern.test(url) ? { source: null, issuer: null } : null),
    validate,
  });
}

/** Indexes of days and quarters, the feed of current filings, and bulk files. */
export const discoveryDocuments: readonly DocumentKind[] = [
  readByDiscovery('https://www.sec.gov/Archives/edgar/{daily|full}-index/…/master….idx', /\.idx$/, bytes => {
    const isIndex = formOfResponse(bytes) === 'text' && /\|/.test(bytes.toString('latin1', 0, 4_096));
    return isIndex ? null : failed('not_an_index', startOf(bytes).slice(0, 200));
  }),
  readByDiscovery(
    'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&output=atom',
    /\/cgi-bin\/browse-edgar\?.*output=atom/,
    bytes => (/<feed\b/.test(startOf(bytes)) ? null : failed('not_a_feed', startOf(bytes).slice(0, 200))),
  ),
  readByDiscovery('companyfacts.zip, submissions.zip, {quarter}.zip, {quarter}_form13f.zip', /\.zip$/, bytes =>
    wrongForm(bytes, ['zip']),
  ),
];

function parseFails(documents: readonly SourceDocument[]): ParsedDocuments {
  const parsed = documents.map(({ url, bytes }) => {
    const log = new AnomalyLog('sec-edgar', url);
    return { securityNames: parseFailsToDeliver(bytes, log), anomalies: log.list() };
  });
  const securityNames = parsed.flatMap(item => item.securityNames);
  return { records: [], published: { securityNames }, anomalies: parsed.flatMap(item => item.anomalies) };
}

function parseFacts(documents: readonly SourceDocument[]): ParsedDocuments {
  const parsed = documents.map(({ url, bytes }) => parseCompanyFacts(bytes, url));
  return {
    records: parsed.flatMap(({ records: { cik, entityName, set, damage } }) => {
      if (cik === '') return [];
      const issuer = toFactsIssuer(cik, entityName);
      const filings = set.filings.map(filing => toFactsFiling(cik, filing));
      return [{ ...emptyRecords(issuer.canonicalKey, 'companyfacts'), issuer, filings, facts: [set], damage }];
    }),
    anomalies: parsed.flatMap(candidate => candidate.anomalies),
  };
}

function parseHistory(documents: readonly SourceDocument[]): ParsedDocuments {
  const { records, anomalies, tallies } = parseSubmissions(documents.map(toNamedBytes));
  if (records.cik === '') return { records: [], anomalies, tallies };
  const { cik, issuer, filings, damage } = records;
  return {
    records: [{ ...emptyRecords(canonicalKeyOfCik(cik), 'submissions'), issuer, filings, damage }],
    anomalies,
    tallies,
  };
}

/** Anomalies after which a ticker file is less than the registry published. */
const DAMAGE_KINDS = new Set(['truncated_json', 'html_instead_of_json', 'unexpected_document', 'missing_column']);

function parseTickers(documents: readonly SourceDocument[], source: string): ParsedDocuments {
  const { records, anomalies } = parseCompanyTickers(documents.map(toNamedBytes));
  const damage = anomalies.find(anomaly => DAMAGE_KINDS.has(anomaly.kind))?.kind ?? null;
  return {
    records: records.map(issuer => ({ ...emptyRecords(issuer.canonicalKey, source), issuer, damage })),
    anomalies,
  };
}

function toNamedBytes({ url, bytes }: SourceDocument): NamedBytes {
  return { source: url, bytes };
}

/** companyfacts states nothing of an issuer but its name. */
function toFactsIssuer(cik: string, entityName: string): Issuer {
  return bareIssuer(canonicalKeyOfCik(cik), entityName, [{ scheme: 'cik', identifier: plainCik(cik) }]);
}

/** A filing of which only form and date are known, by its facts. */
function toFactsFiling(cik: string, filing: FactFiling): Filing {
  const category = categoryOfForm(filing.form) ?? 'other';
  return {
    registry: 'sec-edgar',
    nativeId: filing.accession,
    formType: filing.form,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate: filing.filed,
    acceptedAt: filing.acceptedAt,
    knownAt: knownAt(filing.filed, filing.acceptedAt),
    periodEnd: filing.periodEnd,
    title: null,
    language: 'en',
    itemCodes: [],
    isAmendment: isAmendment(filing.form),
    primaryDocument: null,
    url: filingIndexUrl(cik, filing.accession),
    hasXbrl: true,
  };
}

/** One company's share of a Financial Statement Data Set: `sub.txt`, `num.txt`, `pre.txt`, `tag.txt`, headers included. */
function parseDataSetShare(documents: readonly SourceDocument[], name: string): ParsedDocuments {
  const log = new AnomalyLog('sec-edgar', documents[0]?.url ?? name);
  const textOf = (table: string): string =>
    documents.find(document => document.url === `${name}/${table}.txt`)?.bytes.toString('utf8') ?? '';
  const subs = parseDataSetTable('sub', textOf('sub'), log);
  const issuer = toDataSetIssuer(subs);
  if (issuer === null) return { records: [], anomalies: log.list() };
  const rows = {
    edition: baseName(name),
    subs,
    nums: parseDataSetTable('num', textOf('num'), log),
    pres: textOf('pre') === '' ? [] : parseDataSetTable('pre', textOf('pre'), log),
    tags: new Map(
      (textOf('tag') === '' ? [] : parseDataSetTable('tag', textOf('tag'), log)).map(tag => [
        tagKey(tag.tag, tag.version),
        tag,
      ]),
    ),
  };
  const facts = toDataSetFacts(rows, log);
  const filings = subs.map(toDataSetFiling);
  const records = { ...emptyRecords(issuer.canonicalKey, name), issuer, filings, facts: [facts] };
  return { records: [records], anomalies: log.list() };
}
