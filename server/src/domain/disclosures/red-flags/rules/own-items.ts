import type { FlagRuleId } from './flag-rules.ts';

/** Items of current reports that are about one matter of the registrant. */
export const OWN_ITEMS: Readonly<Record<string, FlagRuleId>> = {
  'item_1.03': 'bankruptcy',
  'item_1.05': 'cyber_incident',
  'item_2.04': 'debt_default',
  'item_2.06': 'impairment',
  'item_4.01': 'auditor_disagreement',
  'item_4.02': 'non_reliance',
};
