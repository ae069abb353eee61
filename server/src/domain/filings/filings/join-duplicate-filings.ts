import type { Transaction } from '../../../db/database.ts';
import type { Anomaly } from '../../../kernel/anomaly-log.ts';
import { replaceAnomalies } from '../../kit/store/anomalies.ts';
import type { Batch } from '../../part.ts';
import { insertDuplicates, mergeDuplicateRows, readDuplicateCandidates } from './store/duplicate-filings.ts';

/**
 * Merges duplicate filings of the issuers. Ambiguous ones stay, with an anomaly `filing_told_twice`. Does nothing for
 * registries without a rule for duplicates.
 */
export async function joinDuplicateFilings(
  tx: Transaction,
  { registry, duplicateRule: rule, issuers: all }: Batch,
): Promise<void> {
  const issuers = all.filter(issuer => issuer.filingsCount > 0);
  if (rule === undefined || issuers.length === 0) return;
  const ids = issuers.map(issuer => issuer.issuerId);
  await mergeDuplicateRows(tx, registry, ids);
  const candidates = await readDuplicateCandidates(tx, registry, ids, rule.categories);
  const anomalies: Anomaly[] = [];
  for (const { issuerId, canonicalKey } of issuers) {
    const { duplicates, doubts } = rule.find(candidates.get(issuerId) ?? []);
    await insertDuplicates(
      tx,
      registry,
      duplicates.map(duplicate => ({ ...duplicate, issuerId })),
    );
    const source = placeOf(canonicalKey);
    for (const ids of doubts) {
      anomalies.push({ registry, source, locator: ids[0] ?? '', kind: 'filing_told_twice', detail: ids.join(', ') });
    }
  }
  await replaceAnomalies(
    tx,
    registry,
    issuers.map(issuer => placeOf(issuer.canonicalKey)),
    anomalies,
  );
  await mergeDuplicateRows(tx, registry, ids);
}

function placeOf(canonicalKey: string): string {
  return `twins/${canonicalKey}`;
}
