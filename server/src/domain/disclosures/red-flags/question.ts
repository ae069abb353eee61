import type { ProposalQuestion } from '../../filings/proposals/model.ts';
import { FLAG_RULES } from './rules/flag-rules.ts';
import { PROPOSABLE_RULES } from './rules/proposed-flags.ts';

/** How a model is asked for red flags. */
export const FLAG_QUESTION: ProposalQuestion = {
  subject: 'red_flag',
  question: [
    'subject "red_flag": the filer itself, or its subsidiary, is in trouble of one of the kinds below, as a fact and not as a risk, a condition or a definition.',
    'Members: "rule_id" (one of the kinds), "quote", "word" (the one word of the quote that names the matter, as written).',
    `Kinds: ${PROPOSABLE_RULES.map(ruleId => `${ruleId} (${FLAG_RULES[ruleId].label})`).join(', ')}.`,
  ].join('\n'),
};
