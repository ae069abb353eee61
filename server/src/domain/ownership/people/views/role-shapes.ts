import { z } from 'zod';
import { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import { RELATIONS, SINCE_MEANINGS } from '../model/role.ts';
import { personRef } from './person-shapes.ts';

export const relation = z
  .enum(RELATIONS)
  .describe('significant_control: of the register of persons with significant control.')
  .meta({ id: 'Relation' });

export const sinceMeaning = z
  .enum(SINCE_MEANINGS)
  .describe('seat: a dated appointment. disclosed_holding: the first day of unbroken disclosure.');

export const role = z
  .object({
    role_id: z.string(),
    person: personRef.optional().describe('In answers about a company.'),
    entity: entityRef,
    relation,
    role_title: z.string().nullable().describe("In the source's words, as the newest of them has it."),
    is_current: z.boolean().describe('Not ended, and confirmed by its source within the time that its word holds.'),
    since_date: isoDate.nullable().describe('A year alone counts from its last day; null where no source dates it.'),
    since_meaning: sinceMeaning.nullable(),
    observed_since_date: isoDate.describe('When it was first seen: never tenure.'),
    until_date: isoDate.nullable(),
    term_end_date: isoDate.nullable().describe('When the term ends by itself, which is no resignation.'),
    tenure_years: z.number().nullable().describe('Whole tenths, rounded down; null without since_date.'),
    shares: z.number().nullable(),
    ownership_pct: z.number().nullable().describe('Percent of the class.'),
    ownership_min_pct: z.number().nullable().describe('Of a band, in percent.'),
    ownership_max_pct: z.number().nullable(),
    natures_of_control: z.array(z.string()).describe('In the words of the register.'),
    confirmed_date: isoDate.describe('The newest day on which a source says so.'),
    source: z.string().describe('Registry that says so.'),
    evidence: z.array(evidence).describe('Newest first, three at most.'),
  })
  .meta({ id: 'Role', description: 'A mandate: of a person at a company in a relation, from beginning to end.' });

export type Role = z.input<typeof role>;
