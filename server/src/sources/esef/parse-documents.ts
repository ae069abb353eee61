import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { entityOfAddress } from './entities.ts';
import { toFiling, toRowIssuer } from './map-filing.ts';
import { openFiling } from './open-filing.ts';
import { type IndexRow, parseIndexPage } from './parse-index-page.ts';
import { sourceNameOf } from './source-names.ts';

/** Everything that some documents of the registry say, by issuer and source. Documents of one source belong together. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url))) {
    if (name === null) continue;
    const part = name.startsWith(FILING_SOURCE) ? openFiling(some) : parseIndexPages(name, some);
    parsed.records.push(...part.records);
    parsed.anomalies.push(...part.anomalies);
  }
  return parsed;
}

function parseIndexPages(source: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('esef', documents[0]?.url ?? source);
  const pages = documents.map(one => parseIndexPage(one.bytes, log));
  const damage = pages.find(page => page.damage !== null)?.damage ?? null;
  const byIssuer = new Map<string, IndexRow[]>();
  for (const row of pages.flatMap(page => page.rows)) {
    const key = entityOfAddress(row.entity)?.canonicalKey;
    if (key === undefined) log.add('unknown_entity', row.nativeId, 'the id begins with no identifier that is known');
    else byIssuer.set(key, [...(byIssuer.get(key) ?? []), row]);
  }
  const records = [...byIssuer].map(([canonicalKey, rows]): IssuerRecords => {
    const named = rows.find(row => row.entityName !== null);
    const issuer = named === undefined ? null : toRowIssuer(named);
    return { canonicalKey, source, issuer, filings: rows.map(toFiling), facts: [], contents: null, damage };
  });
  return { records, anomalies: log.list() };
}
