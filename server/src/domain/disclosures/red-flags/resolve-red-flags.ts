import type { Transaction } from '../../../db/database.ts';
import type { FlagWords } from './model.ts';
import { RED_FLAG_RULES_VERSION } from './rules/flag-rules.ts';
import { type HistoryFiling, readHistoryFlags } from './rules/read-history-flags.ts';
import { type FlagHistoryRow, loadFlagHistory, redateFlags, replaceIssuerFlags, toFlagRow } from './store.ts';

/** Applies the history rules to issuers again. Call it after their filings or flags were stored. */
export async function resolveRedFlags(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await redateFlags(tx, issuerIds);
  const rows = await loadFlagHistory(tx, issuerIds);
  const flags = [...Map.groupBy(rows, row => row.issuer_id)].flatMap(([issuerId, own]) =>
    readHistoryFlags(own.map(toHistoryFiling)).map(({ registry, nativeId, flag }) =>
      toFlagRow(flag, { issuerId, registry, nativeId }, RED_FLAG_RULES_VERSION),
    ),
  );
  await replaceIssuerFlags(tx, 'history', issuerIds, flags);
}

function toHistoryFiling(row: FlagHistoryRow): HistoryFiling {
  return {
    registry: row.registry,
    nativeId: row.native_id,
    formType: row.form_type,
    itemCodes: row.item_codes,
    knownAt: row.known_at,
    periodEnd: row.period_end,
    isAnnual: row.is_annual,
    isAmendment: row.is_amendment,
    flags: row.flags.map(flag => ({
      ruleId: flag.rule_id,
      isEvent: flag.judgement === 'event',
      isOpen: flag.is_open,
      evidence: (JSON.parse(flag.words) as FlagWords).evidence,
    })),
  };
}
