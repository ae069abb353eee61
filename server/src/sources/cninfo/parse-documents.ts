import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { mapAnnouncements } from './map-announcements.ts';
import { openFiling } from './open-filing.ts';
import { parseAnnouncements } from './parse-announcements.ts';
import { parseExecutives } from './parse-executives.ts';
import { parseIntroduction } from './parse-introduction.ts';
import { parseStocks } from './parse-stocks.ts';
import { canonicalKeyOfCode } from './security-codes.ts';
import { companyPageOf, sourceNameOf } from './source-names.ts';
import { stateExecutives } from './state-people.ts';

/** Reads documents of the registry, each by what its address says it is. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const records: IssuerRecords[] = [];
  const anomalies: Anomaly[] = [];
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url) ?? '')) {
    const parsed = name.startsWith(FILING_SOURCE)
      ? await withTextOfPdfs(openFiling(some), { registry: 'cninfo', url: some[0]?.url ?? name })
      : parseEach(name, some);
    records.push(...parsed.records);
    anomalies.push(...parsed.anomalies);
  }
  return { records, anomalies };
}

function parseEach(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const parsed = documents.map(document => {
    const log = new AnomalyLog('cninfo', document.url);
    return { records: parseOne(name, document, log), anomalies: log.list() };
  });
  return { records: parsed.flatMap(one => one.records), anomalies: parsed.flatMap(one => one.anomalies) };
}

function parseOne(name: string, { url, bytes }: SourceDocument, log: AnomalyLog): IssuerRecords[] {
  if (name.startsWith('stocks/')) return parseStocks(bytes, log).map(issuer => toRecords(issuer, name));
  if (name.startsWith('rows/') || name.startsWith('announcements/'))
    return mapAnnouncements(parseAnnouncements(bytes, log), name);
  const code = companyPageOf(url)?.code;
  if (code === undefined) {
    log.add('unknown_document', '', 'no document of this registry');
    return [];
  }
  if (name === 'introduction') {
    const issuer = parseIntroduction(bytes, code, log);
    return issuer === null ? [] : [toRecords(issuer, name)];
  }
  const executives = parseExecutives(bytes, log);
  if (executives === null) return [];
  if (executives.length === 0) log.add('empty_answer', 'data.records', 'no directors or officers');
  return [{ ...emptyRecords(canonicalKeyOfCode(code), name), people: stateExecutives(executives) }];
}

function toRecords(issuer: Issuer, source: string): IssuerRecords {
  return { ...emptyRecords(issuer.canonicalKey, source), issuer };
}
