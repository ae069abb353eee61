import { z } from 'zod';
import { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import { JUDGEMENTS, SEVERITIES } from '../model.ts';
import { FLAG_RULE_IDS } from '../rules/rules.ts';

export const flagRuleId = z.enum(FLAG_RULE_IDS).meta({ id: 'RedFlagRuleId' });
export const severity = z.enum(SEVERITIES);

export const redFlag = z
  .object({
    rule_id: z.string(),
    label: z.string(),
    severity,
    judgement: z
      .enum(JUDGEMENTS)
      .nullable()
      .describe('event: told as a fact. boilerplate: what such filings say anyway. null: not yet judged.'),
    status: z.enum(['open', 'resolved']).describe('resolved: the same words say that it is over.'),
    method: z.string().describe('rules: by the published rules.'),
    rules_version: z.string(),
    as_of: isoDate.describe("Last day of the filing's period, else the day on which it was filed."),
    inputs: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .describe('Of rules over figures: what the formula took and gave; null of rules over words.'),
    evidence: z
      .array(evidence)
      .describe('Whole sentences, five at most; of rules over figures or histories, the filing.'),
  })
  .meta({ id: 'RedFlag' });
