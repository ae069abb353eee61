import { z } from 'zod';
import { evidence } from '../../../figures/guidance/views.ts';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { isoDate } from '../../../kit/fields.ts';
import { PERSON_KINDS } from '../model/person.ts';
import { RELATIONS, SINCE_MEANINGS } from '../model/role.ts';

export const personRef = z
  .object({
    slug: z.string().describe('<name>-<first 8 digits of the id>; the digits alone identify the person.'),
    name: z.string().describe('Given name first if the order can be determined, else as filed.'),
    kind: z.enum(PERSON_KINDS),
  })
  .meta({ id: 'PersonRef' });

export const relation = z
  .enum(RELATIONS)
  .describe('significant_control: from the register of persons with significant control.')
  .meta({ id: 'Relation' });

export const sinceMeaning = z
  .enum(SINCE_MEANINGS)
  .describe('seat: a dated appointment. disclosed_holding: the first day of unbroken disclosure.');

export const role = z
  .object({
    role_id: z.string(),
    person: personRef.optional().describe('Only in responses about a company.'),
    entity: entityRef,
    relation,
    role_title: z.string().nullable().describe('As stated by the newest source.'),
    is_current: z.boolean().describe('Whether it has not ended and its source confirmed it recently.'),
    since_date: isoDate
      .nullable()
      .describe(
        'Start of the mandate; the last day of the year if only a year is stated; null if no source states a date.',
      ),
    since_meaning: sinceMeaning.nullable(),
    observed_since_date: isoDate.describe('When a source first showed it; not used for tenure.'),
    until_date: isoDate.nullable(),
    term_end_date: isoDate.nullable().describe('Scheduled end of the term, which is not a resignation.'),
    tenure_years: z.number().nullable().describe('Whole tenths, rounded down; null without since_date.'),
    shares: z.number().nullable(),
    ownership_pct: z.number().nullable().describe('Percent of the class.'),
    ownership_min_pct: z.number().nullable().describe('Lower end of a band, in percent.'),
    ownership_max_pct: z.number().nullable(),
    natures_of_control: z.array(z.string()).describe('As worded in the register.'),
    account_numbers: z
      .array(z.string())
      .describe('Accounts that a custodian holds the shares in, as the newest holding states them.'),
    standing_proxy: z
      .string()
      .nullable()
      .describe('Representative of a shareholder abroad, in the words of the filing; null if none is stated.'),
    confirmed_date: isoDate.describe('Latest day on which a source confirms it.'),
    source: z.string().describe('Registry that states it.'),
    rules_version: z
      .string()
      .nullable()
      .describe('Version of the rules that read the newest evidence from text; null if a form or a list states it.'),
    evidence: z.array(evidence).describe('Newest first, three at most.'),
  })
  .meta({ id: 'Role', description: 'A mandate: one relation of a person to a company, from start to end.' });

export type Role = z.input<typeof role>;
