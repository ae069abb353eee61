import { type FactFiling, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { Parsed, ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { filingIndexUrl } from './endpoints.ts';
import { categoryOfForm, isAmendment } from './form-categories.ts';
import { parseHoldingsDataSet } from './holdings/parse-holdings-data-set.ts';
import { canonicalKeyOfCik, plainCik } from './identifiers.ts';
import { knownAt } from './known-at.ts';
import { tagKey, toDataSetFacts, toDataSetFiling, toDataSetIssuer } from './map-data-set.ts';
import { parseCompanyTickers } from './parse-company-tickers.ts';
import { parseCompanyFacts } from './parse-companyfacts.ts';
import { parseDataSetTable } from './parse-data-set.ts';
import { type NamedBytes, parseSubmissions } from './parse-submissions.ts';
import { parseFailsToDeliver } from './securities/parse-fails-to-deliver.ts';
import { FAILS_SOURCE, HOLDINGS_SOURCE, sourceNameOf } from './source-names.ts';

/** Everything that some documents of the registry say, by issuer and source. Documents of one source belong together. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const parsed: ParsedDocuments = { records: [], anomalies: [] };
  // Filings last: what a list of filings beside them says of one, its own documents need not tell.
  const groups = [...bySource(documents)].sort(([a], [b]) => Number(isFiling(a)) - Number(isFiling(b)));
  for (const [name, some] of groups) {
    if (name.startsWith(FAILS_SOURCE)) {
      addSecurityNames(parsed, some);
      continue;
    }
    const listed = parsed.records.flatMap(one => one.filings);
    const part = isFiling(name) ? await openLazily(some, listed) : parseSource(name, some);
    parsed.records.push(...part.records);
    parsed.anomalies.push(...part.anomalies);
  }
  return parsed;
}

function addSecurityNames(parsed: ParsedDocuments, documents: readonly SourceDocument[]): void {
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('sec-edgar', url);
    const names = parseFailsToDeliver(bytes, log);
    parsed.published = { securityNames: [...(parsed.published?.securityNames ?? []), ...names] };
    parsed.anomalies.push(...log.list());
  }
}

/** Opening filings takes several times the code of reading summaries: a thread that opens none does without it. */
async function openLazily(
  documents: readonly SourceDocument[],
  listed: readonly Filing[],
): Promise<Parsed<IssuerRecords[]>> {
  const { openFiling } = await import('./open-filing.ts');
  return openFiling(documents, listed);
}

function isFiling(name: string): boolean {
  return name.startsWith(FILING_SOURCE);
}

function bySource(documents: readonly SourceDocument[]): Map<string, SourceDocument[]> {
  const groups = new Map<string, SourceDocument[]>();
  for (const document of documents) {
    const name = sourceNameOf(document.url);
    if (name !== null) addToList(groups, name, document);
  }
  return groups;
}

function parseSource(name: string, documents: SourceDocument[]): Parsed<IssuerRecords[]> {
  if (name === 'companyfacts') return parseFacts(documents);
  if (name === 'submissions') return parseHistory(documents);
  if (name.startsWith('company-tickers')) return parseTickers(name, documents);
  if (name.startsWith(HOLDINGS_SOURCE)) return parseHoldingsDataSet(name, documents);
  return parseDataSetShare(name, documents);
}

function parseFacts(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  for (const { url, bytes } of documents) {
    const { records, anomalies } = parseCompanyFacts(bytes, url);
    parsed.anomalies.push(...anomalies);
    if (records.cik === '') continue;
    parsed.records.push({
      canonicalKey: canonicalKeyOfCik(records.cik),
      source: 'companyfacts',
      issuer: toFactsIssuer(records.cik, records.entityName),
      filings: records.set.filings.map(filing => toFactsFiling(records.cik, filing)),
      facts: [records.set],
      contents: null,
      damage: records.damage,
    });
  }
  return parsed;
}

function parseHistory(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const { records, anomalies } = parseSubmissions(documents.map(toNamedBytes));
  if (records.cik === '') return { records: [], anomalies };
  const { cik, issuer, filings, damage } = records;
  const canonicalKey = canonicalKeyOfCik(cik);
  return {
    records: [{ canonicalKey, source: 'submissions', issuer, filings, facts: [], contents: null, damage }],
    anomalies,
  };
}

/** Anomalies after which a ticker file is less than the registry published. */
const DAMAGE_KINDS = new Set(['truncated_json', 'html_instead_of_json', 'unexpected_document', 'missing_column']);

function parseTickers(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const { records, anomalies } = parseCompanyTickers(documents.map(toNamedBytes));
  const damage = anomalies.find(one => DAMAGE_KINDS.has(one.kind))?.kind ?? null;
  const toRecords = (issuer: Issuer): IssuerRecords => {
    return { canonicalKey: issuer.canonicalKey, source: name, issuer, filings: [], facts: [], contents: null, damage };
  };
  return { records: records.map(toRecords), anomalies };
}

function toNamedBytes({ url, bytes }: SourceDocument): NamedBytes {
  return { source: url, bytes };
}

/** All that companyfacts says of an issuer is its name. */
function toFactsIssuer(cik: string, entityName: string): Issuer {
  return {
    canonicalKey: canonicalKeyOfCik(cik),
    companyName: entityName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [{ scheme: 'cik', identifier: plainCik(cik) }],
    formerNames: [],
    listings: [],
  };
}

/** A filing of which only its facts are known: form and date. */
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
function parseDataSetShare(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('sec-edgar', documents[0]?.url ?? name);
  const textOf = (table: string): string =>
    documents.find(one => one.url === `${name}/${table}.txt`)?.bytes.toString('utf8') ?? '';
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
  const { canonicalKey } = issuer;
  return {
    records: [{ canonicalKey, source: name, issuer, filings, facts: [facts], contents: null, damage: null }],
    anomalies: log.list(),
  };
}
