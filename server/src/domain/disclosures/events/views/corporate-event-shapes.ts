import { z } from 'zod';
import { GUIDANCE_DIRECTIONS } from '../../../figures/earnings/model/earnings-release.ts';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { filingRef } from '../../../filings/filings/views/filing-shapes.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { personRef } from '../../../ownership/people/views/person-shapes.ts';
import { EVENT_FAMILIES, EVENT_KINDS, EVENT_SALIENCES, EVENT_STATUSES } from '../model.ts';

export const eventKind = z.enum(EVENT_KINDS).meta({ id: 'EventKind' });
export const eventFamily = z.enum(EVENT_FAMILIES).meta({ id: 'EventFamily' });
export const eventSalience = z.enum(EVENT_SALIENCES).meta({ id: 'EventSalience' });

const words = z.string().nullable();
const number = z.number().nullable();
const year = z.int().nullable();
const yesOrNo = z.boolean().nullable();
const day = isoDate.nullable();
const currency = z.string().nullable().describe('ISO 4217.');

const dilution = z
  .object({
    new_shares: number,
    max_conversion_shares: number,
    shares_before: number.describe('Outstanding before this issue.'),
    new_shares_pct: number.describe('new_shares of shares_before.'),
    convertible_pct: number.describe('max_conversion_shares of shares_before.'),
    price_per_share: number,
    discount_pct: number.describe('Below the market price that the filing names.'),
    proceeds: number,
    currency,
    use_of_proceeds: words,
    offering_method: words,
  })
  .meta({ id: 'DilutionFields' });

const audit = z
  .object({
    auditor: words,
    former_auditor: words,
    disagreement: yesOrNo,
    fiscal_year: year,
    opinion: words,
    opinion_basis: words,
  })
  .meta({ id: 'AuditFields' });

const reporting = z
  .object({
    late_form_type: words,
    affected_periods: z.array(isoDate).nullable().describe('Last days of the periods.'),
    stated_cause: words,
    expected_date: day,
    restated_amount: number,
    currency,
  })
  .meta({ id: 'ReportingFields' });

const governance = z
  .object({ persons: z.array(personRef).nullable(), role_title: words, authority: words, stage: words })
  .meta({ id: 'GovernanceFields' });

const distress = z
  .object({
    exchange_rule: words,
    deadline_date: day,
    amount: number,
    currency,
    instrument: words,
    court: words,
    case_number: words,
    is_cured: yesOrNo,
  })
  .meta({ id: 'DistressFields' });

const guidance = z
  .object({
    metric: words,
    fiscal_year: year,
    fiscal_period: fiscalPeriod.nullable(),
    unit: words,
    currency,
    old_low: number,
    old_high: number,
    new_low: number,
    new_high: number,
    change_pct: number.describe('Of the midpoints, in percent.'),
    direction: z.enum(GUIDANCE_DIRECTIONS).nullable(),
  })
  .meta({ id: 'GuidanceFields' });

const capitalReturn = z
  .object({
    shares: number,
    shares_pct: number,
    amount: number,
    currency,
    return_method: words,
    is_paid: yesOrNo,
  })
  .meta({ id: 'CapitalReturnFields' });

const legal = z
  .object({ authority: words, counterparty: words, amount: number, currency, stage: words })
  .meta({ id: 'LegalFields' });

const deal = z
  .object({
    counterparty: words,
    deal_side: z.enum(['bought', 'sold', 'unknown']).nullable(),
    amount: number,
    currency,
    stage: words,
  })
  .meta({ id: 'DealFields' });

const eventFields = z
  .union([dilution, audit, reporting, governance, distress, guidance, capitalReturn, legal, deal])
  .describe('By family; every key of it is there, null where the filing does not state it.');

const eventMembers = {
  event_id: z.string().describe('The same as long as the filing and what the event is about are.'),
  kind: eventKind,
  family: eventFamily.nullable().describe("Null = a deal or a step of a company's life."),
  variant: z.string().nullable().describe('What the kind is in particular; null where the filing does not say.'),
  salience: eventSalience,
  status: z
    .enum(EVENT_STATUSES)
    .describe('updated: an amendment speaks of it again; resolved: cured, waived, dismissed.'),
  event_date: isoDate.nullable().describe('Effective; null where the filing states none.'),
  known_at: instant.describe('When the first filing of it became known.'),
  title: z.string(),
  filing: filingRef.describe('The newest filing that evidences it.'),
  item_code: z
    .string()
    .nullable()
    .describe("The regulator's item that produced it, such as 2.01 of Form 8-K; null where the form itself does."),
  fields: eventFields,
  case_id: z.string().nullable().describe('Events of one story; null where it stands alone.'),
  rules_version: z.string().describe('Of the published rules that read it.'),
  evidence: z.array(evidence),
};

export const corporateEvent = z.object(eventMembers).meta({ id: 'Event' });

export const eventRow = z.object({ ...eventMembers, entity: entityRef }).meta({ id: 'EventRow' });
