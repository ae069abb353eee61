import type { Transaction } from '../db/database.ts';
import { foldTwins, insertTwins, readTwinCandidates } from '../domain/filings/filings/store/filing-twins.ts';
import type { Anomaly } from '../kernel/anomaly.ts';
import { loadSource } from '../sources/load-source.ts';
import type { RefinedIssuer } from './refine-types.ts';
import { replaceAnomalies } from './store/anomalies.ts';

/**
 * Finds filings of some issuers that their registry tells twice, and makes one of each two; what cannot be told apart stays,
 * with an anomaly `filing_told_twice`. Nothing happens at registries that tell nothing twice.
 */
export async function joinTwins(tx: Transaction, registry: string, issuers: readonly RefinedIssuer[]): Promise<void> {
  const { twins: rule } = await loadSource(registry);
  if (rule === undefined || issuers.length === 0) return;
  const ids = issuers.map(one => one.row.issuerId);
  await foldTwins(tx, registry, ids);
  const candidates = await readTwinCandidates(tx, registry, ids, rule.categories);
  const anomalies: Anomaly[] = [];
  for (const { row } of issuers) {
    const { twins, doubts } = rule.find(candidates.get(row.issuerId) ?? []);
    await insertTwins(
      tx,
      registry,
      twins.map(one => ({ ...one, issuerId: row.issuerId })),
    );
    const source = placeOf(row.issuer.canonicalKey);
    for (const ids of doubts) {
      anomalies.push({ registry, source, locator: ids[0] ?? '', kind: 'filing_told_twice', detail: ids.join(', ') });
    }
  }
  await replaceAnomalies(
    tx,
    registry,
    issuers.map(({ row }) => placeOf(row.issuer.canonicalKey)),
    anomalies,
  );
  await foldTwins(tx, registry, ids);
}

function placeOf(canonicalKey: string): string {
  return `twins/${canonicalKey}`;
}
