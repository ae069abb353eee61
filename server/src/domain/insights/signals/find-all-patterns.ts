import type { Database, Transaction } from '../../../db/database.ts';
import { findPatterns } from './rules/find-patterns.ts';
import { PATTERN_KINDS } from './rules/pattern-rules.ts';
import {
  claimSignals,
  entitiesOfIssuers,
  readPatternInputs,
  replacePatterns,
  signalsWait,
  takeSignalChanges,
} from './store/signals.ts';

/** Issuers looked at in one transaction. */
const ISSUERS_AT_ONCE = 500;

/**
 * Works out, for every company of which an event, a report or a registrant changed since, what its events amount to. Done by
 * one at a time; what is found is stored with the marks taken off, all or nothing.
 */
export async function findAllPatterns(db: Database, signal?: AbortSignal): Promise<void> {
  while (await signalsWait(db)) {
    signal?.throwIfAborted();
    await db.transaction(findSome);
  }
}

async function findSome(tx: Transaction): Promise<void> {
  await claimSignals(tx);
  const issuerIds = await takeSignalChanges(tx, ISSUERS_AT_ONCE);
  if (issuerIds.length === 0) return;
  const entityIds = await entitiesOfIssuers(tx, issuerIds);
  const inputs = await readPatternInputs(tx, entityIds, PATTERN_KINDS);
  const hits = [...inputs].flatMap(([entityId, input]) => findPatterns(input).map(hit => ({ entityId, hit })));
  // Who led a company before leads none now: what was known under its name goes.
  await replacePatterns(tx, [...new Set([...issuerIds, ...entityIds])], hits);
}
