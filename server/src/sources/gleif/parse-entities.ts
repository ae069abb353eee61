import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { isinsAddress, relationshipsAddress } from './addresses.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { toIssuer, toIssuerOfIsins, toIssuerOfRelations } from './map-issuer.ts';
import type { LeiRecords } from './records.ts';

/** Reads one document; `total` is the number of entries over all pages, null if the document is not a page. */
type ReadDocument = (
  document: SourceDocument,
  log: AnomalyLog,
) => (LeiRecords & { total: number | null }) | Promise<LeiRecords & { total: number | null }>;

/** The issuers that the documents of one source state. Relationships state which entity an issuer belongs to. */
export async function parseEntities(
  documents: readonly SourceDocument[],
  source: string,
  read: ReadDocument,
): Promise<ParsedDocuments> {
  const log = new AnomalyLog('gleif', documents[0]?.url ?? source);
  const found: LeiRecords[] = [];
  let promised: number | null = null;
  for (const document of documents) {
    const { total, ...some } = await read(document, log);
    found.push(some);
    promised = total === null ? promised : Math.max(promised ?? 0, total);
  }
  logLeftOut(source, found, promised, log);
  const damage = found.find(leiRecords => leiRecords.damage !== null)?.damage ?? null;
  const issuers = issuersOf(found, log);
  const relationships = found.flatMap(leiRecords => leiRecords.relationships);
  for (const lei of leisWithoutRecord(documents, found)) {
    if (issuers.has(lei)) continue;
    const own = relationships.filter(relationship => relationship.startLei === lei);
    issuers.set(lei, toIssuerOfRelations(lei, own));
  }
  const records = [...issuers].map(([lei, issuer]) => {
    return { ...emptyRecords(canonicalKeyOfLei(lei), source), issuer, damage };
  });
  return { records, anomalies: log.list() };
}

/** Relationship lists of one entity are several documents with pages of their own: they are not counted here. */
function logLeftOut(source: string, found: readonly LeiRecords[], promised: number | null, log: AnomalyLog): void {
  if (promised === null || source === 'relationships') return;
  const read = found.reduce((sum, records) => sum + records.records.length + records.isins.length, 0);
  if (read < promised) log.add('left_out', 'meta.pagination', `read ${read} of ${promised}`);
}

function issuersOf(found: readonly LeiRecords[], log: AnomalyLog): Map<string, Issuer | null> {
  const issuers = new Map<string, Issuer | null>();
  for (const record of found.flatMap(records => records.records)) issuers.set(record.lei, toIssuer(record, log));
  const isins = Map.groupBy(
    found.flatMap(records => records.isins),
    mapping => mapping.lei,
  );
  for (const [lei, own] of isins) issuers.set(lei, toIssuerOfIsins(lei, own, log));
  return issuers;
}

/** Entities of which a relationship, an exception, or the absence of ISINs is stated: those of the URLs, else of the content. */
function leisWithoutRecord(documents: readonly SourceDocument[], found: readonly LeiRecords[]): Set<string> {
  const requested = documents.flatMap(({ url }) => isinsAddress.read(url) ?? relationshipsAddress.read(url) ?? []);
  if (requested.length > 0) return new Set(requested.map(({ lei }) => lei));
  return new Set(
    found.flatMap(records => [
      ...records.relationships.map(({ startLei }) => startLei),
      ...records.exceptions.map(({ lei }) => lei),
    ]),
  );
}
