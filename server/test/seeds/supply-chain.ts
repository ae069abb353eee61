import type { Database } from '../../src/db/database.ts';
import type { SupplyStatement } from '../../src/domain/disclosures/supply-chain/model.ts';
import { encodeSupplyReading, replaceSupplyReadings } from '../../src/domain/disclosures/supply-chain/store.ts';

/** A statement of a fictional filing; `other` overrides its fields. */
export function supplyStatement(other: Partial<SupplyStatement>): SupplyStatement {
  const label = other.nameAsFiled ?? 'Customer A';
  return {
    concentrationType: 'customer',
    nameAsFiled: null,
    label,
    groupSize: null,
    concentrationPct: 18,
    concentrationOf: 'revenue',
    concentrationBase: null,
    isAtLeast: false,
    thresholdPct: null,
    amount: null,
    currency: null,
    periodStart: '2023-01-01',
    periodEnd: '2023-12-31',
    confidence: 0.85,
    evidence: [
      {
        sectionKey: 'item_1',
        quote: `${label} accounted for 18% of our net sales.`,
        charStart: 100,
        charEnd: 148,
        elementId: null,
        value: null,
      },
    ],
    ...other,
  };
}

/** Stores a filing's statements about customers and suppliers. */
export async function seedSupplyChain(
  db: Database,
  issuerId: string,
  nativeId: string,
  statements: SupplyStatement[],
  registry = 'sec-edgar',
): Promise<void> {
  const reading = encodeSupplyReading({ isRead: true, statements }, { issuerId, registry, nativeId }, '1');
  await db.transaction(tx => replaceSupplyReadings(tx, [reading]));
}
