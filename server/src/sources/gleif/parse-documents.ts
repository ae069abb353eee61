import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { addressOf } from './addresses.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { toIssuer, toIssuerOfIsins, toIssuerOfRelations } from './map-issuer.ts';
import { parseDocument } from './parse-document.ts';
import type { LeiRecords } from './records.ts';
import { sourceNameOf } from './source-names.ts';

/** Everything that some documents say of issuers, by issuer and source. Relationships say whom an entity belongs to. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  for (const [source, some] of Map.groupBy(documents, one => sourceNameOf(one.url))) {
    if (source === null) continue;
    const log = new AnomalyLog('gleif', some[0]?.url ?? source);
    parsed.records.push(...(await parseSource(source, some, log)));
    parsed.anomalies.push(...log.list());
  }
  return parsed;
}

/** An entity's pages of one list count together. */
async function parseSource(
  source: string,
  documents: readonly SourceDocument[],
  log: AnomalyLog,
): Promise<IssuerRecords[]> {
  const found: LeiRecords[] = [];
  let promised: number | null = null;
  for (const document of documents) {
    const { total, ...some } = await parseDocument(document, log);
    found.push(some);
    promised = total === null ? promised : Math.max(promised ?? 0, total);
  }
  tellLeftOut(source, found, promised, log);
  const damage = found.find(one => one.damage !== null)?.damage ?? null;
  const issuers = issuersOf(found, log);
  const relationships = found.flatMap(one => one.relationships);
  for (const lei of mentioned(documents, found)) {
    if (issuers.has(lei)) continue;
    const own = relationships.filter(one => one.startLei === lei);
    issuers.set(lei, toIssuerOfRelations(lei, own));
  }
  return [...issuers].map(([lei, issuer]) => {
    return { canonicalKey: canonicalKeyOfLei(lei), source, issuer, filings: [], facts: [], contents: null, damage };
  });
}

/** Relationship lists of one entity come in several documents, each with pages of its own: they are not counted here. */
function tellLeftOut(source: string, found: readonly LeiRecords[], promised: number | null, log: AnomalyLog): void {
  if (promised === null || source === 'relationships') return;
  const read = found.reduce((sum, one) => sum + one.records.length + one.isins.length, 0);
  if (read < promised) log.add('left_out', 'meta.pagination', `${read} of ${promised} stand in the pages at hand`);
}

function issuersOf(found: readonly LeiRecords[], log: AnomalyLog): Map<string, Issuer | null> {
  const issuers = new Map<string, Issuer | null>();
  for (const record of found.flatMap(one => one.records)) issuers.set(record.lei, toIssuer(record, log));
  const isins = Map.groupBy(
    found.flatMap(one => one.isins),
    one => one.lei,
  );
  for (const [lei, own] of isins) issuers.set(lei, toIssuerOfIsins(lei, own, log));
  return issuers;
}

/** Entities without a record of their own: a relationship is stated, an exception, or that there is no ISIN. */
function mentioned(documents: readonly SourceDocument[], found: readonly LeiRecords[]): Set<string> {
  const asked = documents.map(one => addressOf(one.url)).flatMap(one => (one !== null && 'lei' in one ? [one] : []));
  if (asked.length > 0) return new Set(asked.filter(one => one.kind !== 'record').map(one => one.lei));
  return new Set(
    found.flatMap(one => [
      ...one.relationships.map(({ startLei }) => startLei),
      ...one.exceptions.map(({ lei }) => lei),
    ]),
  );
}
