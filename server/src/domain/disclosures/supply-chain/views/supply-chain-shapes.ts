import { z } from 'zod';
import { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { PreviewRule } from '../../../kit/previews.ts';
import { HORIZON_NAMES } from '../../../markets/prices/rules/price-moves.ts';
import { CONCENTRATION_TYPES, CONCENTRATIONS_OF } from '../model.ts';

export const SUPPLY_CHAIN_PREVIEW = {
  planRequired: 'pro',
  rows: 3,
  withheld: ['evidence', 'amount', 'concentration_pct'],
} as const satisfies PreviewRule;

const party = z
  .object({
    name_as_filed: z.string(),
    entity: entityRef.nullable().describe('Null where the name leads to no company of the store, or to several.'),
  })
  .meta({ id: 'SupplyParty' });

const concentrationOf = z.enum(CONCENTRATIONS_OF).meta({ id: 'ConcentrationOf' });

const concentrationBase = z
  .string()
  .nullable()
  .describe("What the percentage is of, in the filing's words, where it is not the whole; null = the company's total.");

const perHorizon = <Value extends z.ZodType>(value: Value) =>
  z.object(Object.fromEntries(HORIZON_NAMES.map(horizon => [horizon, value])));

export const supplyEdge = z
  .object({
    edge_id: z.string().describe('The same as long as discloser, role and counterparty are.'),
    hop: z.union([z.literal(1), z.literal(2)]),
    supplier: party,
    customer: party,
    disclosed_by: z.string().describe('Canonical key of the company whose filings say so.'),
    concentration_pct: z.number().nullable().describe('Of the newest period that states one, in percent.'),
    concentration_of: concentrationOf
      .nullable()
      .describe("The discloser's revenue or receivables from a customer, its purchases from a supplier."),
    concentration_base: concentrationBase,
    is_at_least: z.boolean().describe('The percentage is a lower bound: more than 10 %.'),
    amount: z.number().nullable().describe('Revenue tagged for the customer, in whole units of the currency.'),
    currency: z.string().nullable().describe('ISO 4217; null without an amount.'),
    confidence: z.number().describe('0 to 1: tagged and said 0.95, tagged or a share in words 0.85, named 0.7.'),
    valid_from: isoDate.describe('Start of the first period of an unbroken run.'),
    valid_to: isoDate.describe('15 months after the last period, or when a later annual report says nothing of it.'),
    is_expired: z.boolean().describe('On the day as_of.'),
    observations_count: z.int().describe('Statements of it, one a period and whole.'),
    evidence: z.array(evidence).describe('Newest first, five at most.'),
    price_correlations: perHorizon(z.number().nullable())
      .optional()
      .describe(
        'Pearson correlations of daily logarithmic returns, -1 to 1. Only with include_correlations, hop 1, both companies resolved; null of fewer returns than a horizon takes (8, 15, 45, 90, 180, 360).',
      ),
    price_correlation_n: perHorizon(z.int()).optional().describe('Returns that both have.'),
  })
  .partial({ evidence: true, amount: true, concentration_pct: true })
  .meta({ id: 'SupplyEdge', description: 'From supplier to customer, whoever disclosed it.' });

export const supplyDisclosure = z
  .object({
    disclosure_id: z.string(),
    concentration_type: z.enum(CONCENTRATION_TYPES),
    label: z.string().describe('As the filing calls it: Customer A, top ten customers.'),
    group_size: z.int().nullable().describe('How many the percentage is of together.'),
    concentration_pct: z.number().nullable().describe('In percent.'),
    concentration_of: concentrationOf.nullable(),
    concentration_base: concentrationBase,
    is_at_least: z.boolean(),
    threshold_pct: z.number().nullable().describe('Nobody is above it.'),
    period_start: isoDate.nullable().describe('Null = an instant.'),
    period_end: isoDate,
    evidence: z.array(evidence),
  })
  .meta({ id: 'SupplyDisclosure', description: 'A concentration that names nobody.' });
