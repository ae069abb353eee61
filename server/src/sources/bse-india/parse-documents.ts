import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { mapAnnouncements } from './map-announcements.ts';
import { openFiling } from './open-filing.ts';
import { parseAnnouncements } from './parse-announcements.ts';
import { parseSecurities } from './parse-securities.ts';
import { sourceNameOf } from './source-names.ts';

/** Reads documents of the registry, each by what its address says it is. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const parsed: Parsed<IssuerRecords[]>[] = [];
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url) ?? '')) {
    const isFiling = name.startsWith(FILING_SOURCE);
    const of = { registry: 'bse-india', url: some[0]?.url ?? name };
    if (isFiling) parsed.push(await withTextOfPdfs(openFiling(some), of));
    else parsed.push(...some.map(document => parseAnswer(name, document)));
  }
  return { records: parsed.flatMap(one => one.records), anomalies: parsed.flatMap(one => one.anomalies) };
}

function parseAnswer(name: string, { url, bytes }: SourceDocument): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('bse-india', url);
  if (name.startsWith('securities/')) {
    const records = (parseSecurities(bytes, log) ?? []).map(issuer => toRecords(issuer, name));
    return { records, anomalies: log.list() };
  }
  if (name.startsWith('announcements/') || name.startsWith('rows/')) {
    const records = mapAnnouncements(parseAnnouncements(bytes, log)?.announcements ?? [], name);
    return { records, anomalies: log.list() };
  }
  log.add('unknown_document', '', 'no document of this registry');
  return { records: [], anomalies: log.list() };
}

function toRecords(issuer: NonNullable<IssuerRecords['issuer']>, source: string): IssuerRecords {
  return {
    canonicalKey: issuer.canonicalKey,
    source,
    issuer,
    filings: [],
    facts: [],
    contents: null,
    damage: null,
  };
}
