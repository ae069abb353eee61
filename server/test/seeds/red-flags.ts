import type { Database } from '../../src/db/database.ts';
import { NO_EVIDENCE } from '../../src/domain/disclosures/prose/model.ts';
import type { RedFlag } from '../../src/domain/disclosures/red-flags/model.ts';
import { encodeFlags, replaceTextFlags } from '../../src/domain/disclosures/red-flags/store.ts';

/** A flag raised by a filing's words; `given` overrides the defaults. */
export function seedFlag(ruleId: string, given: Partial<RedFlag> = {}): RedFlag {
  return {
    ...{ ruleId, origin: 'text', severity: 'HIGH', judgement: 'event', isOpen: true, asOf: '2024-12-31', inputs: null },
    evidence: [{ ...NO_EVIDENCE, sectionKey: 'item_3', quote: `We report ${ruleId}.`, charStart: 4, charEnd: 30 }],
    ...given,
  };
}

/** Stores flags of stored filings by their native ids. */
export async function seedFlags(
  db: Database,
  issuerId: string,
  filings: Record<string, readonly RedFlag[]>,
  registry = 'sec-edgar',
): Promise<number> {
  const encoded = Object.entries(filings).map(([nativeId, flags]) =>
    encodeFlags(flags, { issuerId, registry, nativeId }, '1'),
  );
  return db.transaction(tx => replaceTextFlags(tx, encoded));
}
