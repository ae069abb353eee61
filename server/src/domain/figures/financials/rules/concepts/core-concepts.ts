import { COMPANY_TYPES } from '../../../../filings/issuers/model/issuer.ts';
import { CONCEPT_NAMES, chartOf, codeNumber } from '../checks/chart.ts';

/** Statement bits of a core concept. */
export const INCOME = 1;
export const BALANCE = 2;
export const CASHFLOW = 4;

const CORE: readonly (readonly [bit: number, codes: string])[] = [
  [
    INCOME,
    'revenue operating_income pretax_income income_tax net_income net_income_including_minority eps_basic eps_diluted net_interest_income premiums cost_of_revenue gross_profit',
  ],
  [
    BALANCE,
    'total_assets liabilities_and_equity equity equity_including_minority cash total_liabilities retained_earnings current_assets current_liabilities',
  ],
  [
    CASHFLOW,
    'operating_cash_flow investing_cash_flow financing_cash_flow net_change_in_cash depreciation_amortization capital_expenditure',
  ],
];

export interface CoreConcepts {
  /** Statement bit by concept number; 0 for other concepts. */
  readonly bits: Uint8Array;
  /** The core code by concept number, -1 if none. */
  readonly codeOf: Int16Array;
}

let computed: CoreConcepts | null = null;

/**
 * Lines on nearly every statement: they show which filings contain a statement of a period, and which durations are
 * periods. A concept of several chains belongs to the first.
 */
export function coreConcepts(): CoreConcepts {
  if (computed) return computed;
  const bits = new Uint8Array(CONCEPT_NAMES.length);
  const codeOf = new Int16Array(CONCEPT_NAMES.length).fill(-1);
  for (const [bit, codes] of CORE) {
    for (const code of codes.split(' ').map(codeNumber)) {
      for (const type of COMPANY_TYPES) {
        for (const concept of chartOf(type).rows[code]?.chain ?? []) {
          if (bits[concept] !== 0) continue;
          bits[concept] = bit;
          codeOf[concept] = code;
        }
      }
    }
  }
  computed = { bits, codeOf };
  return computed;
}
