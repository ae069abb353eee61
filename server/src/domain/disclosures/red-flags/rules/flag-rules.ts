import type { FlagOrigin, Severity } from '../model.ts';

export const RED_FLAG_RULES_VERSION = '19';

/** The public properties of a rule. The conditions are in frames/frames.tsv, figure-rules.ts and read-history-flags.ts. */
export interface FlagRule {
  label: string;
  /** The usual severity; some findings are more or less severe. */
  severity: Severity;
  origins: readonly FlagOrigin[];
  /** The rule does not apply to banks, insurers and REITs. */
  skipsFinancials?: true;
}

/** Every rule, by id. */
export const FLAG_RULES = {
  going_concern_auditor: { label: 'Auditor doubts going concern', severity: 'CRITICAL', origins: ['text'] },
  going_concern_mgmt: { label: 'Management doubts going concern', severity: 'HIGH', origins: ['text'] },
  adverse_opinion: { label: 'Adverse audit opinion', severity: 'CRITICAL', origins: ['text'] },
  disclaimer: { label: 'Auditor disclaims an opinion', severity: 'CRITICAL', origins: ['text'] },
  qualified_opinion: { label: 'Qualified audit opinion', severity: 'HIGH', origins: ['text'] },
  non_reliance: { label: 'Non-reliance on earlier statements', severity: 'CRITICAL', origins: ['text'] },
  restatement: { label: 'Restatement of earlier figures', severity: 'CRITICAL', origins: ['text'] },
  material_weakness: { label: 'Material weakness in internal control', severity: 'HIGH', origins: ['text'] },
  weakness_unremediated: { label: 'Material weakness in two annual reports', severity: 'HIGH', origins: ['history'] },
  disclosure_controls_ineffective: {
    label: 'Disclosure controls not effective',
    severity: 'MEDIUM',
    origins: ['text'],
  },
  auditor_resigned: { label: 'Auditor resigned', severity: 'HIGH', origins: ['text'] },
  auditor_disagreement: { label: 'Disagreement with the auditor', severity: 'CRITICAL', origins: ['text'] },
  auditor_changed_twice: { label: 'Two changes of auditor in 36 months', severity: 'MEDIUM', origins: ['history'] },
  late_filing: { label: 'Late periodic report', severity: 'MEDIUM', origins: ['history'] },
  covenant_breach: { label: 'Covenant breach', severity: 'HIGH', origins: ['text'] },
  debt_default: { label: 'Default on debt', severity: 'CRITICAL', origins: ['text'] },
  bankruptcy: { label: 'Bankruptcy', severity: 'CRITICAL', origins: ['text'] },
  delisting_notice: { label: 'Notice of delisting or deficiency', severity: 'HIGH', origins: ['text'] },
  bid_price: { label: 'Below the minimum bid price', severity: 'MEDIUM', origins: ['text'] },
  regulator_investigation: { label: 'Investigation by an authority', severity: 'HIGH', origins: ['text'] },
  internal_investigation: { label: 'Internal investigation', severity: 'HIGH', origins: ['text'] },
  class_action: { label: 'Class action or derivative suit', severity: 'MEDIUM', origins: ['text'] },
  misconduct: { label: 'Misconduct', severity: 'HIGH', origins: ['text'] },
  cyber_incident: { label: 'Cybersecurity incident', severity: 'HIGH', origins: ['text'] },
  director_left_disagreeing: { label: 'Director resigned over a disagreement', severity: 'HIGH', origins: ['text'] },
  finance_chief_turnover: { label: 'Two CFO departures in 24 months', severity: 'MEDIUM', origins: ['history'] },
  abrupt_exit: { label: 'Officer or director left with immediate effect', severity: 'MEDIUM', origins: ['text'] },
  related_party_loan: { label: 'Loan to a related party', severity: 'HIGH', origins: ['text'] },
  related_party_sales: { label: 'Sales to related parties', severity: 'MEDIUM', origins: ['text'] },
  related_party_purchases: { label: 'Purchases from related parties', severity: 'MEDIUM', origins: ['text'] },
  pledged_shares: { label: 'Insiders pledged shares', severity: 'MEDIUM', origins: ['text'] },
  customer_concentration: { label: 'Revenue concentrated in one customer', severity: 'MEDIUM', origins: ['text'] },
  supplier_concentration: { label: 'Dependence on one supplier', severity: 'MEDIUM', origins: ['text'] },
  impairment: { label: 'Impairment', severity: 'MEDIUM', origins: ['text', 'figures'] },
  toxic_convertible: { label: 'Convertible with a floating conversion price', severity: 'HIGH', origins: ['text'] },
  serial_dilution: { label: 'Shares outstanding up by 25% or more', severity: 'HIGH', origins: ['figures'] },
  reverse_split: { label: 'Reverse split of 10:1 or more', severity: 'MEDIUM', origins: ['text'] },
  negative_equity: { label: 'Negative equity', severity: 'HIGH', origins: ['figures'] },
  receivables_outgrow: {
    label: 'Receivables outgrow sales',
    severity: 'MEDIUM',
    origins: ['figures'],
    skipsFinancials: true,
  },
  inventory_outgrow: {
    label: 'Inventory outgrows cost of sales',
    severity: 'MEDIUM',
    origins: ['figures'],
    skipsFinancials: true,
  },
  cash_profit_gap: {
    label: 'Profit not backed by cash',
    severity: 'HIGH',
    origins: ['figures'],
    skipsFinancials: true,
  },
  beneish: { label: 'Beneish M-score', severity: 'HIGH', origins: ['figures'], skipsFinancials: true },
  altman: { label: 'Altman Z-score', severity: 'HIGH', origins: ['figures'], skipsFinancials: true },
  piotroski_low: { label: 'Low Piotroski F-score', severity: 'MEDIUM', origins: ['figures'], skipsFinancials: true },
  interest_cover: {
    label: 'Interest not covered for two years',
    severity: 'HIGH',
    origins: ['figures'],
    skipsFinancials: true,
  },
  cash_runway: {
    label: 'Cash runway under twelve months',
    severity: 'HIGH',
    origins: ['figures'],
    skipsFinancials: true,
  },
  debt_wall: {
    label: 'Debt due exceeds cash and cash flow',
    severity: 'HIGH',
    origins: ['figures'],
    skipsFinancials: true,
  },
  tax_authority_claim: { label: 'Tax authority claim', severity: 'MEDIUM', origins: ['text'] },
} as const satisfies Record<string, FlagRule>;

export type FlagRuleId = keyof typeof FLAG_RULES;
export const FLAG_RULE_IDS = Object.keys(FLAG_RULES) as [FlagRuleId, ...FlagRuleId[]];

/** Returns the rule with an id; undefined for stored flags of a rule that no longer exists. */
export function flagRule(id: string): FlagRule | undefined {
  return Object.hasOwn(FLAG_RULES, id) ? FLAG_RULES[id as FlagRuleId] : undefined;
}
