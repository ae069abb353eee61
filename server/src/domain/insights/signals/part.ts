import type { Database, Transaction } from '../../../db/database.ts';
import type { Part } from '../../part.ts';
import { computeBaseRates } from './compute-base-rates.ts';
import { findPatterns } from './rules/find-patterns.ts';
import { PATTERN_KINDS } from './rules/pattern-rules.ts';
import {
  claimSignals,
  entitiesOfIssuers,
  hasSignalChanges,
  markChangedStatuses,
  markRegroupedSignals,
  markSignalChanges,
  replacePatterns,
  takeSignalChanges,
} from './store/signals.ts';
import { readPatternInputs } from './views/read-pattern-inputs.ts';

export const signalsPart: Part = {
  name: 'signals',
  tables: [
    {
      table: 'signal_patterns',
      of: 'issuers',
      omit: ['entity_id'],
      from: 'signal_patterns as one join issuers on issuers.issuer_id = one.entity_id',
      order: ['pattern C'],
    },
    { table: 'base_rates', of: 'publishers', order: ['market_id C', 'kind C', 'place'] },
  ],
  async persist(tx, batch) {
    await markChangedStatuses(
      tx,
      batch.registry,
      batch.standings.map(standing => standing.nativeId),
    );
    await markSignalChanges(tx, batch.issuerIds);
  },
  grouping: { around: markRegroupedSignals },
  background: [
    { name: 'find-patterns', completesIngest: true, run: (db, { signal }) => findAllPatterns(db, signal) },
    {
      name: 'compute-base-rates',
      completesIngest: true,
      maxShareOfTime: 0.01,
      run: (db, { signal }) => computeBaseRates(db, signal),
    },
  ],
};

/** Issuers per transaction. */
const BATCH_SIZE = 500;

/**
 * Finds the patterns of every company with a changed event, report or registrant. A lock allows one process at a time. Patterns
 * and cleared marks are stored in one transaction.
 */
export async function findAllPatterns(db: Database, signal?: AbortSignal): Promise<void> {
  while (await hasSignalChanges(db)) {
    signal?.throwIfAborted();
    await db.transaction(findSome);
  }
}

async function findSome(tx: Transaction): Promise<void> {
  await claimSignals(tx);
  const issuerIds = await takeSignalChanges(tx, BATCH_SIZE);
  if (issuerIds.length === 0) return;
  const entityIds = await entitiesOfIssuers(tx, issuerIds);
  const inputs = await readPatternInputs(tx, entityIds, PATTERN_KINDS);
  const hits = [...inputs].flatMap(([entityId, input]) => findPatterns(input).map(hit => ({ entityId, hit })));
  // A former lead registrant no longer represents a company, so its patterns are deleted.
  await replacePatterns(tx, [...new Set([...issuerIds, ...entityIds])], hits);
}
